/** `6.00123E+15`, `6,00123E+15`, `#NAME?` or `########`: what a spreadsheet shows in place of a code. */
const SHOWN_INSTEAD = /^(\d+([.,]\d+)?e\+\d+|#+|#(name\?|value!|ref!|num!|n\/a|null!|div\/0!))$/i;

/** Spreadsheets keep 15 digits of a number and replace the others by zeros. */
const KEPT_DIGITS = 15;
/** A single long code may end in a zero by chance. */
const MIN_LONG_CODES = 3;

/** Codes that a spreadsheet damaged when the file was opened and saved: their characters are lost. */
export function findDamagedCodes(codes: readonly string[]): Set<string> {
  const long = new Set(codes.filter((code) => code.length > KEPT_DIGITS && /^\d+$/.test(code)));
  const areCut = long.size >= MIN_LONG_CODES && [...long].every((code) => /^0+$/.test(code.slice(KEPT_DIGITS)));
  return new Set([...codes.filter((code) => SHOWN_INSTEAD.test(code)), ...(areCut ? long : [])]);
}
