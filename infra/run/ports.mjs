import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { Refusal } from './workspace.mjs';

/**
 * Refuses ports that cannot be used, and names the variable of the port.
 * @param {Record<string, number>} ports by variable
 */
export async function checkPorts(ports) {
  /** @type {Map<number, string>} */
  const taken = new Map();
  for (const [name, number] of Object.entries(ports)) {
    const other = taken.get(number);
    if (other) throw new Refusal(`${name} and ${other} are the same port, ${number}.`);
    taken.set(number, name);
    // Tries every IP address: a program may use the port on one of them only, and browsers differ in which IP address
    // they try first.
    for (const host of ['0.0.0.0', '127.0.0.1', '::', '::1']) {
      const fault = await findListenError(number, host);
      if (fault === 'EADDRINUSE') throw new Refusal(`${name}: port ${number} is in use.`);
      if (fault === 'EACCES') throw new Refusal(`${name}: this account is not allowed to listen at port ${number}.`);
    }
  }
}

/**
 * @param {number} number
 * @param {string} host
 * @returns {Promise<string | undefined>}
 */
function findListenError(number, host) {
  return new Promise((done) => {
    const probe = createServer();
    probe.once('error', (/** @type {NodeJS.ErrnoException} */ error) => done(error.code));
    probe.listen({ port: number, host, exclusive: true }, () => probe.close(() => done(undefined)));
  });
}

/**
 * These ports are below those that systems give to outgoing connections (Linux from 32768, others from 49152).
 * Otherwise an outgoing connection could take the port before the server listens.
 */
const [FIRST_PORT, LAST_PORT] = [10_000, 32_000];
const PORT_TRIES = 100;

/** @returns {Promise<number>} an unused port of this machine */
export async function freePort() {
  for (let tries = 0; tries < PORT_TRIES; tries++) {
    const number = randomInt(FIRST_PORT, LAST_PORT);
    if ((await findListenError(number, '127.0.0.1')) === undefined) return number;
  }
  throw new Refusal(`No port from ${FIRST_PORT} to ${LAST_PORT} is free.`);
}
