import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { filesBelow } from './files.ts';
import { type Node, walk } from './syntax.ts';

/** Attributes that people read or hear. */
const READABLE_ATTRIBUTES = new Set(
  'about alt aria-label busyLabel cancelLabel confirmLabel description hint label placeholder title'.split(' '),
);
/** Names that are the same in every language. */
const NAMES = new Set(['Google']);
/** A word: two adjacent letters. */
const WORD = /\p{L}{2}/u;

/**
 * Finds texts between tags and in attributes, which belong in packages/words.
 * @param root a workspace with `apps/user/src`
 * @returns one line for each text: its file and the text
 */
export function checkUntranslated(root: string): string[] {
  return filesBelow(root, 'apps/user/src', /\.tsx$/)
    .filter((file) => !file.endsWith('.test.tsx'))
    .flatMap((file) => {
      const { program, errors } = parseSync(file, readFileSync(join(root, file), 'utf8'));
      if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
      return [...walk(program as unknown as Node)]
        .map(getText)
        .filter((text) => text !== undefined && WORD.test(text) && !NAMES.has(text))
        .map((text) => `${file}: ${text}`);
    });
}

function getText(node: Node): string | undefined {
  if (node.type === 'JSXText') return String(node['value']).trim();
  if (node.type !== 'JSXAttribute') return undefined;
  const value = node['value'] as Node | null;
  const isReadable = READABLE_ATTRIBUTES.has(String((node['name'] as Node)['name']));
  return isReadable && value?.type === 'Literal' ? String(value['value']) : undefined;
}
