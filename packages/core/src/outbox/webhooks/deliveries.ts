import { randomUUID } from 'node:crypto';
import { DomainError } from '@inaam/contracts/common/errors';
import { paginate } from '@inaam/contracts/common/lists';
import {
  type DeliveryDetail,
  type DeliveryList,
  type DeliveryListInput,
  type DeliveryRow,
  type Replay,
  TEST_EVENT,
} from '@inaam/contracts/webhooks/webhooks';
import { webhookAttempts, webhookDeliveries, webhookEndpoints } from '@inaam/db/schema/webhooks';
import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { writeAuditEntry } from '../../kernel/audit.ts';
import type { CommandContext } from '../../kernel/command.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { OutgoingRequestPolicy } from '../../kernel/outgoing-requests.ts';
import { deleteInBatches, type IdempotentKernel } from '../../kernel/repeat-in-batches.ts';
import { internalRetentionDays } from '../../kernel/retention-days.ts';
import { oneRow } from '../../kernel/rows.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { countTableRows } from '../../kernel/totals.ts';
import { deliver } from './deliver.ts';
import { buildEventBody, getEventId } from './event.ts';

const toDeliveryRow = (row: typeof webhookDeliveries.$inferSelect, endpoint: string): DeliveryRow => ({
  delivery_id: row.id,
  endpoint_id: row.endpointId,
  endpoint,
  kind: row.kind,
  event_id: getEventId(row),
  status: row.status,
  attempts: row.attempts,
  last_status: row.lastStatus,
  problem: row.problem,
  at: row.at.toISOString(),
  settled_at: row.settledAt?.toISOString() ?? null,
  due_at: row.status === 'queued' ? row.dueAt.toISOString() : null,
});

/** Lists deliveries, newest first. The input's `search` is the ID of an event. */
export function listDeliveries(kernel: Kernel, input: DeliveryListInput): Promise<DeliveryList> {
  const { page, limit, status, kind, endpoint, search } = input;
  const filters: SQL[] = [];
  if (status !== 'all') filters.push(eq(webhookDeliveries.status, status));
  if (kind !== 'all') filters.push(eq(webhookDeliveries.kind, kind));
  if (endpoint !== undefined) filters.push(eq(webhookDeliveries.endpointId, endpoint));
  if (search) {
    const [, name, key] = /^(.*?)-([^-]+|[0-9a-f]{8}-[0-9a-f-]+)$/.exec(search) ?? ['', '', search];
    filters.push(eq(webhookDeliveries.eventKey, key ?? search));
    if (name) filters.push(eq(webhookDeliveries.kind, name.replaceAll('-', '.')));
  }
  const where = and(...filters);
  return kernel.read(async (db) => {
    const rows = await db
      .select({ row: webhookDeliveries, endpoint: webhookEndpoints.name })
      .from(webhookDeliveries)
      .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
      .where(where)
      .orderBy(desc(webhookDeliveries.id))
      .limit(limit)
      .offset((page - 1) * limit);
    return {
      deliveries: rows.map(({ row, endpoint: name }) => toDeliveryRow(row, name)),
      pagination: paginate(page, limit, await countTableRows(db, webhookDeliveries, where, input.total)),
    };
  });
}

/** Returns one delivery with its body and all attempts. @throws DomainError DELIVERY_NOT_FOUND */
export function deliveryDetail(kernel: Kernel, id: number): Promise<DeliveryDetail> {
  return kernel.read(async (db) => {
    const [found] = await db
      .select({ row: webhookDeliveries, endpoint: webhookEndpoints.name })
      .from(webhookDeliveries)
      .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
      .where(eq(webhookDeliveries.id, id));
    if (!found) throw new DomainError('DELIVERY_NOT_FOUND');
    const tries = await db
      .select()
      .from(webhookAttempts)
      .where(eq(webhookAttempts.deliveryId, id))
      .orderBy(webhookAttempts.number);
    return {
      ...toDeliveryRow(found.row, found.endpoint),
      body: buildEventBody(found.row),
      tries: tries.map(({ number, at, tookMs, status, problem, answer }) => ({
        number,
        at: at.toISOString(),
        took_ms: tookMs,
        status,
        problem,
        answer,
      })),
    };
  });
}

/**
 * Queues deliveries again, with the same event IDs: one, several, or all that have failed at an endpoint since a time.
 * @returns the number of deliveries
 * @throws DomainError DELIVERY_NOT_FOUND, ENDPOINT_NOT_FOUND
 */
export function replayDeliveries({ kernel, actor }: CommandContext, input: Replay): Promise<number> {
  return kernel.write(async (tx) => {
    const ids = 'delivery_id' in input ? [input.delivery_id] : 'delivery_ids' in input ? input.delivery_ids : [];
    // The update below skips deliveries without an attempt, because they are still queued.
    const condition =
      'endpoint_id' in input
        ? sql`${webhookDeliveries.endpointId} = ${input.endpoint_id} and ${webhookDeliveries.status} = 'failed'
          and ${webhookDeliveries.settledAt} >= ${input.failed_since}::timestamptz`
        : inArray(webhookDeliveries.id, ids);
    const sent = await tx
      .update(webhookDeliveries)
      .set({ status: 'queued', settledAt: null, dueAt: sql`clock_timestamp()` })
      .where(and(condition, sql`${webhookDeliveries.attempts} > 0`))
      .returning({ id: webhookDeliveries.id });
    if (sent.length === 0 && 'delivery_id' in input) {
      const [delivery] = await tx.select().from(webhookDeliveries).where(condition);
      if (!delivery) throw new DomainError('DELIVERY_NOT_FOUND');
      return 0;
    }
    if ('endpoint_id' in input && sent.length === 0) {
      const [endpoint] = await tx
        .select({ id: webhookEndpoints.id })
        .from(webhookEndpoints)
        .where(eq(webhookEndpoints.id, input.endpoint_id));
      if (!endpoint) throw new DomainError('ENDPOINT_NOT_FOUND');
    }
    await writeAuditEntry(tx, actor, {
      action: 'webhooks.replay',
      subject: 'endpoint_id' in input ? String(input.endpoint_id) : ids.join(', '),
      after: { deliveries: sent.length },
    });
    return sent.length;
  });
}

/** Timeout of a test event in ms, shorter than the deadline of the admin's request. */
const TEST_PATIENCE_MS = 5000;

/** Sends a test event immediately and returns the outcome. @throws DomainError ENDPOINT_NOT_FOUND */
export async function testEndpoint(
  command: CommandContext<{ secrets: SecretBox; outgoingRequestPolicy: OutgoingRequestPolicy }>,
  endpointId: number,
): Promise<DeliveryDetail> {
  const { kernel, actor } = command;
  const { endpoint, row } = await kernel.write(async (tx) => {
    const [found] = await tx.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, endpointId));
    if (!found) throw new DomainError('ENDPOINT_NOT_FOUND');
    const test = { sent_by: actor.name };
    const data: Record<string, unknown> =
      found.kind === 'webhook'
        ? test
        : {
            source_click: 'test',
            payout: 12.5,
            currency: 'INR',
            transaction_id: 'test',
            completion_id: 0,
            offer_id: 0,
          };
    const delivery = oneRow(
      await tx
        .insert(webhookDeliveries)
        .values({
          endpointId,
          kind: TEST_EVENT,
          eventKey: randomUUID(),
          at: sql`now()`,
          data,
          // Until then, no other process can claim the delivery, which this process sends itself.
          dueAt: sql`now() + interval '2 minutes'`,
        })
        .returning(),
    );
    await writeAuditEntry(tx, actor, { action: 'webhooks.test', subject: String(endpointId) });
    return { endpoint: found, row: delivery };
  });
  const due = { ...row, at: row.at.toISOString() };
  await deliver(command, endpoint, due, new AbortController().signal, TEST_PATIENCE_MS);
  return deliveryDetail(kernel, row.id);
}

/** Deletes deliveries that are past their retention. @param most maximum number of rows per transaction */
export const deleteOldDeliveries = (kernel: IdempotentKernel, most?: number): Promise<number> =>
  deleteInBatches(
    kernel,
    {
      table: 'webhook_deliveries',
      key: ['id'],
      where: (query) => query`
        settled_at < now() - make_interval(days => ${internalRetentionDays.settledEvents})
          or created_at < now() - make_interval(days => ${internalRetentionDays.events})`,
    },
    most,
  );
