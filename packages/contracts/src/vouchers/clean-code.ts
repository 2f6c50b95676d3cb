/**
 * Format characters such as a zero-width space or a soft hyphen (Unicode category Cf). Pasting adds them, and they
 * would make two codes of one.
 */
const INVISIBLE = /\p{Cf}/gu;

/** Removes invisible characters and surrounding blanks from a pasted code. */
export const cleanCode = (pasted: string): string => pasted.replaceAll(INVISIBLE, '').trim();
