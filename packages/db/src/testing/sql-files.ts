import type { FunctionSet } from '../migrate/functions.ts';

export interface SqlFile {
  name: string;
  text: string;
}

const DEFINITION =
  /^[^\S\n]*create\s+(?:or\s+replace\s+)?(?:constraint\s+)?(function|procedure|trigger|view)\s+(?:\w+\.)?"?(\w+)/gim;

/** Lists definitions in an SQL file, with repeats: `function settle_spins`, `trigger vouchers_guard`. */
export function listDefinitions({ text }: SqlFile): string[] {
  return [...text.matchAll(DEFINITION)].map(([, kind = '', name]) => `${kind.toLowerCase()} ${name}`);
}

/** Returns names that are defined twice, with their files. */
export function findDuplicates(files: SqlFile[]): string[] {
  const places = Map.groupBy(
    files.flatMap((file) => listDefinitions(file).map((name) => ({ name, file: file.name }))),
    ({ name }) => name,
  );
  return [...places]
    .filter(([, entries]) => entries.length > 1)
    .map(([name, entries]) => `${name}: ${entries.map(({ file }) => file).join(', ')}`);
}

/**
 * Compares files with a list of their hashes, which is append-only.
 * @param list lines of a name and a hash
 * @returns a message per difference, with the line that differs or that is missing in the list
 */
export function findHashDifferences(list: string[], files: { name: string; hash: string }[]): string[] {
  const lines = files.map(({ name, hash }) => `${name} ${hash}`);
  return [
    ...list.filter((line, i) => line !== lines[i]).map((line) => `differs from the committed list: ${line}`),
    ...lines.slice(list.length).map((line) => `append to the list: ${line}`),
  ];
}

/**
 * Compares the recorded versions of the function set with its hash.
 * @param lines of versions.txt: a number, counted from 1, and a hash
 * @returns what is wrong; empty if the last line matches the set
 */
export function findVersionFaults(lines: string[], set: FunctionSet): string[] {
  const numbers = lines.filter((line, i) => !new RegExp(`^${i + 1} [0-9a-f]{64}$`).test(line));
  const last = lines.at(-1) ?? '';
  return [
    ...numbers.map((line) => `not the next number and a hash: ${line}`),
    ...(last.endsWith(` ${set.hash}`) ? [] : [`append to versions.txt: ${lines.length + 1} ${set.hash}`]),
  ];
}

/**
 * Finds current functions that are missing in signatures.txt, and released functions that the files no longer contain
 * and no migration drops. Such a released function would stay in every database, for example after a parameter's type
 * changed, because `create or replace` then creates a second function.
 * @param released lines of signatures.txt
 * @param present the current signatures
 */
export function findSignatureFaults(released: string[], present: string[], migrations: SqlFile[]): string[] {
  const isDropped = (signature: string) => {
    const name = /^\w+/.exec(signature)?.[0];
    return migrations.some(({ text }) => new RegExp(`^drop function (if exists )?${name}\\b`, 'im').test(text));
  };
  return [
    ...present.filter((each) => !released.includes(each)).map((each) => `append to signatures.txt: ${each}`),
    ...released
      .filter((each) => !present.includes(each) && !isDropped(each))
      .map((each) => `no migration drops it: ${each}`),
  ];
}
