import type { Kernel } from '../../kernel/kernel.ts';
import type { MailSettings } from '../../kernel/mail/mailer.ts';
import type { Pusher } from '../../kernel/mail/pusher.ts';

type Switches = { mail: MailSettings; push: Pusher };

/** Maximum number of messages that one statement settles. */
const MAX_MESSAGES = 500;

/** Returns the disabled channels, each with the reason that its messages get. */
export function getDisabledReasons({ mail, push }: Switches): Map<string, string> {
  const reasons = new Map<string, string>();
  if (!mail.mailer.isOn) reasons.set('mail', 'Mail is switched off');
  if (!push.isOn) reasons.set('push', 'Push is switched off');
  return reasons;
}

/**
 * Settles due messages of disabled channels without claiming them: one statement for hundreds of messages instead of
 * two statements for each. A message that is queued behind many messages of the other channel is settled when it is
 * claimed.
 */
export async function suppressDisabledChannels(services: Switches & { kernel: Kernel }): Promise<void> {
  const off = [...getDisabledReasons(services)];
  if (off.length === 0) return;
  for (let settled = MAX_MESSAGES; settled === MAX_MESSAGES; ) {
    const rows = await services.kernel.runIdempotent(
      (sql) => sql`
        with due as materialized (
          select id, month, channel from messages where status = 'queued' and due_at <= clock_timestamp()
          order by due_at, id limit ${MAX_MESSAGES}::int for update skip locked
        )
        update messages m set attempts = m.attempts + 1, settled_at = now(), sealed = null,
          status = case when m.expires_at < now() then 'failed' else 'suppressed' end,
          problem = case when m.expires_at < now() then 'Not sent in time' else o.reason end,
          recipient = case when m.kind = 'account_deleted' then 'deleted-' || m.user_id || '@deleted.invalid'
            else m.recipient end
        from due d
        join unnest(${off.map(([channel]) => channel)}::text[], ${off.map(([, reason]) => reason)}::text[])
          o (channel, reason) on o.channel = d.channel
        where m.id = d.id and m.month = d.month`,
    );
    settled = rows.count;
  }
}
