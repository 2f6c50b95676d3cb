import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Subject } from './declarations.ts';

/** A fault that a change could introduce, with the tests that must then fail. See defects.txt. */
export interface Defect {
  /** Describes the fault. */
  description: string;
  subject: Subject;
  /** The text to replace, which matches once in the subject; see pattern.ts. */
  pattern: string;
  replacement: string;
  /** Test files, each as `FOLDER/FILE`: the folder of the package or app, and the name of the file. */
  tests: readonly string[];
}

/** Reads the table of defects in defects.txt. */
export function readDefects(): readonly Defect[] {
  const defects: Defect[] = [];
  let current: Pick<Defect, 'subject' | 'tests'> | undefined;
  for (const line of readFileSync(join(import.meta.dirname, 'defects.txt'), 'utf8').split('\n')) {
    const text = line.slice(2);
    const last = defects.at(-1);
    if (line.startsWith('@ ')) {
      const [kind = '', name = '', ...tests] = text.split(' ');
      current = { subject: { kind: kind as Subject['kind'], name }, tests };
    } else if (last && line.startsWith('- ')) last.pattern += `${text}\n`;
    else if (last && line.startsWith('+ ')) last.replacement += `${text}\n`;
    else if (current && line !== '' && !line.startsWith('#')) {
      defects.push({ ...current, description: line, pattern: '', replacement: '' });
    }
  }
  return defects.map((defect) => ({
    ...defect,
    pattern: defect.pattern.trim(),
    replacement: defect.replacement.trim(),
  }));
}
