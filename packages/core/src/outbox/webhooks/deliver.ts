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
 * Seconds until the next attempt after each failure, as the Standard Webhooks specification recommends, about three
 * days in total.
 */
const RETRY_DELAYS_SECONDS = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
/**
 * An endpoint is disabled when the last attempt of a delivery fails, if the endpoint's attempts have failed without a
 * success for this many days.
 */
const FAILING_DAYS = 3;
/** Longer than the slowest attempt can take. */
const LEASE_SECONDS = 60;
/** Number of first attempts that one query reads. */
const BATCH = 50;
/** Limits per process: endpoints that get first attempts concurrently, and concurrent retries per endpoint. */
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
 * Sends due webhooks. Safe in several processes. A single process sends the first attempts of an endpoint, one after
 * another, in the order of events. Meanwhile any process sends retries. If a process dies, another process takes over
 * when the lease ends, so an event arrives at least once, always with the same ID.
 */
export interface WebhookSender {
  /** Starts sending due deliveries. Does not wait for receivers. */
  tick(): Promise<void>;
  /** Waits until no attempt is in progress. */
  waitUntilIdle(): Promise<void>;
  /** Aborts attempts that are in progress. They are repeated after a restart. */
  stop(): Promise<void>;
}

/** @param onError called if sending or recording fails; the delivery is retried when the lease ends */
export function createWebhookSender(services: DeliveryServices, onError: (error: unknown) => void): WebhookSender {
  const { kernel } = services;
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  let endpoints = 0;
  /** The endpoint ID of each retry in progress. */
  const retryingEndpoints: number[] = [];
  const begin = (work: Promise<unknown>): void => {
    const watched: Promise<void> = work
      .then(() => undefined)
      .catch((error: unknown) => {
        // Attempts that `stop` aborted are not failures.
        if (!stopping.signal.aborted) onError(error);
      })
      .finally(() => running.delete(watched));
    running.add(watched);
  };

  async function sendRetry(endpoint: EndpointRow, due: Due): Promise<void> {
    try {
      await deliver(services, endpoint, due, stopping.signal);
    } finally {
      retryingEndpoints.splice(retryingEndpoints.indexOf(endpoint.id), 1);
    }
  }

  async function sendFirstAttempts(lease: string, endpoint: EndpointRow): Promise<void> {
    let until = performance.now() + LEASE_SECONDS * 1000;
    for (;;) {
      const batch = await readFirstAttempts(kernel, endpoint.id);
      for (const due of batch) {
        if (stopping.signal.aborted) return;
        // If the lease ended during an attempt, another process could send the next event before this attempt ends.
        if (until - performance.now() < DEADLINE_MS * 2) {
          if (!(await renewLease(kernel, endpoint.id, lease))) return;
          until = performance.now() + LEASE_SECONDS * 1000;
        }
        await deliver(services, endpoint, due, stopping.signal);
      }
      if (batch.length < BATCH) break;
      // Reads the endpoint again, because an admin may have deactivated it or changed its URL or secret.
      const now = await readLeasedEndpoint(kernel, endpoint.id, lease);
      if (!now) return;
      Object.assign(endpoint, now);
    }
    await kernel.runIdempotent(
      (sql) => sql`
        update webhook_endpoints set lease = null, leased_until = null where id = ${endpoint.id} and lease = ${lease}`,
    );
  }

  return {
    async tick() {
      while (endpoints < MAX_CONCURRENT_ENDPOINTS && !stopping.signal.aborted) {
        const lease = randomUUID();
        const [endpoint] = await kernel.runIdempotent(
          (sql) => sql<EndpointRow[]>`
            select id::int8 as id, kind, url, secret, previous_secret as "previousSecret",
              previous_until as "previousUntil"
            from lease_webhook_endpoint(${lease}, ${LEASE_SECONDS}::int)`,
        );
        if (!endpoint) break;
        endpoints++;
        begin(sendFirstAttempts(lease, endpoint).finally(() => endpoints--));
      }
      for (const { endpoint, due } of await claimRetries(kernel, retryingEndpoints)) {
        retryingEndpoints.push(endpoint.id);
        begin(sendRetry(endpoint, due));
      }
    },
    async waitUntilIdle() {
      while (running.size > 0) await Promise.all(running);
    },
    async stop() {
      stopping.abort();
      await this.waitUntilIdle();
    },
  };
}

const readFirstAttempts = (kernel: Kernel, endpointId: number): Promise<Due[]> =>
  kernel.read(
    (_, sql) => sql<Due[]>`
      select id::int8 as id, kind, event_key as "eventKey", at, data, attempts from webhook_deliveries
      where endpoint_id = ${endpointId} and status = 'queued' and attempts = 0 and due_at <= clock_timestamp()
      order by id limit ${BATCH}`,
  );

async function renewLease(kernel: Kernel, endpointId: number, lease: string): Promise<boolean> {
  const rows = await kernel.runIdempotent(
    (sql) => sql<object[]>`
      update webhook_endpoints
      set leased_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}::int)
      where id = ${endpointId} and lease = ${lease} and active and disabled_at is null returning id`,
  );
  return rows.length > 0;
}

async function readLeasedEndpoint(kernel: Kernel, endpointId: number, lease: string): Promise<EndpointRow | undefined> {
  const [row] = await kernel.read(
    (_, sql) => sql<EndpointRow[]>`
      select id::int8 as id, kind, url, secret, previous_secret as "previousSecret", previous_until as "previousUntil"
      from webhook_endpoints
      where id = ${endpointId} and lease = ${lease} and active and disabled_at is null`,
  );
  return row;
}

async function claimRetries(
  kernel: Kernel,
  endpointIds: readonly number[],
): Promise<{ endpoint: EndpointRow; due: Due }[]> {
  type Row = Due & Omit<EndpointRow, 'id' | 'kind'> & { endpointId: number; endpointKind: EndpointRow['kind'] };
  const rows = await kernel.runIdempotent(
    (sql) => sql<Row[]>`
      select d.id::int8 as id, d.kind, d.event_key as "eventKey", d.at, d.data, d.attempts,
        w.id::int8 as "endpointId", w.kind as "endpointKind", w.url, w.secret, w.previous_secret as "previousSecret",
        w.previous_until as "previousUntil"
      from claim_webhook_retries(${MAX_CONCURRENT_RETRIES}::int, ${LEASE_SECONDS}::int, ${[...endpointIds]}::bigint[]) d
      join webhook_endpoints w on w.id = d.endpoint_id`,
  );
  return rows.map(({ endpointId, endpointKind, url, secret, previousSecret, previousUntil, ...due }) => ({
    endpoint: { id: endpointId, kind: endpointKind, url, secret, previousSecret, previousUntil },
    due,
  }));
}

/**
 * Makes one attempt and records its outcome.
 * @param patienceMs timeout of the attempt in ms
 * @returns the outcome; undefined if another process has already recorded one
 */
export async function deliver(
  services: DeliveryServices,
  endpoint: EndpointRow,
  due: Due,
  stop: AbortSignal,
  patienceMs = DEADLINE_MS,
): Promise<Attempt | undefined> {
  const outgoing = buildRequest(services, endpoint, due);
  const attempt =
    typeof outgoing === 'string'
      ? { tookMs: 0, status: null, problem: outgoing, answer: null, retryAfter: null }
      : await sendAttempt(outgoing, services.outgoingRequestPolicy, stop, patienceMs);
  const pause = getRetryAfter(due.attempts, attempt.retryAfter);
  const [recorded] = await services.kernel.runIdempotent(
    (sql) => sql<{ noted: boolean }[]>`
      select record_webhook_attempt(${due.id}::bigint, ${due.attempts}::int, ${attempt.tookMs}::int,
        ${attempt.status}::int, ${attempt.problem}, ${attempt.answer}, ${pause}::int, ${FAILING_DAYS}::int) as noted`,
  );
  return recorded?.noted ? attempt : undefined;
}

/** @returns the request to send, or a text with the reason why no request can be sent */
function buildRequest({ secrets }: DeliveryServices, endpoint: EndpointRow, due: Due): Outgoing | string {
  if (endpoint.kind === 'tracker') return { url: buildTrackerUrl(endpoint.url, due), headers: {} };
  const now = new Date();
  const previousUntil = endpoint.previousUntil === null ? null : new Date(endpoint.previousUntil);
  const keys = getSigningSecrets(secrets, { ...endpoint, previousUntil }, now);
  if (keys.length === 0) return 'The secret cannot be opened: restore the key it was sealed with (SECRETS_KEY)';
  const body = buildEventBody(due);
  return { url: endpoint.url, body, headers: buildSignedHeaders(getEventId(due), body, keys, now) };
}

/**
 * Returns the seconds until the next attempt. If the receiver asks for a longer pause, this pause counts, up to a day.
 * @returns null after the last attempt
 */
export const getRetryAfter = (attempts: number, retryAfter: number | null): number | null =>
  getRetryDelay(RETRY_DELAYS_SECONDS, attempts, { spread: 0.1, atLeast: Math.min(retryAfter ?? 0, 86_400) });
