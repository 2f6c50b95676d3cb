import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from './files.ts';

/** Where words are said. */
const SPEAKERS = ['apps/user/src', 'packages/ui/src', 'packages/core/src'];
const SPOKEN = /(?<!\.test|\.fixture)\.tsx?$/;

const SECTION = /^const (\w+) = \{\n(.*?)^\} as const;/gms;
const KEY = /^ {2}(\w+):/gm;
/** Put together where they are said: what is kept of people, by what it is. */
const COMPOSED = /_(what|until)$/;

/**
 * Words of the user app and its mails that nobody says any more.
 * @param root the workspace
 * @returns `section.key` of each
 */
export function checkUnusedWords(root: string): string[] {
  const said = SPEAKERS.flatMap((folder) => filesBelow(root, folder, SPOKEN))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');
  // After a dot, as a text or as a name that is taken out of a section.
  const names = new Set(said.match(/\b[a-zA-Z]\w*\b/g));
  const words = readFileSync(join(root, 'packages/words/src/en.ts'), 'utf8');
  return [...words.matchAll(SECTION)].flatMap(([, section = '', body = '']) =>
    [...body.matchAll(KEY)]
      .map(([, key = '']) => key)
      .filter((key) => !COMPOSED.test(key) && !names.has(key))
      .map((key) => `${section}.${key}`),
  );
}
