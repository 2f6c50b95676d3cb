import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSecretBox, type SecretBox } from '@inaam/core/kernel/seals';
import { SettingError } from '@inaam/settings/environment';
import type { Settings } from './settings.ts';

const FILE = 'secrets.key';

/**
 * Loads the keys for sealed values: those of the settings, else one that is generated once and stored in the data
 * folder. If the database already has sealed values, no key is generated, because a new key could not open them.
 * @param isSealed whether the database holds sealed values
 * @throws SettingError when the stored key is invalid, or when there is no key and none can be created
 */
export async function loadSecretsKeys(
  { secretsKeys, dataDir }: Pick<Settings, 'secretsKeys' | 'dataDir'>,
  isSealed: () => Promise<boolean>,
): Promise<{ keys: Uint8Array[]; isOnDisk: boolean }> {
  if (secretsKeys.length > 0) return { keys: secretsKeys, isOnDisk: false };
  const file = join(dataDir, FILE);
  try {
    const stored = (await readKey(file)) ?? undefined;
    if (stored) return { keys: [stored], isOnDisk: true };
    if (await isSealed()) {
      const what = 'is required: this database has values sealed with a key that is missing here. ';
      const copy = `copy ${FILE} into ${dataDir} from the DATA_DIR of the process that sealed the values`;
      throw new SettingError('SECRETS_KEY', `${what}Set that key, or ${copy}`);
    }
    await generateKey(dataDir, file);
    const created = await readKey(file);
    if (!created) throw new Error(`${file} is missing`);
    return { keys: [created], isOnDisk: true };
  } catch (error) {
    if (error instanceof SettingError || !(error instanceof Error)) throw error;
    throw new SettingError('SECRETS_KEY', `is not set, and no key can be stored under DATA_DIR (${error.message})`);
  }
}

/**
 * Creates a box that gets its keys later. A new key is only generated if the database has no sealed values, so the
 * database must be read first.
 */
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
      keysFor: (purpose) => box.keysFor(purpose),
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

/** Creates the key file atomically and never replaces an existing one, because several processes may start at once. */
async function generateKey(dataDir: string, file: string): Promise<void> {
  // If this process runs as root, PostgreSQL runs as another account, which must be able to enter this folder.
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
