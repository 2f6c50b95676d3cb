import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mutant } from './mutants.ts';

const FUNCTIONS = 'packages/db/src/functions';

/** A piece of a file of the workspace. */
export interface Place {
  /** From the root. */
  file: string;
  /** The whole file. */
  text: string;
  /** Where the piece begins and ends in it. */
  start: number;
  end: number;
}

/** How often a text occurs in another. */
export const occurrences = (text: string, part: string): number => text.split(part).length - 1;

/**
 * The file, or the statement that makes the function or trigger of the database, which a defect is seeded into.
 * @throws where there is no such function or trigger, or more than one
 */
export function placeOf(root: string, at: Mutant['at']): Place {
  if ('file' in at) {
    const text = readFileSync(join(root, at.file), 'utf8');
    return { file: at.file, text, start: 0, end: text.length };
  }
  const made = at.sql.startsWith('trigger ') ? at.sql : `function ${at.sql}`;
  const begins = new RegExp(`^create (?:or replace )?${made}\\b`, 'gm');
  const found = readdirSync(join(root, FUNCTIONS))
    .filter((name) => name.endsWith('.sql'))
    .flatMap((name) => {
      const file = `${FUNCTIONS}/${name}`;
      const text = readFileSync(join(root, file), 'utf8');
      return [...text.matchAll(begins)].map(({ index }) => {
        const next = text.slice(index + 1).search(/^create /m);
        return { file, text, start: index, end: next < 0 ? text.length : index + 1 + next };
      });
    });
  const [place] = found;
  if (!place || found.length > 1) throw new Error(`${at.sql} is made ${found.length} times in ${FUNCTIONS}`);
  return place;
}

/**
 * The file with the defect in it.
 * @throws where the text that the defect changes does not occur exactly once
 */
export function seeded(root: string, { at, find, replace }: Mutant): { file: string; text: string } {
  const { file, text, start, end } = placeOf(root, at);
  const piece = text.slice(start, end);
  const count = occurrences(piece, find);
  if (count !== 1) throw new Error(`"${find}" occurs ${count} times in ${file}`);
  return { file, text: text.slice(0, start) + piece.replace(find, () => replace) + text.slice(end) };
}
