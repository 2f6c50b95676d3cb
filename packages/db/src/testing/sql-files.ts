import type { FunctionSet } from '../migrate/functions.ts';

export interface SqlFile {
  name: string;
  text: string;
}

const DEFINITION =
  /^[^\S\n]*create\s+(?:or\s+replace\s+)?(?:constraint\s+)?(function|procedure|trigger|view)\s+(?:\w+\.)?"?(\w+)/gim;

/** What a file of SQL defines, each as often as it is there: `function settle_spins`, `trigger vouchers_guard`. */
export function listDefinitions({ text }: SqlFile): string[] {
  return [...text.matchAll(DEFINITION)].map(([, kind = '', name]) => `${kind.toLowerCase()} ${name}`);
}

/** The names that are defined twice over all files, with the files: there is one place to read each. */
export function findDuplicates(files: SqlFile[]): string[] {
  const places = Map.groupBy(
    files.flatMap((file) => listDefinitions(file).map((name) => ({ name, file: file.name }))),
    ({ name }) => name,
  );
  return [...places]
    .filter(([, found]) => found.length > 1)
    .map(([name, found]) => `${name}: ${found.map(({ file }) => file).join(', ')}`);
}

/**
 * Compares files with a list of their hashes, which is appended to and never edited.
 * @param list lines of a name and a hash
 * @returns a line for each difference, with the line that the list lacks
 */
export function hashDifferences(list: string[], files: { name: string; hash: string }[]): string[] {
  const lines = files.map(({ name, hash }) => `${name} ${hash}`);
  return [
    ...list.filter((line, i) => line !== lines[i]).map((line) => `was committed and is not so any more: ${line}`),
    ...lines.slice(list.length).map((line) => `append to the list: ${line}`),
  ];
}

/**
 * Holds the versions of the set of functions against its hash.
 * @param lines of versions.txt: a number, counted from 1, and a hash
 * @returns what is wrong, empty when the last line is of the set
 */
export function versionFaults(lines: string[], set: FunctionSet): string[] {
  const numbers = lines.filter((line, i) => !new RegExp(`^${i + 1} [0-9a-f]{64}$`).test(line));
  const last = lines.at(-1) ?? '';
  return [
    ...numbers.map((line) => `not the next number and a hash: ${line}`),
    ...(last.endsWith(` ${set.hash}`) ? [] : [`append to versions.txt: ${lines.length + 1} ${set.hash}`]),
  ];
}

/**
 * Finds functions that were released, are not in the files any more, and are dropped by no migration: they would stay
 * in every database that has them. `create or replace` makes a second function when a parameter's type changes.
 * @param released lines of signatures.txt
 * @param present the signatures of now
 */
export function signatureFaults(released: string[], present: string[], migrations: SqlFile[]): string[] {
  const dropped = (signature: string) => {
    const name = /^\w+/.exec(signature)?.[0];
    return migrations.some(({ text }) => new RegExp(`^drop function (if exists )?${name}\\b`, 'im').test(text));
  };
  return [
    ...present.filter((each) => !released.includes(each)).map((each) => `append to signatures.txt: ${each}`),
    ...released
      .filter((each) => !present.includes(each) && !dropped(each))
      .map((each) => `no migration drops it: ${each}`),
  ];
}
