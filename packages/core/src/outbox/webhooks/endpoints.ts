import { DomainError } from '@inaam/contracts/common/errors';
import {
  type EndpointCreate,
  type EndpointUpdate,
  endpointUrlSchemas,
  type RotateEndpoint,
  trackerEventNames,
  type WebhookEndpoint,
} from '@inaam/contracts/webhooks/webhooks';
import type { Tx } from '@inaam/db/client';
import { webhookEndpoints } from '@inaam/db/schema/webhooks';
import { eq, sql } from 'drizzle-orm';
import { writeAuditEntry } from '../../kernel/audit.ts';
import type { CommandContext } from '../../kernel/command.ts';
import { getViolatedConstraint } from '../../kernel/failures.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { AddressNotAllowed, type OutgoingRequestPolicy, requirePublicAddress } from '../../kernel/outgoing-requests.ts';
import { oneRow } from '../../kernel/rows.ts';
import { encryptionContext } from '../../kernel/sealed-columns.ts';
import { byName } from '../../kernel/search.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { generateEndpointSecret, sealEndpointSecret } from './secrets.ts';

type Endpoint = typeof webhookEndpoints.$inferSelect;
type EndpointCommand = CommandContext<{ secrets: SecretBox; outgoingRequestPolicy: OutgoingRequestPolicy }>;

interface DeliveryCounts extends Record<string, unknown> {
  queued: number;
  delivered: number;
  failed: number;
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

const toEndpointView = (row: Endpoint, counts: DeliveryCounts): WebhookEndpoint => ({
  endpoint_id: row.id,
  kind: row.kind,
  name: row.name,
  url: row.url,
  events: row.kind === 'tracker' ? [...trackerEventNames] : row.events,
  source: row.source,
  active: row.active,
  disabled_at: iso(row.disabledAt),
  disabled_reason: row.disabledReason,
  failing_since: iso(row.failingSince),
  delivered_at: iso(row.deliveredAt),
  previous_until: row.previousUntil !== null && row.previousUntil > new Date() ? iso(row.previousUntil) : null,
  ...counts,
});

const NO_DELIVERIES: DeliveryCounts = { queued: 0, delivered: 0, failed: 0 };

/**
 * Lists endpoints, sorted by kind and name, with the number of queued deliveries and the outcomes of the last 24 hours.
 */
export async function listEndpoints(kernel: Kernel): Promise<WebhookEndpoint[]> {
  return kernel.read(async (db, query) => {
    const rows = await db.select().from(webhookEndpoints).orderBy(webhookEndpoints.kind, byName(webhookEndpoints.name));
    const counts = await query<({ endpoint_id: number } & DeliveryCounts)[]>`
      select endpoint_id, count(*) filter (where status = 'queued') as queued,
        count(*) filter (where status = 'delivered') as delivered, count(*) filter (where status = 'failed') as failed
      from webhook_deliveries where status = 'queued' or settled_at > now() - interval '24 hours' group by 1`;
    return rows.map((row) => {
      const { queued, delivered, failed } = counts.find((each) => each.endpoint_id === row.id) ?? NO_DELIVERIES;
      return toEndpointView(row, { queued, delivered, failed });
    });
  });
}

const badInput = (field: string, problem: string): DomainError =>
  new DomainError('BAD_INPUT', { field, text: `${field}: ${problem}` });

/** Rejects a URL that no attempt could call. The check does not resolve host names; each attempt does. */
function checkUrl(kind: Endpoint['kind'], url: string, rules: OutgoingRequestPolicy): string {
  const read = endpointUrlSchemas[kind].safeParse(url);
  if (!read.success) throw badInput('url', read.error.issues[0]?.message ?? 'is not valid');
  try {
    requirePublicAddress(new URL(read.data.replaceAll(/\{[^{}]*\}/g, 'x')), rules);
  } catch (error) {
    if (error instanceof AddressNotAllowed) throw badInput('url', lowerFirst(error.message));
    throw error;
  }
  return read.data;
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

const withNameTakenError = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    const constraint = getViolatedConstraint(error);
    if (constraint === 'webhook_endpoints_name_key') throw new DomainError('ENDPOINT_NAME_TAKEN', { field: 'name' });
    if (constraint === 'webhook_endpoints_source_key') throw new DomainError('SOURCE_TAKEN', { field: 'source' });
    throw error;
  }
};

/**
 * Creates an endpoint. Only this answer ever contains a webhook's secret.
 * @throws DomainError BAD_INPUT, ENDPOINT_NAME_TAKEN, SOURCE_TAKEN
 */
export async function createEndpoint(
  { kernel, secrets, outgoingRequestPolicy, actor }: EndpointCommand,
  input: EndpointCreate,
): Promise<{ endpoint: WebhookEndpoint; secret: string | null }> {
  const url = checkUrl(input.kind, input.url, outgoingRequestPolicy);
  const secret = input.kind === 'webhook' ? generateEndpointSecret() : null;
  const eventSettings =
    input.kind === 'webhook' ? { events: input.events } : { events: [...trackerEventNames], source: input.source };
  const row = await withNameTakenError(
    kernel.write(async (tx) => {
      const [{ id } = { id: 0 }] = await tx.execute<{ id: number }>(
        sql`select nextval(pg_get_serial_sequence('webhook_endpoints', 'id'))::int8 as id`,
      );
      const sealed = secret === null ? null : sealEndpointSecret(secrets, id, 'secret', secret);
      const endpoint = oneRow(
        await tx
          .insert(webhookEndpoints)
          .overridingSystemValue()
          .values({ id, kind: input.kind, name: input.name, url, ...eventSettings, secret: sealed })
          .returning(),
      );
      await writeAuditEntry(tx, actor, {
        action: 'webhooks.create',
        subject: String(id),
        after: toAuditFacts(endpoint),
      });
      return endpoint;
    }),
  );
  return { endpoint: toEndpointView(row, NO_DELIVERIES), secret };
}

const toAuditFacts = ({ kind, name, url, events, source, active }: Endpoint) => ({
  kind,
  name,
  url,
  events,
  source,
  active,
});

async function lock(tx: Tx, id: number): Promise<Endpoint> {
  const [row] = await tx.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id)).for('update');
  if (!row) throw new DomainError('ENDPOINT_NOT_FOUND');
  return row;
}

/**
 * Changes the fields that the input contains. If failures have disabled an endpoint, activating it enables it again,
 * and its queued deliveries are sent.
 * @throws DomainError ENDPOINT_NOT_FOUND, BAD_INPUT, ENDPOINT_NAME_TAKEN
 */
export async function updateEndpoint(
  { kernel, outgoingRequestPolicy, actor }: EndpointCommand,
  { endpoint_id: id, name, url, events, active }: EndpointUpdate,
): Promise<void> {
  await withNameTakenError(
    kernel.write(async (tx) => {
      const before = await lock(tx, id);
      const after = oneRow(
        await tx
          .update(webhookEndpoints)
          .set({
            updatedAt: sql`now()`,
            ...(name !== undefined && { name }),
            ...(url !== undefined && { url: checkUrl(before.kind, url, outgoingRequestPolicy) }),
            ...(events !== undefined && before.kind === 'webhook' && { events }),
            ...(active !== undefined && { active }),
            ...(active === true && { disabledAt: null, disabledReason: null, failingSince: null }),
          })
          .where(eq(webhookEndpoints.id, id))
          .returning(),
      );
      await writeAuditEntry(tx, actor, {
        action: 'webhooks.update',
        subject: String(id),
        before: toAuditFacts(before),
        after: toAuditFacts(after),
      });
    }),
  );
}

/**
 * Generates a new secret. Only this answer ever contains the secret. During the overlap, requests are signed with both
 * the new and the old secret.
 * @throws DomainError ENDPOINT_NOT_FOUND, BAD_INPUT for a tracker, which is not signed
 */
export function rotateEndpoint(
  { kernel, secrets, actor }: EndpointCommand,
  { endpoint_id: id, overlap_hours: hours }: RotateEndpoint,
): Promise<{ secret: string }> {
  return kernel.write(async (tx) => {
    const before = await lock(tx, id);
    if (before.secret === null) throw badInput('endpoint_id', 'calls to trackers are not signed');
    const was = hours > 0 ? secrets.open(before.secret, encryptionContext('webhook_endpoints.secret', id)) : undefined;
    const secret = generateEndpointSecret();
    await tx
      .update(webhookEndpoints)
      .set({
        secret: sealEndpointSecret(secrets, id, 'secret', secret),
        previousSecret: was === undefined ? null : sealEndpointSecret(secrets, id, 'previous_secret', was),
        previousUntil: was === undefined ? null : sql`now() + make_interval(hours => ${hours}::int)`,
        updatedAt: sql`now()`,
      })
      .where(eq(webhookEndpoints.id, id));
    await writeAuditEntry(tx, actor, {
      action: 'webhooks.rotate_secret',
      subject: String(id),
      after: { overlap_hours: hours },
    });
    return { secret };
  });
}

/** Removes an endpoint and all its deliveries. @throws DomainError ENDPOINT_NOT_FOUND */
export function removeEndpoint({ kernel, actor }: EndpointCommand, id: number): Promise<void> {
  return kernel.write(async (tx) => {
    const before = await lock(tx, id);
    await tx.delete(webhookEndpoints).where(eq(webhookEndpoints.id, id));
    await writeAuditEntry(tx, actor, { action: 'webhooks.remove', subject: String(id), before: toAuditFacts(before) });
  });
}
