import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from './files.ts';

/** Folders that use the texts. */
const TEXT_USERS = ['apps/user/src', 'packages/ui/src', 'packages/core/src'];
const SOURCES = /(?<!\.test|\.fixture)\.tsx?$/;

const SECTION = /^const (\w+) = \{\n(.*?)^\} as const;/gms;
const KEY = /^ {2}(\w+):/gm;
/** Matches keys that code composes at run time from a kind of stored personal data. */
const COMPOSED_KEY = /_(what|until)$/;

/**
 * Finds texts of the user app and its mails that no code uses.
 * @param root the workspace
 * @returns `section.key` of each
 */
export function checkUnusedWords(root: string): string[] {
  const code = TEXT_USERS.flatMap((folder) => filesBelow(root, folder, SOURCES))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');
  // All words of the code, since a used key follows a dot, is in a string, or is destructured from a section.
  const names = new Set(code.match(/\b[a-zA-Z]\w*\b/g));
  const words = readFileSync(join(root, 'packages/words/src/en.ts'), 'utf8');
  return [...words.matchAll(SECTION)].flatMap(([, section = '', body = '']) =>
    [...body.matchAll(KEY)]
      .map(([, key = '']) => key)
      .filter((key) => !COMPOSED_KEY.test(key) && !names.has(key))
      .map((key) => `${section}.${key}`),
  );
}
