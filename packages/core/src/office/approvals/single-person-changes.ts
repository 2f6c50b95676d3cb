import { type AlertKind, alertKinds } from '@inaam/contracts/approvals/approvals';
import { sql } from 'drizzle-orm';
import type { BackOfficePolicy } from '../../kernel/back-office-policy.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import type { SecurityEventLog } from '../../people/security-events/security-event-log.ts';
import { recordSecurityEvent } from '../../people/security-events/security-event-log.ts';
import { notifyOwners } from './notices.ts';

/** How far back each run searches: longer than any expected outage. */
const LOOKBACK = '2 days';

interface Found extends Record<string, unknown> {
  id: number;
  kind: AlertKind;
  actor_kind: string;
  actor_id: number | null;
  actor_name: string;
  offer: string;
}

/**
 * Finds changes in the audit log that another person should check:
 * - odds changed within an hour of a manual credit, for the same offer or by the same person
 * - a credit to an account that has the admin's email, shares a device with the account that has this email, or is used
 *   in the admin's browser (same IP address and `User-Agent`)
 *
 * Each change is reported once: by a mail to the owners and as a security event.
 */
export async function detectSinglePersonChanges(services: {
  kernel: Kernel;
  secrets: SecretBox;
  backOfficePolicy: BackOfficePolicy;
  securityEventLog: SecurityEventLog;
}): Promise<void> {
  const { kernel } = services;
  const found = await kernel.write(async (tx) => {
    const rows = await tx.execute<Found>(sql`
      with entries as materialized (
        select l.id, l.at, l.action, l.actor_kind, l.actor_id, l.actor_name,
          case when l.action = 'completions.credit' then l.after ->> 'offer_id' else l.subject end as offer,
          case when l.action = 'completions.credit' then l.subject::bigint end as completion_id,
          case when l.action = 'completions.credit' then (l.after ->> 'user_id')::bigint end as user_id
        from audit_entries l
        where l.at > now() - ${LOOKBACK}::interval and l.actor_kind in ('admin', 'service') and (
          l.action = 'completions.credit' or l.action in ('offers.create', 'offers.update') and l.after ? 'odds')
      ), near as (
        select distinct on (greatest(c.id, o.id)) greatest(c.id, o.id) as entry_id, c.completion_id
        from entries c join entries o on o.completion_id is null
          and (o.action = 'offers.update' and o.offer = c.offer
            or (o.actor_kind, o.actor_id) = (c.actor_kind, c.actor_id))
          and o.at between c.at - interval '1 hour' and c.at + interval '1 hour'
        where c.completion_id is not null
      ), own as (
        select c.id as entry_id, c.completion_id from entries c
        join admins a on c.actor_kind = 'admin' and a.id = c.actor_id
        join users u on u.id = c.user_id
        where u.email = a.email
          or exists (
            select from users mine where mine.email = a.email and (
              mine.registration_device = u.registration_device
              or exists (select from known_devices k join known_devices m on m.device = k.device
                where k.user_id = u.id and m.user_id = mine.id)))
          or exists (
            select from user_sessions s join admin_sessions t on t.ip = s.ip and t.user_agent = s.user_agent
            where s.user_id = u.id and t.admin_id = a.id)
      ), new_alerts as (
        insert into operator_alerts (kind, entry_id, completion_id)
        select 'odds_changed_near_credit', entry_id, completion_id from near
        union all select 'credited_own_account', entry_id, completion_id from own
        on conflict (kind, entry_id) do nothing returning id, kind, entry_id, completion_id
      )
      select m.id, m.kind, e.actor_kind, e.actor_id, e.actor_name, o.title as offer from new_alerts m
      join entries e on e.id = m.entry_id
      join completions c on c.id = m.completion_id join offers o on o.id = c.offer_id order by m.id`);
    for (const { id, kind, actor_name, offer } of rows) {
      await notifyOwners(tx, services, `alert:${id}`, null, {
        title: 'Please check a change by a single person',
        text: `${actor_name}: ${alertKinds[kind]}.`,
        facts: [['Offer', offer]],
        label: 'Open',
      });
    }
    return [...rows];
  });
  for (const { kind, actor_kind, actor_id, actor_name } of found) {
    const actor = { kind: actor_kind as 'admin' | 'service', id: Number(actor_id), name: actor_name };
    recordSecurityEvent(
      services,
      { ip: null, userAgent: null },
      { kind: 'alert', realm: 'admin', actor, detail: kind },
    );
  }
}
