import { expect, test } from 'vitest';
import { sha256 } from './digest.ts';

// Sources: FIPS 180-2, appendix B.1; `printf 'ü' | sha256sum` for a letter that has two bytes in UTF-8.
test('hashes text in UTF-8 with SHA-256', () => {
  expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(sha256('ü')).toBe('607474ca475a9724d7360aba71a56d5df77e61350e3f724cfa1f46e857e2d85f');
  expect(Buffer.from(sha256('abc', 'base64url'), 'base64url').toString('hex')).toBe(sha256('abc'));
});
