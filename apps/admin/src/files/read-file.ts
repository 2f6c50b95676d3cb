/** The format of a chosen spreadsheet or PDF; null for any other file. */
function findFormat(bytes: Uint8Array): string | null {
  const start = String.fromCharCode(...bytes.subarray(0, 4));
  // The letters PK alone are not enough: a list of codes may begin with them.
  if (start === 'PK\u0003\u0004' || start === '\u00d0\u00cf\u0011\u00e0') return 'a spreadsheet';
  if (start === '%PDF') return 'a PDF';
  return null;
}

const startsWithBytes = (bytes: Uint8Array, first: number, second: number): boolean =>
  bytes[0] === first && bytes[1] === second;

/**
 * Decodes a text file as spreadsheets save it: UTF-8, UTF-16 (Excel's "Unicode Text") or Windows-1252.
 * @returns the text, or the reason why the file is not text
 */
export function decodeText(bytes: Uint8Array): { text: string } | { problem: string } {
  const format = findFormat(bytes);
  if (format) return { problem: `This is ${format}. Save it as CSV and choose that file.` };
  if (startsWithBytes(bytes, 0xff, 0xfe)) return { text: new TextDecoder('utf-16le').decode(bytes) };
  if (startsWithBytes(bytes, 0xfe, 0xff)) return { text: new TextDecoder('utf-16be').decode(bytes) };
  if (bytes.includes(0)) return { problem: 'This is not a text file. Save the list as CSV and choose that file.' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes) };
  }
}
