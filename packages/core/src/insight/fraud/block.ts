import { randomUUID } from 'node:crypto';
import { DomainError } from '@inaam/contracts/common/errors';
import type { FraudStep } from '@inaam/contracts/fraud/fraud';
import type { Tx } from '@inaam/db/client';
import { sql } from 'drizzle-orm';
import type { Actor } from '../../kernel/actor.ts';
import { formatAddress } from '../../kernel/address.ts';
import { oneRow } from '../../kernel/rows.ts';

/**
 * An address as an admin writes it, in the form in which addresses are counted and blocked. An IPv6 address stands for
 * its /64, whether that is written behind it or not.
 * @param field whose fault it is when that is no address
 * @throws DomainError BAD_INPUT
 */
export function parseAddress(text: string, field: string): string {
  const address = formatAddress(text);
  if (address === null) {
    throw new DomainError('BAD_INPUT', { text: `${field}: must be an IP address, or an IPv6 /64`, field });
  }
  return address;
}

/** Whether blocking these addresses would lock out who asks for it: an admin in person, since no block stops a key. */
export const wouldLockOutAdmin = (actor: Actor, addresses: readonly string[]): boolean =>
  actor.kind === 'admin' && actor.ip !== null && addresses.includes(actor.ip);

export interface Blocking {
  kind: 'ip' | 'device';
  /** A normalised address, or a fingerprint. */
  key: string;
  blocked: boolean;
  notes: string;
  /** What the audit log's row is found again by; an Undo has its own. */
  call?: string;
}

/** Several at once, all or none, as one step that one Undo takes back. */
export async function setManyBlocked(
  tx: Tx,
  actor: Actor,
  { keys, call = randomUUID(), ...blocking }: Omit<Blocking, 'key'> & { keys: readonly string[] },
): Promise<FraudStep> {
  const { kind, blocked } = blocking;
  const steps: FraudStep[] = [];
  // In one order whoever does it, so that two calls never wait for each other.
  for (const key of [...new Set(keys)].toSorted()) steps.push(await setBlocked(tx, actor, { ...blocking, key, call }));
  const [only] = steps;
  if (only && steps.length === 1) return only;
  const places = kind === 'ip' ? 'IP addresses' : 'devices';
  return {
    message: `${steps.length} ${places} ${blocked ? 'blocked' : 'unblocked'} successfully`,
    done: steps.length,
    unchanged: steps.reduce((sum, { unchanged }) => sum + unchanged, 0),
    refused: [],
    undo: steps.some(({ undo }) => undo !== null) ? call : null,
  };
}

/**
 * Blocks or unblocks an address or a device, from the next request on. Doing it twice is the same as once. Blocking
 * one that nobody has registered from yet makes its row.
 */
export async function setBlocked(tx: Tx, actor: Actor, blocking: Blocking): Promise<FraudStep> {
  const { kind, key, blocked, notes, call = randomUUID() } = blocking;
  const { changed } = oneRow(
    await tx.execute<{ changed: boolean }>(sql`
    select set_blocked(${JSON.stringify(actor)}::jsonb, ${kind}, ${key}, ${blocked}, ${notes}, ${call}) as changed`),
  );
  const subject = kind === 'ip' ? `IP address ${key}` : 'Device';
  return {
    message: `${subject} ${blocked ? 'blocked' : 'unblocked'} successfully`,
    done: 1,
    unchanged: changed ? 0 : 1,
    refused: [],
    undo: changed ? call : null,
  };
}
