/** `node infra/tools/checks/documents.ts`: prints what the documents name that is not there. */
import { fileURLToPath } from 'node:url';
import { decisionFaults } from './decision-records.ts';
import { missingPaths } from './named-paths.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const faults = [...missingPaths(root), ...decisionFaults(root)];
for (const fault of faults) console.log(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
