import { emailPaths } from '@inaam/contracts/common/email-paths';
import { isMessageKind, type MessageKind, messageKinds } from '@inaam/contracts/messages/messages';
import type { Kernel } from '../../kernel/kernel.ts';
import { type EncryptionContext, isSealed, type SecretBox } from '../../kernel/secret-box.ts';

// In links, not in a column: links of sent mails stay under the key that sealed them.
const TOKEN_CONTEXT = 'unsubscribe' as EncryptionContext;

export type UnsubscribeServices = { kernel: Kernel; secrets: SecretBox };

/**
 * Where one click declines a kind of mail (RFC 8058). The token is sealed, so that nobody can decline for others by
 * counting; it does not expire, since mails are kept for years.
 */
export function buildUnsubscribeUrl(
  { secrets, appOrigin }: { secrets: SecretBox; appOrigin: string },
  userId: number,
  kind: MessageKind,
): string {
  const token = secrets.seal(`${userId}:${kind}`, TOKEN_CONTEXT);
  return `${appOrigin}${emailPaths.unsubscribe}?token=${encodeURIComponent(token)}`;
}

/**
 * Declines the kind of mail that a link was for. Again: nothing more.
 * @returns the kind in words; undefined when the link is none of ours
 */
export async function unsubscribe(
  { kernel, secrets }: UnsubscribeServices,
  token: string,
): Promise<string | undefined> {
  const opened = isSealed(token) ? secrets.open(token, TOKEN_CONTEXT) : undefined;
  const [, id, kind = ''] = /^(\d{1,15}):(\w+)$/.exec(opened ?? '') ?? [];
  if (id === undefined || !isMessageKind(kind)) return undefined;
  await kernel.move(
    (sql) => sql`
      insert into notification_preferences (user_id, kind, channel, wanted)
      select id, ${kind}, 'mail', false from users where id = ${Number(id)}
      on conflict (user_id, kind, channel) do update set wanted = false`,
  );
  return messageKinds[kind].words;
}
