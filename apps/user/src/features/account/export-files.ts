import type { AccountExport } from '@inaam/contracts/account/account';

/** One line per value: section, row and field. This form fits sections with different fields into one table. */
export function toCsv({ sections }: AccountExport): string {
  const lines = [['section', 'row', 'field', 'value']];
  for (const { name, rows } of sections) {
    for (const [index, row] of rows.entries()) {
      for (const [field, value] of Object.entries(row)) lines.push([name, String(index + 1), field, toText(value)]);
    }
  }
  return lines.map((line) => `${line.map(quote).join(',')}\r\n`).join('');
}

const toText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** RFC 4180. An apostrophe defuses text that a spreadsheet would run as a formula. */
const quote = (text: string): string => {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
};

/** Downloads a text as a file. */
export function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
