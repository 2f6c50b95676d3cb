import { environmentSchema } from './environment.ts';

/**
 * Describes every setting.
 * @returns a Markdown table, one row for each variable of the schema: its name, its default, its meaning
 */
export function settingsTable(): string {
  const rows = Object.entries(environmentSchema.shape).map(([name, schema]) => {
    const { description = '', whenUnset = '' } = schema.meta() ?? {};
    const fallback = schema.parse(undefined);
    return [`\`${name}\``, fallback === undefined ? String(whenUnset) : `\`${String(fallback)}\``, description];
  });
  const header = ['variable', 'default', 'meaning'];
  // As the formatter aligns it.
  const widths = header.map((title, column) =>
    Math.max(...[header, ...rows].map((row) => (row[column] ?? title).length)),
  );
  const line = (cells: string[], fill = ' ') =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0, fill)).join(' | ')} |`;
  return [line(header), line(['', '', ''], '-'), ...rows.map((row) => line(row))].join('\n');
}
