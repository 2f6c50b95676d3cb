import { type MessageChoices, type MessageKind, messageKinds, optionalKinds } from '@inaam/contracts/messages/messages';
import { messageChoices } from '@inaam/db/schema/messages';
import { and, eq } from 'drizzle-orm';
import type { CommandContext } from '../command.ts';
import type { UserActor } from '../kernel/actor.ts';
import type { Services } from '../services.ts';

/** What a person is told by mail, of what may be declined. */
export async function messageChoicesOf(
  { kernel, mail }: Pick<Services, 'kernel' | 'mail'>,
  userId: number,
): Promise<MessageChoices> {
  const rows = await kernel.read((db) =>
    db
      .select()
      .from(messageChoices)
      .where(and(eq(messageChoices.userId, userId), eq(messageChoices.channel, 'mail'))),
  );
  const declined = new Set(rows.filter(({ wanted }) => !wanted).map(({ kind }) => kind));
  return {
    mail: mail.mailer.isOn,
    choices: optionalKinds.map((kind) => ({ kind, words: messageKinds[kind].words, wanted: !declined.has(kind) })),
  };
}

export async function chooseMessages(
  { kernel, actor }: CommandContext<never, UserActor>,
  { kind, wanted }: { kind: MessageKind; wanted: boolean },
): Promise<void> {
  await kernel.move(
    (sql) => sql`
      insert into message_choices (user_id, kind, channel, wanted) values (${actor.id}, ${kind}, 'mail', ${wanted})
      on conflict (user_id, kind, channel) do update set wanted = excluded.wanted`,
  );
}
