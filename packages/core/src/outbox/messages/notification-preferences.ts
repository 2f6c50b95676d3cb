import {
  type Channel,
  channels,
  isOptional,
  type MessageChoice,
  type MessageChoices,
  type MessageKind,
  messageKinds,
} from '@inaam/contracts/messages/messages';
import { notificationPreferences } from '@inaam/db/schema/messages';
import { and, eq } from 'drizzle-orm';
import type { UserActor } from '../../kernel/actor.ts';
import type { CommandContext } from '../../kernel/command.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { MailSettings } from '../../kernel/mail/mailer.ts';

/** The kinds that use other channels besides mail. Kinds with the most optional channels come first. */
const multiChannelKinds = (Object.keys(messageKinds) as MessageKind[])
  .filter((kind) => messageKinds[kind].by.length > 1)
  .toSorted((a, b) => countOptionalChannels(b) - countOptionalChannels(a));

function countOptionalChannels(kind: MessageKind): number {
  return channels.filter((channel) => isOptional(kind, channel)).length;
}

/** Returns a user's notification preferences by kind and channel. */
export async function getNotificationPreferences(
  { kernel, mail }: { kernel: Kernel; mail: MailSettings },
  userId: number,
): Promise<MessageChoices> {
  const rows = await kernel.read((db) =>
    db
      .select()
      .from(notificationPreferences)
      .where(and(eq(notificationPreferences.userId, userId), eq(notificationPreferences.isEnabled, false))),
  );
  const isDeclined = (kind: string, channel: string) =>
    rows.some((row) => row.kind === kind && row.channel === channel);
  const state = (kind: MessageKind, channel: Channel) => {
    if (!messageKinds[kind].by.includes(channel)) return 'none';
    if (!isOptional(kind, channel)) return 'always';
    return isDeclined(kind, channel) ? 'off' : 'on';
  };
  return {
    mail: mail.mailer.isOn,
    choices: multiChannelKinds.map((kind) => ({
      kind,
      words: messageKinds[kind].words,
      channels: Object.fromEntries(channels.map((channel) => [channel, state(kind, channel)])) as Record<
        Channel,
        ReturnType<typeof state>
      >,
    })),
  };
}

export async function setNotificationPreference(
  { kernel, actor }: CommandContext<object, UserActor>,
  { kind, channel, is_enabled }: MessageChoice,
): Promise<void> {
  await kernel.runIdempotent(
    (sql) => sql`
      insert into notification_preferences (user_id, kind, channel, is_enabled)
      values (${actor.id}, ${kind}, ${channel}, ${is_enabled})
      on conflict (user_id, kind, channel) do update set is_enabled = excluded.is_enabled`,
  );
}
