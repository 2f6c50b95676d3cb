import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { Refusal, root } from './workspace.mjs';

/** An empty variable counts as unset. @param {string} name */
const given = (name) => process.env[name] || undefined;

/**
 * What must be known before anything is built. The servers read and judge their settings themselves; here are only
 * those whose faults would otherwise show minutes later.
 * @returns {{ demo: boolean, embedded: boolean, dataDir: string, ports: { app: number, admin: number, sandbox: number } }}
 */
export function readSettings() {
  const mode = given('MODE') ?? (given('DATABASE_URL') ? 'production' : 'demo');
  if (mode !== 'demo' && mode !== 'production') throw new Refusal(`MODE must be demo or production, not ${mode}.`);
  return {
    demo: mode === 'demo',
    embedded: given('DATABASE_URL') === undefined,
    dataDir: resolve(root, given('DATA_DIR') ?? '.data'),
    ports: { app: port('APP_PORT', 3000), admin: port('ADMIN_PORT', 3001), sandbox: port('SANDBOX_PORT', 3002) },
  };
}

/**
 * @param {string} name
 * @param {number} otherwise
 */
function port(name, otherwise) {
  const text = given(name);
  if (text === undefined) return otherwise;
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < 1 || number > 65_535) {
    throw new Refusal(`${name} must be a port number from 1 to 65535, not ${text}.`);
  }
  return number;
}

/**
 * Refuses ports that cannot be listened at, by the name of their variable.
 * @param {Record<string, number>} ports by variable
 */
export async function checkPorts(ports) {
  /** @type {Map<number, string>} */
  const taken = new Map();
  for (const [name, number] of Object.entries(ports)) {
    const other = taken.get(number);
    if (other) throw new Refusal(`${name} and ${other} are the same port, ${number}.`);
    taken.set(number, name);
    // One program may hold the port on one address only, and which one a browser tries first is not ours to know.
    for (const host of ['0.0.0.0', '127.0.0.1', '::', '::1']) {
      const fault = await listenFault(number, host);
      if (fault === 'EADDRINUSE') throw new Refusal(`${name}: port ${number} is in use.`);
      if (fault === 'EACCES') throw new Refusal(`${name}: this account may not listen at port ${number}.`);
    }
  }
}

/**
 * @param {number} number
 * @param {string} host
 * @returns {Promise<string | undefined>}
 */
function listenFault(number, host) {
  return new Promise((done) => {
    const probe = createServer();
    probe.once('error', (/** @type {NodeJS.ErrnoException} */ error) => done(error.code));
    probe.listen({ port: number, host, exclusive: true }, () => probe.close(() => done(undefined)));
  });
}

/** @returns {Promise<number>} a port of this machine that nobody listens at */
export function freePort() {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = /** @type {import('node:net').AddressInfo} */ (probe.address());
      probe.close(() => done(address.port));
    });
  });
}

/**
 * The key with which the sandbox network signs and the app checks, drawn once per data directory.
 * @param {string} dataDir
 */
export function sandboxSecret(dataDir) {
  const file = join(dataDir, 'sandbox.secret');
  try {
    if (existsSync(file)) return readFileSync(file, 'utf8').trim();
    // Root's PostgreSQL runs as another account, which must be able to walk through here to its own files.
    mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    const secret = randomBytes(32).toString('hex');
    writeFileSync(file, `${secret}\n`, { mode: 0o600 });
    return secret;
  } catch (error) {
    throw new Refusal(`DATA_DIR: ${/** @type {Error} */ (error).message}`);
  }
}
