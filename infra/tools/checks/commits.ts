/** `node infra/tools/checks/commits.ts`: prints commits with a subject that is too long. */
import { fileURLToPath } from 'node:url';
import { findLongSubjects } from './commit-subjects.ts';

const faults = findLongSubjects(fileURLToPath(new URL('../../..', import.meta.url)));
for (const fault of faults) console.log(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
