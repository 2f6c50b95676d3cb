/** Prints the forbidden imports of this workspace, one per line. */
import { fileURLToPath } from 'node:url';
import { check } from './rules.ts';

const faults = check(fileURLToPath(new URL('../../..', import.meta.url)));
for (const fault of faults) console.log(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
