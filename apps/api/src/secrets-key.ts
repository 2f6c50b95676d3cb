import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSecretBox, type SecretBox } from '@inaam/core/kernel/seals';
import { SettingError } from '@inaam/settings/environment';
import type { Settings } from './settings.ts';

const FILE = 'secrets.key';

/**
 * The keys for what lies sealed in the database: those of the settings, else one that is drawn once and kept beside the
 * data. A new one is not drawn over a database that has been sealed with another: that would open nothing of it.
 * @param isSealed does the database hold what was sealed?
 * @throws SettingError when there is no key and none can be made
 */
export async function loadSecretsKeys(
  { secretsKeys, dataDir }: Pick<Settings, 'secretsKeys' | 'dataDir'>,
  isSealed: () => Promise<boolean>,
): Promise<{ keys: Uint8Array[]; isOnDisk: boolean }> {
  if (secretsKeys.length > 0) return { keys: secretsKeys, isOnDisk: false };
  const file = join(dataDir, FILE);
  try {
    const kept = (await readKey(file)) ?? undefined;
    if (kept) return { keys: [kept], isOnDisk: true };
    if (await isSealed()) {
      const where = `${FILE} of the DATA_DIR that it was sealed with into ${dataDir}`;
      throw new SettingError('SECRETS_KEY', `is required: this database holds what a key sealed; or copy ${where}`);
    }
    await generateKey(dataDir, file);
    const drawn = await readKey(file);
    if (!drawn) throw new Error(`${file} is not there`);
    return { keys: [drawn], isOnDisk: true };
  } catch (error) {
    if (error instanceof SettingError || !(error instanceof Error)) throw error;
    throw new SettingError('SECRETS_KEY', `is not set, and none can be kept under DATA_DIR (${error.message})`);
  }
}

/** A box whose keys come later: which ones there must be is known once the database can be asked. */
export function createDeferredSecretBox(): { secrets: SecretBox; fill(keys: readonly Uint8Array[]): void } {
  let box = createSecretBox([]);
  return {
    secrets: {
      get keyId() {
        return box.keyId;
      },
      seal: (text, place) => box.seal(text, place),
      open: (stored, place) => box.open(stored, place),
      keyFor: (purpose) => box.keyFor(purpose),
    },
    fill(keys) {
      box = createSecretBox(keys);
    },
  };
}

async function readKey(file: string): Promise<Uint8Array | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  if (!/^[0-9a-f]{64}\s*$/.test(text)) throw new SettingError('SECRETS_KEY', `${file} does not hold a key`);
  return new Uint8Array(Buffer.from(text.trim(), 'hex'));
}

/** Appears whole or not at all, and never in the place of another: several processes may start at once. */
async function generateKey(dataDir: string, file: string): Promise<void> {
  // Root's PostgreSQL runs as another account, which must be able to walk through here to its own files.
  await mkdir(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(draft);
  }
}
