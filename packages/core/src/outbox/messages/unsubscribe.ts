import { emailPaths } from '@inaam/contracts/common/email-paths';
import { isMessageKind, type MessageKind, messageKinds } from '@inaam/contracts/messages/messages';
import type { Kernel } from '../../kernel/kernel.ts';
import { type EncryptionContext, isSealed, type SecretBox } from '../../kernel/secret-box.ts';

// This context is for links in mails, so it belongs to no column. Links in sent mails cannot be sealed again with a new
// key.
const TOKEN_CONTEXT = 'unsubscribe' as EncryptionContext;

export type UnsubscribeServices = { kernel: Kernel; secrets: SecretBox };

/**
 * Returns the one-click unsubscribe URL of a kind of mail (RFC 8058). The token is sealed, so that another user's token
 * cannot be guessed. The URL never expires, because people keep mails for years.
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
 * Opts the user out of the kind of mail that an unsubscribe link belongs to. Idempotent.
 * @returns the name of the kind; undefined for an invalid link
 */
export async function unsubscribe(
  { kernel, secrets }: UnsubscribeServices,
  token: string,
): Promise<string | undefined> {
  const opened = isSealed(token) ? secrets.open(token, TOKEN_CONTEXT) : undefined;
  const [, id, kind = ''] = /^(\d{1,15}):(\w+)$/.exec(opened ?? '') ?? [];
  if (id === undefined || !isMessageKind(kind)) return undefined;
  await kernel.runIdempotent(
    (sql) => sql`
      insert into notification_preferences (user_id, kind, channel, is_enabled)
      select id, ${kind}, 'mail', false from users where id = ${Number(id)}
      on conflict (user_id, kind, channel) do update set is_enabled = false`,
  );
  return messageKinds[kind].words;
}
