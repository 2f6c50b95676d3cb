/**
 * `node infra/tools/checks/screens.ts`: prints untranslated texts, plain links to screens, and components that return a
 * bare text.
 */
import { join } from 'node:path';
import { checkBareText } from './bare-text.ts';
import { findPlainLinks } from './plain-links.ts';
import { checkUntranslated } from './untranslated.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const faults = [...checkUntranslated(root), ...findPlainLinks(root), ...checkBareText(root)];
for (const fault of faults) console.log(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
