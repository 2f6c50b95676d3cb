export interface CodeList {
  /** As sent: trimmed, without blank lines. Repeats stay, for the server to count. */
  codes: string[];
  /** The number of codes that repeat an earlier one. */
  repeats: number;
}

/** Parses pasted codes, one a line, with any line ending. */
export function parseCodes(text: string): CodeList {
  const codes = text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter(Boolean);
  return { codes, repeats: codes.length - new Set(codes).size };
}
