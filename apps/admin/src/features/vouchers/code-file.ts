/** Names by which a column of codes is known. */
const CODE_COLUMNS = ['code', 'voucher_code', 'voucher code', 'codes'];

/**
 * The codes of a table, one for each of its lines, so that their places are the line numbers: the column that is named
 * as codes are, else the first one. A line of headings counts as blank.
 */
export function codesOf(rows: readonly (readonly string[])[]): string[] {
  const headings = (rows[0] ?? []).map((cell) => cell.trim().toLowerCase());
  const named = headings.findIndex((heading) => CODE_COLUMNS.includes(heading));
  return rows.map((row, index) => (named >= 0 && index === 0 ? '' : (row[Math.max(0, named)] ?? '').trim()));
}

/** Reads a CSV or a plain list, as a file holds it or as it was pasted. The parser is fetched when it is first needed. */
export async function readCodes(text: string): Promise<string[]> {
  const { default: papa } = await import('papaparse');
  const { data } = papa.parse<string[]>(text.replace(/^\uFEFF/, ''), {
    delimitersToGuess: [',', '\t', ';', '|'],
    skipEmptyLines: false,
  });
  const codes = codesOf(data);
  while (codes.at(-1) === '') codes.pop();
  return codes;
}
