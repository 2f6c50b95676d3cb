/** `6.00123E+15`, `6,00123E15`, or `6001230012.0`: a long number that a spreadsheet read as a decimal. */
const AS_DECIMAL = /^(\d+e\+\d+|\d+[.,]\d+e\+?\d+|\d+\.0+)$/i;
const MONTH = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)';
/** `12-Mar`: the code `MAR12` that a spreadsheet read as a day. */
const AS_DAY = new RegExp(`^(\\d{1,2}-${MONTH}|${MONTH}-\\d{2})$`, 'i');
/** `#NAME?`, `########` or LibreOffice's `Err:502`. */
const AS_ERROR = /^(#+|#(name\?|(value|ref|num|null|div\/0|spill|calc|field|blocked|unknown)!|n\/a)|err:\d{3})$/i;
/** Whether the text is what a spreadsheet shows in place of a code. */
const isSpreadsheetOutput = (code: string): boolean => [AS_DECIMAL, AS_DAY, AS_ERROR].some((shown) => shown.test(code));

/** Spreadsheets keep 15 digits of a number and replace the others with zeros. */
const KEPT_DIGITS = 15;
/** Minimum number of long codes for a finding, because a single long code may end in a zero by chance. */
const MIN_LONG_CODES = 3;

/** Finds codes that a spreadsheet damaged when the file was opened and saved. Their original characters are lost. */
export function findDamagedCodes(codes: readonly string[]): Set<string> {
  const long = new Set(codes.filter((code) => code.length > KEPT_DIGITS && /^\d+$/.test(code)));
  const areCut = long.size >= MIN_LONG_CODES && [...long].every((code) => /^0+$/.test(code.slice(KEPT_DIGITS)));
  return new Set([...codes.filter(isSpreadsheetOutput), ...(areCut ? long : [])]);
}
