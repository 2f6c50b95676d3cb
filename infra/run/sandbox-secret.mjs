import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from './workspace.mjs';

/**
 * Returns the key with which the sandbox network signs its postbacks and the api verifies them. A key is created once
 * per data directory.
 * @param {string} dataDir
 */
export function getSandboxSecret(dataDir) {
  const file = join(dataDir, 'sandbox.secret');
  try {
    if (existsSync(file)) return readFileSync(file, 'utf8').trim();
    // If root starts PostgreSQL, the server runs as another account, which must be able to traverse this folder.
    mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    const secret = randomBytes(32).toString('hex');
    writeFileSync(file, `${secret}\n`, { mode: 0o600 });
    return secret;
  } catch (error) {
    throw new Refusal(`DATA_DIR: ${/** @type {Error} */ (error).message}`);
  }
}
