import type {
  AlertKind,
  ApprovalKind,
  ApprovalList,
  ApprovalRequest,
  ApprovalStatus,
  OperatorAlert,
} from '@inaam/contracts/approvals/approvals';
import type { Db } from '@inaam/db/client';
import { approvals } from '@inaam/db/schema/approvals';
import { admins, apiKeys } from '@inaam/db/schema/identity';
import { and, desc, eq, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Actor, AdminActor } from '../../kernel/actor.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { describeRequest, listRequestFacts } from './describe-request.ts';

const MAX_SETTLED = 100;
const deciders = alias(admins, 'deciders');

/** Lists the reader's own requests. For an owner, lists all requests, and the alerts of the last 30 days. */
export function listRequests(kernel: Kernel, reader: AdminActor): Promise<ApprovalList> {
  const isOwner = reader.role === 'owner';
  return kernel.read(async (db, query) => {
    const select = () =>
      db
        .select({ row: approvals, askedBy: admins.username, key: apiKeys.name, decidedBy: deciders.username })
        .from(approvals)
        .innerJoin(admins, eq(admins.id, approvals.askedBy))
        .leftJoin(apiKeys, eq(apiKeys.id, approvals.keyId))
        .leftJoin(deciders, eq(deciders.id, approvals.decidedBy));
    const mine = isOwner ? undefined : eq(approvals.askedBy, reader.id);
    const waiting = await select()
      .where(and(mine, eq(approvals.status, 'waiting'), sql`${approvals.expiresAt} > now()`))
      .orderBy(approvals.expiresAt, approvals.id);
    const settled = await select()
      .where(and(mine, ne(approvals.status, 'waiting')))
      .orderBy(desc(approvals.decidedAt), desc(approvals.id))
      .limit(MAX_SETTLED);
    const requests: ApprovalRequest[] = [];
    for (const found of [...waiting, ...settled]) requests.push(await toRequestView(db, reader, found));
    const alerts = isOwner
      ? await query<AlertRow[]>`
      select r.id, r.kind, r.at, r.completion_id, l.actor_name, o.title, u.email
      from operator_alerts r join audit_entries l on l.id = r.entry_id
      join completions c on c.id = r.completion_id join offers o on o.id = c.offer_id join users u on u.id = c.user_id
      where r.at > now() - interval '30 days' order by r.at desc, r.id desc limit 50`
      : [];
    return { requests, alerts: alerts.map(toAlertView) };
  });
}

interface Found {
  row: typeof approvals.$inferSelect;
  askedBy: string;
  key: string | null;
  decidedBy: string | null;
}

async function toRequestView(db: Db, reader: AdminActor, { row, askedBy, key, decidedBy }: Found) {
  const kind = row.kind as ApprovalKind;
  return {
    request_id: row.id,
    kind,
    status: row.status as ApprovalStatus,
    ...(await describeRequest(db, listRequestFacts(row))),
    reason: row.reason,
    asked_by: askedBy,
    key,
    is_own: row.askedBy === reader.id,
    asked_at: row.askedAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    decided_by: row.status === 'waiting' ? null : decidedBy,
    decided_at: row.decidedAt?.toISOString() ?? null,
    answer: row.answer,
  };
}

interface AlertRow {
  id: number;
  kind: string;
  at: Date | string;
  completion_id: number;
  actor_name: string;
  title: string;
  email: string;
}

const toAlertView = ({ id, kind, at, completion_id, actor_name, title, email }: AlertRow): OperatorAlert => ({
  alert_id: id,
  kind: kind as AlertKind,
  at: new Date(at).toISOString(),
  actor: actor_name,
  detail: `“${title}” for ${email}`,
  completion_id,
});

/** Counts requests that the reader can decide now. */
export async function countDecidableRequests(kernel: Kernel, reader: Actor | undefined): Promise<number> {
  if (reader?.kind !== 'admin' || reader.role !== 'owner') return 0;
  const [row] = await kernel.read(
    (_, query) => query<{ requests: number }[]>`
      select count(*)::int as requests from approvals
      where status = 'waiting' and expires_at > now() and asked_by <> ${reader.id}`,
  );
  return row?.requests ?? 0;
}
