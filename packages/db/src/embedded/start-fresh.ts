import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Embedded, type EmbeddedOptions, startEmbedded } from '../embedded.ts';
import { hasOtherBaseline } from '../migrate.ts';
import { isRoot } from './location.ts';
import { BACKUP_PREFIX } from './moved-databases.ts';

/** All files that {@link startEmbedded} keeps in a data directory. */
const FILES = ['postgres', 'postgres.location', 'postgres.secrets', 'postgres.port'];

/**
 * Starts the embedded database. If the database's first migrations (the baseline) differ from this release's, moves the
 * database into a subfolder of the data directory and starts with an empty database.
 * @param folder the folder that holds `migrations`
 * @param report called with one line when the database is moved
 */
export async function startWithFreshBaseline(
  options: EmbeddedOptions,
  folder: string | undefined,
  report: (line: string) => void,
): Promise<Embedded> {
  const embedded = await startEmbedded(options);
  try {
    if (!(await hasOtherBaseline(embedded.url, folder))) return embedded;
  } catch (error) {
    await embedded.stop();
    throw error;
  }
  await embedded.stop();
  const backup = moveToBackup(resolve(options.dataDir));
  report(
    `The demo database was created by migrations that this release does not contain. It was moved to ${backup}, and ` +
      'the demo starts with a new one.',
  );
  return startEmbedded(options);
}

function moveToBackup(dataDir: string): string {
  const folder = join(dataDir, `${BACKUP_PREFIX}${new Date().toISOString().replaceAll(/[:.]/g, '-')}`);
  mkdirSync(folder, { mode: isRoot() ? 0o711 : 0o700 });
  for (const name of FILES) {
    if (existsSync(join(dataDir, name))) renameSync(join(dataDir, name), join(folder, name));
  }
  return folder;
}
