import { randomBytes } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** In the data folder. */
const FILE = 'setup-token';

/** ms: as long as the token counts. */
const LIFETIME_MS = 3_600_000;

/**
 * Keeps the token that makes the first admin where the account alone may read it that the api runs as. Standard output
 * goes to wherever logs are kept, and many read those. The file goes with the token, after an hour.
 * @returns where it lies
 * @throws an Error when nothing can be kept under the folder
 */
export async function writeSetupToken(dataDir: string, token: string, goodFor = LIFETIME_MS): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const file = join(dataDir, FILE);
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  // A file of its own, and never one that somebody has laid there: its mode is that of this call.
  await writeFile(draft, `${token}\n`, { mode: 0o600, flag: 'wx' });
  await rename(draft, file);
  setTimeout(() => void deleteSetupToken(dataDir).catch(() => {}), goodFor).unref();
  return file;
}

/** Removes what a start before this one left. */
export const deleteSetupToken = (dataDir: string): Promise<void> => rm(join(dataDir, FILE), { force: true });
