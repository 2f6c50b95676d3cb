export interface CodeList {
  /** As they will be sent: one a line, trimmed, blank lines dropped, repeats left in for the server to count. */
  codes: string[];
  /** How many of them repeat an earlier one. */
  repeats: number;
}

/** Reads pasted codes, one a line, whichever way the lines end. */
export function parseCodes(text: string): CodeList {
  const codes = text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter(Boolean);
  return { codes, repeats: codes.length - new Set(codes).size };
}
