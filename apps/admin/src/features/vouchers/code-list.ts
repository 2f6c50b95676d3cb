import { isMalformedCode } from '@inaam/contracts/vouchers/clean-code';
import { findDamagedCodes } from '@inaam/contracts/vouchers/damaged-code';
import { omitNoValue } from '../../files/cells.ts';
import { findNonCode } from './import/code-lines.ts';

export interface CodeList {
  /** The codes to send, trimmed and without blank lines. Repeated codes stay, because the server counts them. */
  codes: string[];
  /** The number of codes that repeat an earlier code. */
  repeats: number;
}

const QUOTED = /^(?:"([^"]*)"|'([^']*)'|“([^”]*)”|‘([^’]*)’)$/;

/** Parses pasted codes, one per line, with any line ending and with or without quotes around a code. */
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

const DAMAGED_TEXT = 'was damaged by a spreadsheet: format the column as text before you save the file';

/**
 * The problem with the first pasted text that cannot be a code; undefined if every text can be a code.
 * @param hasGroups true for a single typed code, which may contain blanks (`6001 2300`). In a list, a blank is a
 * problem, because it separates two codes.
 */
export function findCodeProblem(codes: readonly string[], hasGroups = false): string | undefined {
  for (const code of codes) {
    const reason = omitNoValue(code) === '' ? 'no value' : findNonCode([code], code);
    if (reason) return `“${code}” is not a voucher code: ${reason}`;
  }
  const malformedCode = codes.find((code) => isMalformedCode(hasGroups ? code.replaceAll(' ', '') : code));
  if (malformedCode !== undefined) {
    return `“${malformedCode}” is more than a code: enter one code per line, or use “Upload CSV” for a table`;
  }
  const [damagedCode] = findDamagedCodes(codes);
  return damagedCode === undefined ? undefined : `“${damagedCode}” ${DAMAGED_TEXT}`;
}
