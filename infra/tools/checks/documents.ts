/**
 * `node infra/tools/checks/documents.ts`: prints missing paths, faulty decision records, and a line each if there are
 * too many words or too many hard words.
 */
import { fileURLToPath } from 'node:url';
import { findDecisionFaults } from './decision-records.ts';
import { findExcessWords } from './document-words.ts';
import { findMissingPaths } from './named-paths.ts';
import { findUnplainWords } from './plain-words.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const faults = [
  ...findMissingPaths(root),
  ...findDecisionFaults(root),
  ...findExcessWords(root),
  ...findUnplainWords(root),
];
for (const fault of faults) console.log(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
