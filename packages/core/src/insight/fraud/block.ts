import { randomUUID } from 'node:crypto';
import { DomainError } from '@inaam/contracts/common/errors';
import type { FraudStep } from '@inaam/contracts/fraud/fraud';
import type { Tx } from '@inaam/db/client';
import { sql } from 'drizzle-orm';
import type { Actor } from '../../kernel/actor.ts';
import { formatAddress } from '../../kernel/address.ts';
import { oneRow } from '../../kernel/rows.ts';

/**
 * Normalises a typed IP address. An IPv6 address becomes its /64, which is counted and blocked as one address.
 * @param field the input field to report
 * @throws DomainError BAD_INPUT
 */
export function parseAddress(text: string, field: string): string {
  const address = formatAddress(text);
  if (address === null) {
    throw new DomainError('BAD_INPUT', { text: `${field}: must be an IP address, or an IPv6 /64`, field });
  }
  return address;
}

/** Returns whether a block locks out the acting admin. Service keys are never blocked. */
export const wouldLockOutAdmin = (actor: Actor, addresses: readonly string[]): boolean =>
  actor.kind === 'admin' && actor.ip !== null && addresses.includes(actor.ip);

export interface Blocking {
  kind: 'ip' | 'device';
  /** A normalised address or a device fingerprint. */
  key: string;
  blocked: boolean;
  notes: string;
  /** ID that finds the audit entry for Undo. */
  call?: string;
}

/** Blocks or unblocks the given addresses or devices, either all or none, as one step with one Undo. */
export async function setManyBlocked(
  tx: Tx,
  actor: Actor,
  { keys, call = randomUUID(), ...blocking }: Omit<Blocking, 'key'> & { keys: readonly string[] },
): Promise<FraudStep> {
  const { kind, blocked } = blocking;
  const steps: FraudStep[] = [];
  // A fixed order prevents deadlocks between two calls.
  for (const key of [...new Set(keys)].toSorted()) steps.push(await setBlocked(tx, actor, { ...blocking, key, call }));
  const [only] = steps;
  if (only && steps.length === 1) return only;
  const nouns = kind === 'ip' ? 'IP addresses' : 'devices';
  return {
    message: `${steps.length} ${nouns} ${blocked ? 'blocked' : 'unblocked'} successfully`,
    done: steps.length,
    unchanged: steps.reduce((sum, { unchanged }) => sum + unchanged, 0),
    refused: [],
    undo: steps.some(({ undo }) => undo !== null) ? call : null,
  };
}

/**
 * Blocks or unblocks an address or device, from the next request on. A second call changes nothing. Blocking an
 * unknown address or device adds a row for it.
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
