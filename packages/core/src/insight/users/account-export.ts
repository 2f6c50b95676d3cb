import type { AccountExport } from '@inaam/contracts/account/account';
import type { Kernel } from '../../kernel/kernel.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { openCode, openPin } from '../../ledger/vouchers/codes.ts';

type Rows = Record<string, unknown>[];

/**
 * Returns all data about a user for the user's own export: a section per table, without secrets (hashes, keys) and
 * without data of other people. personal-data.ts lists the tables.
 */
export async function exportAccount(
  { kernel, secrets }: { kernel: Kernel; secrets: SecretBox },
  userId: number,
): Promise<AccountExport> {
  const sections = await kernel.read(async (_, sql) => {
    const section = async (name: string, rows: PromiseLike<readonly object[]> | readonly object[]) => ({
      name,
      rows: [...(await rows)] as Rows,
    });
    return [
      await section(
        'account',
        sql`select u.id, u.email, u.email_verified_at, u.first_name, u.last_name, u.provider_uid, u.registration_ip,
            u.registration_device, u.registration_user_agent, u.suspended_at, u.deletion_due_at, s.last_activity_at,
            u.created_at
          from users u join user_stats_now() s on s.user_id = u.id where u.id = ${userId}`,
      ),
      await section(
        'sessions',
        sql`select created_at, last_seen_at, expires_at, signed_in_by_provider, ip, device, user_agent
          from user_sessions where user_id = ${userId} order by created_at`,
      ),
      await section(
        'devices',
        sql`select device, last_seen_at from known_devices where user_id = ${userId} order by 2`,
      ),
      await section(
        'passkeys',
        sql`select name, created_at, last_used_at from passkeys where user_id = ${userId} order by created_at`,
      ),
      await section(
        'clicks',
        sql`select c.click_id, o.title as offer, c.created_at, c.ip, c.device, c.user_agent, c.country
          from clicks c join offers o on o.id = c.offer_id where c.user_id = ${userId} order by c.created_at, c.id`,
      ),
      await section(
        'completions',
        sql`select o.title as offer, c.completed_at, c.status, c.spun_at,
            case when c.spun_at is null then 'waiting' when c.state = 'no_win' then 'lost' else c.state end as outcome,
            c.won_paise as amount_paise
          from completion_states c join offers o on o.id = c.offer_id
          where c.user_id = ${userId} order by c.completed_at, c.id`,
      ),
      await section(
        'vouchers',
        (
          await sql<{ code: string; pin: string | null; amount_paise: number }[]>`
            select v.brand, v.amount_paise, v.code, v.pin, v.status, v.expiry_date, v.assigned_at, v.used_at
            from completions c join completion_vouchers v on v.completion_id = c.id where c.user_id = ${userId}
            order by v.id`
        ).map((row) => ({
          ...row,
          code: openCode(secrets, row.code, row.amount_paise),
          pin: openPin(secrets, row.pin, row.amount_paise),
        })),
      ),
      await section(
        'questions',
        sql`select o.title as offer, k.message, k.status, k.resolution, k.opened_at, k.closed_at
          from credit_cases k join offers o on o.id = k.offer_id where k.user_id = ${userId} order by k.opened_at`,
      ),
      await section(
        'messages',
        sql`select kind, channel, recipient, status, created_at, settled_at from messages
          where user_id = ${userId} order by created_at, id`,
      ),
      await section(
        'notifications',
        sql`select kind, payload, created_at, read_at from notifications where user_id = ${userId} order by id`,
      ),
      await section(
        'push_subscriptions',
        sql`select created_at from push_subscriptions where user_id = ${userId} order by created_at`,
      ),
      await section(
        'choices',
        sql`select kind, channel, is_enabled from notification_preferences where user_id = ${userId} order by 1`,
      ),
      await section(
        'consents',
        sql`select document, version, accepted_at from consents where user_id = ${userId} order by 3, 1`,
      ),
      await section(
        'sign-ins',
        sql`select e.at, e.kind, e.detail, d.ip, d.device
          from security_events e left join security_event_details d
            on d.event_id = e.id and d.at = e.at
          where e.actor_kind = 'user' and e.actor_id = ${userId} order by e.at, e.id`,
      ),
      await section(
        'activity',
        sql`select at, action, subject, ip from audit_entries
          where actor_kind = 'user' and actor_id = ${userId} order by at, id`,
      ),
    ];
  });
  return { at: new Date().toISOString(), sections };
}
