import { type Bell, isMessageKind } from '@inaam/contracts/messages/messages';
import type { UserActor } from '../../kernel/actor.ts';
import type { CommandContext } from '../../kernel/command.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { MailSettings } from '../../kernel/mail/mailer.ts';
import { getMailLocale } from './mail-locale.ts';
import { summarizeMessage } from './message-summary.ts';

const MAX_NOTIFICATIONS = 50;

interface Row {
  id: number;
  kind: string;
  payload: unknown;
  /** The driver returns timestamps either as `Date` or as text. */
  at: Date | string;
  read: boolean;
  /** The user's language. */
  language: string | null;
}

/** Returns the user's last 50 notifications, without the kinds that the user opted out of. */
export async function getNotifications(
  { kernel, mail, appOrigin }: { kernel: Kernel; mail: MailSettings; appOrigin: string },
  user: { id: number; firstName: string },
): Promise<Bell> {
  const rows = await kernel.read(
    (_, sql) => sql<Row[]>`
      select id::int8 as id, kind, payload, created_at as at,
        -- A notification about a spin counts as read once the spin was used or withheld. Its key is the completion ID.
        read_at is not null or (kind = 'spin_ready' and exists (
          select 1 from spins
          where completion_id = case when n.event_key ~ '^[0-9]{1,15}$' then n.event_key::bigint end)) as read,
        (select language from users u where u.id = n.user_id) as language
      from notifications n
      where user_id = ${user.id} and not exists (
        select 1 from notification_preferences c
        where c.user_id = n.user_id and c.kind = n.kind and c.channel = 'app' and not c.is_enabled)
      order by n.id desc limit ${MAX_NOTIFICATIONS}`,
  );
  const speech = getMailLocale(rows[0]?.language);
  const { firstName } = user;
  const reader = { ...speech, brandName: mail.brandName, appOrigin, firstName, isVerified: true, hasAccount: true };
  // Omits notifications whose kind or payload only another release knows.
  const notifications = rows.flatMap(({ id, kind, payload, at, read }) => {
    const brief = isMessageKind(kind) ? summarizeMessage(kind, payload, reader) : undefined;
    if (!brief || !isMessageKind(kind)) return [];
    return [{ notification_id: id, kind, ...brief, at: new Date(at).toISOString(), read }];
  });
  return { unread: notifications.filter(({ read }) => !read).length, notifications };
}

/** Marks notifications as read, up to the last one that was shown. Newer notifications remain unread. */
export async function markRead(
  { kernel, actor }: CommandContext<object, UserActor>,
  { up_to }: { up_to: number },
): Promise<void> {
  await kernel.runIdempotent(
    (sql) => sql`
      update notifications set read_at = now() where user_id = ${actor.id} and id <= ${up_to} and read_at is null`,
  );
}
