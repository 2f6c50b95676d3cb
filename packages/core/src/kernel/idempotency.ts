import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError } from '@inaam/contracts/common/errors';
import { runOutsideRequest } from './deadline.ts';
import { sha256 } from './digest.ts';
import type { Kernel } from './kernel.ts';
import { oneRow } from './rows.ts';
import { decrypt, deriveKey, encrypt } from './secret-box.ts';

/** A call that carries an idempotency key. */
export interface KeyedCall {
  /** The caller that owns the key. The same key of another caller is another key. */
  principal: string;
  /** The key as sent by the caller. */
  key: string;
  /** Method, path and body. A call with the same key but another request is rejected. */
  request: string;
}

export interface RecordedAnswer {
  status: number;
  /** Empty if the response was not stored because it contains a secret. */
  body: string;
}

/**
 * Stores responses to keyed calls for a day, encrypted with the idempotency key, so that the table alone reveals
 * nothing.
 */
export interface Idempotency {
  /**
   * Claims the key for this call. If another call with the key is in progress, waits for that call.
   * @returns the response to the first call; undefined if this call is the first
   * @throws DomainError IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_KEY_BUSY
   */
  claim(call: KeyedCall): Promise<RecordedAnswer | undefined>;
  /** Stores the response for later calls with the key. */
  record(call: KeyedCall, answer: RecordedAnswer): Promise<void>;
  /**
   * Releases the key, so that the next call with the key counts as the first one. Ignores the request's deadline, which
   * may have passed.
   */
  release(call: KeyedCall): Promise<void>;
  /** Returns an ID that only a call and its repeats share, for {@link import('./run-once.ts').runOnce}. */
  getName(call: KeyedCall): string;
}

export interface IdempotencyOptions {
  /**
   * Seconds after which an unanswered call counts as dead: slightly more than a request may take. If the call is alive
   * after all, call and repeat run at the same time, which is harmless because their work is idempotent.
   */
  lockSeconds?: number;
  /** Maximum time in ms that a repeat waits for the first call. */
  wait?: number;
}

interface ClaimRow {
  outcome: 'claimed' | 'completed' | 'mismatch' | 'in_progress';
  recorded_status: number | null;
  recorded_answer: string | null;
}

export function createIdempotency(
  kernel: Kernel,
  { lockSeconds = 10, wait = 3000 }: IdempotencyOptions = {},
): Idempotency {
  /** Claims held by calls of this process. */
  const claims = new WeakMap<KeyedCall, string>();

  async function take({ principal, key, request }: KeyedCall, claim: string): Promise<ClaimRow> {
    const rows = await kernel.runIdempotent(
      (sql) => sql<ClaimRow[]>`
        select * from claim_idempotency_key(
          ${principal}, ${sha256(key)}, ${mac(key, request)}, ${claim}, ${lockSeconds}::int)`,
    );
    return oneRow(rows);
  }

  return {
    async claim(call) {
      const end = performance.now() + wait;
      const claim = randomUUID();
      for (;;) {
        const { outcome, recorded_status: status, recorded_answer: answer } = await take(call, claim);
        if (outcome === 'claimed') {
          claims.set(call, claim);
          return undefined;
        }
        if (outcome === 'mismatch') throw new DomainError('IDEMPOTENCY_KEY_REUSED', { field: 'Idempotency-Key' });
        if (outcome === 'completed') return { status: status ?? 200, body: unseal(call.key, answer ?? '') };
        if (performance.now() > end) throw new DomainError('IDEMPOTENCY_KEY_BUSY', { retryAfterSeconds: 1 });
        await sleep(50 + Math.random() * 50);
      }
    },
    async record({ principal, key, request }, { status, body }) {
      const answer = seal(key, body);
      await kernel.runIdempotent(
        (query) => query`
          update idempotency_keys set status = ${status}, answer = ${answer}
          where principal = ${principal} and key = ${sha256(key)} and request_hash = ${mac(key, request)}
            and status is null`,
      );
    },
    async release(call) {
      const { principal, key, request } = call;
      const claim = claims.get(call);
      if (claim === undefined) return;
      await runOutsideRequest(() =>
        kernel.runIdempotent(
          (query) => query`
            delete from idempotency_keys
            where principal = ${principal} and key = ${sha256(key)} and request_hash = ${mac(key, request)}
              and claim = ${claim} and status is null`,
        ),
      );
    },
    getName: ({ principal, key, request }) => sha256(`${principal}\n${mac(key, request)}`),
  };
}

/** An HMAC instead of a plain hash, because a body may contain guessable values such as a password. */
const mac = (key: string, request: string): string => createHmac('sha256', key).update(request).digest('hex');

const deriveSealingKey = (key: string): Uint8Array => deriveKey(key, 'idempotency answer');

const seal = (key: string, text: string): string =>
  text === '' ? '' : encrypt(deriveSealingKey(key), text).toString('base64url');

const unseal = (key: string, answer: string): string =>
  answer === '' ? '' : decrypt(deriveSealingKey(key), Buffer.from(answer, 'base64url'));
