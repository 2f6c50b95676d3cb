/**
 * What nobody sees and no shop asks for: format characters, such as a zero-width space or a soft hyphen (Unicode's
 * general category Cf). They come with what is pasted, and would make two codes of one.
 */
const INVISIBLE = /\p{Cf}/gu;

/** A code as it was pasted, without what nobody sees and without blanks around it. */
export const cleanCode = (pasted: string): string => pasted.replaceAll(INVISIBLE, '').trim();
