import { hash } from 'node:crypto';

/**
 * SHA-256 of a text in UTF-8, for random or secret values that are compared without being stored. Not for passwords or
 * other guessable values.
 */
export const sha256 = (text: string, encoding: 'hex' | 'base64url' = 'hex'): string => hash('sha256', text, encoding);
