import { randomBytes } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const FILE = 'setup-token';

/** ms for which the token is valid. */
const LIFETIME_MS = 3_600_000;

/**
 * Writes the setup token of the first admin to a file that only the api's account can read. The token is not logged,
 * because many people read logs. The file is deleted when the token expires, after an hour.
 * @returns the path
 * @throws Error when the folder cannot be written
 */
export async function writeSetupToken(dataDir: string, token: string, lifetimeMs = LIFETIME_MS): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const file = join(dataDir, FILE);
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  // The flag `wx` creates a new file and never opens an existing one, so the mode is certain.
  await writeFile(draft, `${token}\n`, { mode: 0o600, flag: 'wx' });
  await rename(draft, file);
  setTimeout(() => void deleteSetupToken(dataDir).catch(() => {}), lifetimeMs).unref();
  return file;
}

export const deleteSetupToken = (dataDir: string): Promise<void> => rm(join(dataDir, FILE), { force: true });
