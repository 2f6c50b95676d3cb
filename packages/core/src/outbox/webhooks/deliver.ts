import { randomUUID } from 'node:crypto';
import type { webhookEndpoints } from '@inaam/db/schema/webhooks';
import type { Kernel } from '../../kernel/kernel.ts';
import { getRetryDelay } from '../../kernel/leased-work.ts';
import type { OutgoingRequestPolicy } from '../../kernel/outgoing-requests.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { buildEventBody, buildTrackerUrl, getEventId } from './event.ts';
import { getSigningSecrets } from './secrets.ts';
import { type Attempt, buildSignedHeaders, DEADLINE_MS, type Outgoing, sendAttempt } from './send.ts';

export type DeliveryServices = { kernel: Kernel; secrets: SecretBox; outgoingRequestPolicy: OutgoingRequestPolicy };

/**
 * Seconds until the next attempt, after each that failed, as the Standard Webhooks specification recommends; after the
 * last one the delivery is given up: about three days.
 */
const RETRY_DELAYS_SECONDS = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
/** An endpoint where nothing has arrived for so long is disabled when a delivery is given up. */
const FAILING_DAYS = 3;
/** Longer than an attempt takes at its slowest. */
const LEASE_SECONDS = 60;
/** First attempts that are read at once. */
const BATCH = 50;
/** Endpoints whose first attempts one process sends at once, and attempts again that it has under way of each. */
const MAX_CONCURRENT_ENDPOINTS = 16;
const MAX_CONCURRENT_RETRIES = 4;

type EndpointRow = Pick<
  typeof webhookEndpoints.$inferSelect,
  'id' | 'kind' | 'url' | 'secret' | 'previousSecret' | 'previousUntil'
>;

interface Due {
  id: number;
  kind: string;
  eventKey: string;
  at: string;
  data: Record<string, unknown>;
  attempts: number;
}

/**
 * Sends what waits in the outbox. Several processes may do so at once: the first attempts of an endpoint are sent by
 * one of them, one after the other, in the order of the facts; attempts again are sent by whoever takes them, beside
 * them. A process that dies leaves both to the next when its lease ends, so an event arrives at least once, and under
 * one id.
 */
export interface WebhookSender {
  /** Begins to send what is due by now and is not being sent. Ends soon, whatever receivers do. */
  tick(): Promise<void>;
  /** Ends when nothing that was begun is under way. */
  idle(): Promise<void>;
  /** Breaks off what is under way: it is sent again after a start. */
  stop(): Promise<void>;
}

/** @param failed is told of what could not be sent or noted, which is tried again when its lease ends */
export function createWebhookSender(services: DeliveryServices, failed: (error: unknown) => void): WebhookSender {
  const { kernel } = services;
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  let endpoints = 0;
  /** The endpoint of each attempt again that is under way. */
  const busy: number[] = [];
  const begin = (work: Promise<unknown>): void => {
    const watched: Promise<void> = work
      .then(() => undefined)
      .catch((error: unknown) => {
        // A stop is no failure.
        if (!stopping.signal.aborted) failed(error);
      })
      .finally(() => running.delete(watched));
    running.add(watched);
  };

  async function sendAgain(endpoint: EndpointRow, due: Due): Promise<void> {
    try {
      await deliver(services, endpoint, due, stopping.signal);
    } finally {
      busy.splice(busy.indexOf(endpoint.id), 1);
    }
  }

  async function sendFirsts(lease: string, endpoint: EndpointRow): Promise<void> {
    let until = performance.now() + LEASE_SECONDS * 1000;
    for (;;) {
      const batch = await firsts(kernel, endpoint.id);
      for (const due of batch) {
        if (stopping.signal.aborted) return;
        // It must not end while an attempt is under way: somebody else would overtake it.
        if (until - performance.now() < DEADLINE_MS * 2) {
          if (!(await renewLease(kernel, endpoint.id, lease))) return;
          until = performance.now() + LEASE_SECONDS * 1000;
        }
        await deliver(services, endpoint, due, stopping.signal);
      }
      if (batch.length < BATCH) break;
      // What was changed meanwhile: switched off, another address, another secret.
      const now = await leased(kernel, endpoint.id, lease);
      if (!now) return;
      Object.assign(endpoint, now);
    }
    await kernel.move(
      (sql) => sql`
        update webhook_endpoints set lease = null, leased_until = null where id = ${endpoint.id} and lease = ${lease}`,
    );
  }

  return {
    async tick() {
      while (endpoints < MAX_CONCURRENT_ENDPOINTS && !stopping.signal.aborted) {
        const lease = randomUUID();
        const [endpoint] = await kernel.move(
          (sql) => sql<EndpointRow[]>`
            select id::int8 as id, kind, url, secret, previous_secret as "previousSecret",
              previous_until as "previousUntil"
            from lease_webhook_endpoint(${lease}, ${LEASE_SECONDS}::int)`,
        );
        if (!endpoint) break;
        endpoints++;
        begin(sendFirsts(lease, endpoint).finally(() => endpoints--));
      }
      for (const { endpoint, due } of await retries(kernel, busy)) {
        busy.push(endpoint.id);
        begin(sendAgain(endpoint, due));
      }
    },
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
    async stop() {
      stopping.abort();
      await this.idle();
    },
  };
}

const firsts = (kernel: Kernel, endpointId: number): Promise<Due[]> =>
  kernel.read(
    (_, sql) => sql<Due[]>`
      select id::int8 as id, kind, event_key as "eventKey", at, data, attempts from webhook_deliveries
      where endpoint_id = ${endpointId} and status = 'queued' and attempts = 0 and due_at <= clock_timestamp()
      order by id limit ${BATCH}`,
  );

async function renewLease(kernel: Kernel, endpointId: number, lease: string): Promise<boolean> {
  const rows = await kernel.move(
    (sql) => sql<object[]>`
      update webhook_endpoints
      set leased_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}::int)
      where id = ${endpointId} and lease = ${lease} and active and disabled_at is null returning id`,
  );
  return rows.length > 0;
}

async function leased(kernel: Kernel, endpointId: number, lease: string): Promise<EndpointRow | undefined> {
  const [row] = await kernel.read(
    (_, sql) => sql<EndpointRow[]>`
      select id::int8 as id, kind, url, secret, previous_secret as "previousSecret", previous_until as "previousUntil"
      from webhook_endpoints
      where id = ${endpointId} and lease = ${lease} and active and disabled_at is null`,
  );
  return row;
}

async function retries(kernel: Kernel, busy: readonly number[]): Promise<{ endpoint: EndpointRow; due: Due }[]> {
  type Row = Due & Omit<EndpointRow, 'id' | 'kind'> & { endpointId: number; endpointKind: EndpointRow['kind'] };
  const rows = await kernel.move(
    (sql) => sql<Row[]>`
      select d.id::int8 as id, d.kind, d.event_key as "eventKey", d.at, d.data, d.attempts,
        w.id::int8 as "endpointId", w.kind as "endpointKind", w.url, w.secret, w.previous_secret as "previousSecret",
        w.previous_until as "previousUntil"
      from claim_webhook_retries(${MAX_CONCURRENT_RETRIES}::int, ${LEASE_SECONDS}::int, ${[...busy]}::bigint[]) d
      join webhook_endpoints w on w.id = d.endpoint_id`,
  );
  return rows.map(({ endpointId, endpointKind, url, secret, previousSecret, previousUntil, ...due }) => ({
    endpoint: { id: endpointId, kind: endpointKind, url, secret, previousSecret, previousUntil },
    due,
  }));
}

/**
 * One attempt, and what came of it.
 * @param patienceMs how long it may take
 * @returns how it ended; undefined when another process noted it before
 */
export async function deliver(
  services: DeliveryServices,
  endpoint: EndpointRow,
  due: Due,
  stop: AbortSignal,
  patienceMs = DEADLINE_MS,
): Promise<Attempt | undefined> {
  const outgoing = outgoingOf(services, endpoint, due);
  const made =
    typeof outgoing === 'string'
      ? { tookMs: 0, status: null, problem: outgoing, answer: null, retryAfter: null }
      : await sendAttempt(outgoing, services.outgoingRequestPolicy, stop, patienceMs);
  const pause = getRetryAfter(due.attempts, made.retryAfter);
  const [noted] = await services.kernel.move(
    (sql) => sql<{ noted: boolean }[]>`
      select record_webhook_attempt(${due.id}::bigint, ${due.attempts}::int, ${made.tookMs}::int, ${made.status}::int,
        ${made.problem}, ${made.answer}, ${pause}::int, ${FAILING_DAYS}::int) as noted`,
  );
  return noted?.noted ? made : undefined;
}

/** @returns why it cannot be sent, where it cannot */
function outgoingOf({ secrets }: DeliveryServices, endpoint: EndpointRow, due: Due): Outgoing | string {
  if (endpoint.kind === 'tracker') return { url: buildTrackerUrl(endpoint.url, due), headers: {} };
  const now = new Date();
  const previousUntil = endpoint.previousUntil === null ? null : new Date(endpoint.previousUntil);
  const keys = getSigningSecrets(secrets, { ...endpoint, previousUntil }, now);
  if (keys.length === 0) return 'The secret cannot be opened: restore the key it was sealed with (SECRETS_KEY)';
  const body = buildEventBody(due);
  return { url: endpoint.url, body, headers: buildSignedHeaders(getEventId(due), body, keys, now) };
}

/** Seconds until the next attempt, at most a day of them as the receiver asks. @returns null: there is none */
export const getRetryAfter = (attempts: number, retryAfter: number | null): number | null =>
  getRetryDelay(RETRY_DELAYS_SECONDS, attempts, { spread: 0.1, atLeast: Math.min(retryAfter ?? 0, 86_400) });
