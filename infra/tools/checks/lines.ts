/**
 * `node infra/tools/checks/lines.ts [path …]`: prints the lines of more than 120 columns in these files, by default in
 * all files.
 */
import { fileURLToPath } from 'node:url';
import { findLongLines } from './long-lines.ts';

const paths = process.argv.slice(2);
const faults = findLongLines(fileURLToPath(new URL('../../..', import.meta.url)), paths.length > 0 ? paths : ['.']);
for (const fault of faults) console.log(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
