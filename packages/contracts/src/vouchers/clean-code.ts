/**
 * Format characters such as a zero-width space or a soft hyphen (Unicode category Cf). Pasting can add these
 * characters, and the same code would then count as two codes.
 */
const INVISIBLE = /\p{Cf}/gu;

/** Removes invisible characters and surrounding blanks from a pasted code. */
export const cleanCode = (pasted: string): string => pasted.replaceAll(INVISIBLE, '').trim();

/**
 * White space, control characters, and separators or quotes of a list that was not split. No brand uses these
 * characters in codes.
 */
const NOT_IN_CODES = /[\s\p{Cc},;|"“”„'‘’«»`]/u;

/** Whether a text cannot be a single code. */
export const isMalformedCode = (code: string): boolean => NOT_IN_CODES.test(code);
