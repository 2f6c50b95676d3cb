import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Migrations like those of later releases: a column, its check, a unique index, an index for speed. */
export const exampleFolder = join(import.meta.dirname, '../fixtures/example');

const EXAMPLES = ['example_unique_index', 'example_column', 'example_check', 'example_index'];

/**
 * Adds the example migrations to a copy of the folder that holds `migrations`, as drizzle-kit would.
 * @returns the names of their files
 */
export function addExampleMigrations(folder: string): string[] {
  const file = join(folder, 'migrations', 'meta', '_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: { idx: number; when: number; tag: string }[] };
  const { idx: last, when } = journal.entries.at(-1) ?? { idx: -1, when: 0 };
  const tags = EXAMPLES.map((name, i) => `${String(last + 1 + i).padStart(4, '0')}_${name}`);
  for (const [i, tag] of tags.entries()) {
    cpSync(join(exampleFolder, `${EXAMPLES[i]}.sql`), join(folder, 'migrations', `${tag}.sql`));
    const entry = { idx: last + 1 + i, version: '7', when: when + (i + 1) * 1_000, tag, breakpoints: true };
    journal.entries.push(entry);
  }
  writeFileSync(file, JSON.stringify(journal));
  return tags.map((tag) => `${tag}.sql`);
}

/** Copies this package's migrations and functions and adds the example migrations. */
export function copyWithExample(folder: string): string[] {
  for (const name of ['migrations', 'functions']) {
    cpSync(join(import.meta.dirname, '..', name), join(folder, name), { recursive: true });
  }
  return addExampleMigrations(folder);
}

export const exampleFiles = (): { name: string; text: string }[] =>
  readdirSync(exampleFolder).map((name) => ({ name, text: readFileSync(join(exampleFolder, name), 'utf8') }));
