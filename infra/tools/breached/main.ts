import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bloomSize, buildBloomFilter } from '../../../packages/core/src/people/passwords/bloom.ts';

/**
 * Builds the filter of breached passwords: `node infra/tools/breached/main.ts LIST`. The list has one password per
 * line; everything before a line `--` is ignored. Source of the repository's filter: PwnedPasswordsTop100k.txt of the
 * UK's National Cyber Security Centre, the 100,000 most used passwords of Have I Been Pwned
 * (https://www.ncsc.gov.uk/blog-post/passwords-passwords). The filter takes 29 bits per password.
 */

const FALSE_POSITIVE_RATE = 1e-6;
/** The filter omits shorter passwords, which are refused anyway. */
const PASSWORD_MIN = 8;

const [file] = process.argv.slice(2);
if (file === undefined) {
  process.stderr.write('Usage: node infra/tools/breached/main.ts LIST\n');
  process.exit(1);
}
const lines = readFileSync(file, 'utf8').split(/\r?\n/);
const passwords = new Set(
  lines
    .slice(lines.indexOf('--') + 1)
    .map((line) => line.toLowerCase())
    .filter((line) => line.length >= PASSWORD_MIN),
);
const size = bloomSize(passwords.size, FALSE_POSITIVE_RATE);
const filter = Buffer.from(buildBloomFilter(passwords, size)).toString('base64');
const description = {
  source: 'NCSC PwnedPasswordsTop100k.txt, https://www.ncsc.gov.uk/blog-post/passwords-passwords',
  passwords: passwords.size,
  error: FALSE_POSITIVE_RATE,
  ...size,
};
const target = fileURLToPath(new URL('../../../packages/core/src/people/passwords/breached.json', import.meta.url));
writeFileSync(target, `${JSON.stringify({ ...description, filter }, undefined, 2)}\n`);
process.stdout.write(`${JSON.stringify(description)} ${filter.length} characters\n`);
