import { findDamagedCodes } from '@inaam/contracts/vouchers/damaged-code';
import { findNonCode } from './import/code-lines.ts';

export interface CodeList {
  /** As sent: trimmed, without blank lines. Repeats stay, for the server to count. */
  codes: string[];
  /** The number of codes that repeat an earlier one. */
  repeats: number;
}

/** Parses pasted codes, one a line, with any line ending and with or without quotes around a code. */
export function parseCodes(text: string): CodeList {
  const codes = text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim().replace(/^"([^"]*)"$/, '$1'))
    .filter(Boolean);
  return { codes, repeats: codes.length - new Set(codes).size };
}

const DAMAGED = 'was damaged by a spreadsheet: format the column as text before you save the file';

/** The first pasted code that cannot be one; undefined where all can. */
export function findCodeProblem(codes: readonly string[]): string | undefined {
  const several = codes.find((code) => /[,;\t"]/.test(code));
  if (several !== undefined) {
    return `“${several}” is more than a code: enter one code per line, or use “Upload CSV” for a table`;
  }
  for (const code of codes) {
    const reason = findNonCode([code], code);
    if (reason) return `“${code}” is not a voucher code: ${reason}`;
  }
  const [damaged] = findDamagedCodes(codes);
  return damaged === undefined ? undefined : `“${damaged}” ${DAMAGED}`;
}
