import { hash } from 'node:crypto';

/**
 * SHA-256 of a text in UTF-8: names what was drawn at random, or is not to be read, without keeping it. Passwords and
 * what else can be guessed are not for this.
 */
export const sha256 = (text: string, encoding: 'hex' | 'base64url' = 'hex'): string => hash('sha256', text, encoding);
