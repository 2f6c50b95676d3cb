import { isMalformedCode } from '@inaam/contracts/vouchers/clean-code';
import { findDamagedCodes } from '@inaam/contracts/vouchers/damaged-code';
import { omitNoValue } from '../../files/cells.ts';
import { findNonCode } from './import/code-lines.ts';

export interface CodeList {
  /** As sent: trimmed, without blank lines. Repeats stay, for the server to count. */
  codes: string[];
  /** The number of codes that repeat an earlier one. */
  repeats: number;
}

const QUOTED = /^(?:"([^"]*)"|'([^']*)'|“([^”]*)”|‘([^’]*)’)$/;

/** Parses pasted codes, one a line, with any line ending and with or without quotes around a code. */
export function parseCodes(text: string): CodeList {
  const codes = text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .map(
      (line) =>
        QUOTED.exec(line)
          ?.slice(1)
          .find((inner) => inner !== undefined)
          ?.trim() ?? line,
    )
    .filter(Boolean);
  return { codes, repeats: codes.length - new Set(codes).size };
}

const DAMAGED = 'was damaged by a spreadsheet: format the column as text before you save the file';

/**
 * The first pasted code that cannot be one; undefined where all can.
 * @param hasGroups a single code may be typed in groups, `6001 2300`; in a list a blank separates two codes
 */
export function findCodeProblem(codes: readonly string[], hasGroups = false): string | undefined {
  for (const code of codes) {
    const reason = omitNoValue(code) === '' ? 'no value' : findNonCode([code], code);
    if (reason) return `“${code}” is not a voucher code: ${reason}`;
  }
  const several = codes.find((code) => isMalformedCode(hasGroups ? code.replaceAll(' ', '') : code));
  if (several !== undefined) {
    return `“${several}” is more than a code: enter one code per line, or use “Upload CSV” for a table`;
  }
  const [damaged] = findDamagedCodes(codes);
  return damaged === undefined ? undefined : `“${damaged}” ${DAMAGED}`;
}
