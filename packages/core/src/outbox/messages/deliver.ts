import {
  type Channel,
  isMessageKind,
  isOptional,
  type MessageKind,
  messageKinds,
} from '@inaam/contracts/messages/messages';
import type { messages } from '@inaam/db/schema/messages';
import { sha256 } from '../../kernel/digest.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { getRetryDelay, runLeasedWork } from '../../kernel/leased-work.ts';
import type { MailSettings } from '../../kernel/mail/mailer.ts';
import { MailRejected } from '../../kernel/mail/mailer.ts';
import type { Pusher } from '../../kernel/mail/pusher.ts';
import { PushRejected, PushSubscriptionExpired, PushThrottled } from '../../kernel/mail/pusher.ts';
import { encryptionContext } from '../../kernel/sealed-columns.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { buildMailContent, type MailRecipient } from './content.ts';
import { getDisabledReasons, suppressDisabledChannels } from './disabled-channels.ts';
import { getMailLocale } from './mail-locale.ts';
import { summarizeMessage } from './message-summary.ts';
import { isOutdated } from './outdated.ts';
import { renderHtml, renderText } from './render.ts';
import { deleteExpiredSubscription, openSubscription } from './subscriptions.ts';
import { buildUnsubscribeUrl } from './unsubscribe.ts';
import { getVapidKeys } from './vapid.ts';

/** `BATCH` messages are claimed by one statement, and `PARALLEL` messages are sent concurrently. */
const BATCH = 8;
const PARALLEL = 4;
/** Longer than the slowest batch can take: see the timeouts of apps/api/src/mail/transport.ts. */
const LEASE_SECONDS = 180;

/** Seconds until the next attempt after each failure, about 2.3 days in total. */
const RETRY_DELAYS_SECONDS = [15, 60, 300, 1200, 3600, 7200, 14_400, 28_800, 57_600, 86_400];

type ClaimedMessage = Pick<
  typeof messages.$inferSelect,
  | 'id'
  | 'month'
  | 'kind'
  | 'channel'
  | 'eventKey'
  | 'userId'
  | 'recipient'
  | 'subscriptionId'
  | 'sealed'
  | 'messageId'
  | 'attempts'
> & { payload: unknown; expired: boolean };

interface Reader {
  first_name: string;
  /** null until a browser of the user has reported the language. */
  language: string | null;
  has_account: boolean;
  /** The recipient is the account's address, and this address is verified. */
  verified: boolean;
  /** The user opted out of this kind of message on this channel. */
  declined: boolean;
  /** The account is deleted. */
  gone: boolean;
}

/**
 * Sends due messages of the outbox. Safe in several processes. If a process dies, the messages that it claimed are due
 * again when their lease ends; then they are sent with the same Message-ID.
 * @returns the number of sent messages
 */
export async function deliverMessages(services: MessageServices): Promise<number> {
  await suppressDisabledChannels(services);
  let sent = 0;
  await runLeasedWork<ClaimedMessage>({
    batch: BATCH,
    parallel: PARALLEL,
    claim: (most) => claim(services.kernel, services.mail.mailer.domain, most),
    async work(message) {
      if (await deliver(services, message)) sent++;
    },
  });
  return sent;
}

export type MessageServices = {
  kernel: Kernel;
  secrets: SecretBox;
  appOrigin: string;
  mail: MailSettings;
  push: Pusher;
};

const claim = (kernel: Kernel, domain: string, most: number): Promise<ClaimedMessage[]> =>
  kernel.runIdempotent(
    (sql) => sql<ClaimedMessage[]>`
      select id::int8 as id, month::text as month, kind, channel, event_key as "eventKey", user_id as "userId", recipient,
        subscription_id as "subscriptionId", payload, sealed, message_id as "messageId", attempts,
        coalesce(expires_at < now(), false) as expired
      from claim_messages(${most}::int, ${LEASE_SECONDS}::int, ${domain})`,
  );

/** @returns whether the message was sent */
async function deliver(services: MessageServices, message: ClaimedMessage): Promise<boolean> {
  const { kernel } = services;
  const { kind } = message;
  if (message.expired) return settle(kernel, message, 'failed', 'Not sent in time');
  const off = getDisabledReasons(services).get(message.channel);
  if (off !== undefined) return settle(kernel, message, 'suppressed', off);
  if (!isMessageKind(kind)) return settle(kernel, message, 'failed', 'Unknown kind of message');
  const reader = await getRecipient(kernel, message);
  const reason = suppression(kind, message.channel, reader);
  if (reason) return settle(kernel, message, 'suppressed', reason);
  if (await isOutdated(kernel, kind, message.eventKey)) {
    return settle(kernel, message, 'suppressed', 'Already done, so not sent');
  }
  try {
    const problem = await (message.channel === 'push' ? sendPush : sendMail)(services, message, kind, reader);
    if (problem) return settle(kernel, message, problem.status, problem.text);
  } catch (error) {
    const problem = (error instanceof Error ? error.message : String(error)).slice(0, 500);
    const isFinal = error instanceof MailRejected || error instanceof PushRejected;
    const atLeast = error instanceof PushThrottled ? error.seconds : 0;
    // `attempts` already includes this attempt, which the claim has counted.
    const pause = isFinal ? null : getRetryDelay(RETRY_DELAYS_SECONDS, message.attempts - 1, { atLeast });
    if (pause === null) return settle(kernel, message, 'failed', problem);
    await postpone(kernel, message, pause, problem);
    return false;
  }
  await settle(kernel, message, 'sent', null);
  return true;
}

/** The reason why a message can never be sent. */
interface UndeliverableReason {
  status: 'failed' | 'suppressed';
  text: string;
}
const UNREADABLE: UndeliverableReason = { status: 'failed', text: 'The content can no longer be read' };

async function sendMail(
  services: MessageServices,
  message: ClaimedMessage,
  kind: MessageKind,
  reader: Reader | undefined,
): Promise<UndeliverableReason | undefined> {
  const composed = compose(services, message, kind, reader);
  if (!composed) return UNREADABLE;
  await services.mail.mailer.send(composed);
  return undefined;
}

/**
 * For three days the push service keeps a push for a device that is off. If the device is off for longer, it misses the
 * push. Mails and notifications in the app do not depend on the push.
 */
const PUSH_TTL_SECONDS = 3 * 86_400;
/** Maximum length of a topic, in base64url characters (RFC 8030, section 5.4). */
const TOPIC_LENGTH = 32;

async function sendPush(
  services: MessageServices,
  { subscriptionId, eventKey, payload }: Omit<ClaimedMessage, 'kind'>,
  kind: MessageKind,
  reader: Reader | undefined,
): Promise<UndeliverableReason | undefined> {
  const ended: UndeliverableReason = { status: 'suppressed', text: 'The push subscription has ended' };
  if (subscriptionId === null) return ended;
  const keys = await getVapidKeys(services);
  const subscription = await openSubscription(services, subscriptionId);
  if (!subscription) return ended;
  const brief = summarizeMessage(kind, payload, toMailRecipient(services, reader, payload));
  if (!brief) return UNREADABLE;
  // The tag is the same for all attempts, so that a device shows a repeated push once.
  const tag = sha256(`${kind}\n${eventKey}`, 'base64url').slice(0, TOPIC_LENGTH);
  try {
    await services.push.send(
      {
        subscription,
        payload: { title: brief.title, body: brief.text, path: brief.path, tag },
        topic: tag,
        ttlSeconds: PUSH_TTL_SECONDS,
      },
      keys,
    );
  } catch (error) {
    if (!(error instanceof PushSubscriptionExpired)) throw error;
    await deleteExpiredSubscription(services.kernel, subscriptionId);
    return ended;
  }
  return undefined;
}

/** @param payload contains the browser's language if the mail goes to an address without an account */
const toMailRecipient = (
  { appOrigin, mail }: MessageServices,
  reader: Reader | undefined,
  payload: unknown,
): MailRecipient => ({
  ...getMailLocale(reader?.language ?? (payload as { language?: unknown } | null)?.language),
  brandName: mail.brandName,
  appOrigin,
  firstName: reader && !reader.gone && reader.verified ? reader.first_name : null,
  isVerified: reader?.verified ?? false,
  hasAccount: reader !== undefined,
});

async function getRecipient(
  kernel: Kernel,
  { userId, kind, channel, recipient }: ClaimedMessage,
): Promise<Reader | undefined> {
  const [reader] = await kernel.read(
    (_, sql) => sql<Reader[]>`
      select u.first_name, u.language, true as has_account, u.deleted_at is not null as gone,
        u.email = ${recipient} and u.email_verified_at is not null as verified,
        exists (select 1 from notification_preferences c
          where c.user_id = u.id and c.kind = ${kind} and c.channel = ${channel} and not c.is_enabled) as declined
      from users u where case when ${userId}::bigint is null then u.email = ${recipient} else u.id = ${userId} end`,
  );
  return reader;
}

/** Kinds that anyone can request for any address. The request adds a message even if the address has no account. */
const FOR_ACCOUNTS: readonly MessageKind[] = ['reset_password', 'sign_in_link'];

function suppression(kind: MessageKind, channel: string, reader: Reader | undefined): string | undefined {
  if (!reader) return FOR_ACCOUNTS.includes(kind) ? 'No account with this address' : undefined;
  if (reader.gone && kind !== 'account_deleted') return 'The account was deleted';
  if (reader.declined && isOptional(kind, channel as Channel)) return 'The user opted out of this kind';
  return undefined;
}

function compose(
  services: MessageServices,
  { eventKey, recipient, payload, sealed, messageId, userId }: Omit<ClaimedMessage, 'kind'>,
  kind: MessageKind,
  reader: Reader | undefined,
) {
  const { secrets, appOrigin } = services;
  const { brandName, supportEmail } = services.mail;
  const opened =
    sealed === null ? '{}' : secrets.open(sealed, encryptionContext('messages.sealed', kind, eventKey, recipient));
  if (opened === undefined) return undefined;
  const open = messageKinds[kind].payload.safeParse(payload);
  const secret = messageKinds[kind].sealed.safeParse(JSON.parse(opened));
  if (!open.success || !secret.success) return undefined;
  // The cast is safe: the schemas of this kind have just checked the facts. TypeScript only sees a union of functions.
  const write = buildMailContent[kind] as (
    facts: object,
    to: MailRecipient,
  ) => ReturnType<(typeof buildMailContent)[MessageKind]>;
  const to = toMailRecipient(services, reader, payload);
  const content = write({ ...open.data, ...secret.data }, to);
  const canDecline = messageKinds[kind].sent === 'choice' && userId !== null;
  const unsubscribe = canDecline ? buildUnsubscribeUrl({ secrets, appOrigin }, userId, kind) : undefined;
  const frame = { speech: to, brandName, appOrigin, supportEmail, unsubscribeUrl: unsubscribe };
  return {
    messageId: messageId ?? '',
    to: recipient,
    subject: content.subject,
    text: renderText(content, frame),
    html: renderHtml(content, frame),
    unsubscribeUrl: unsubscribe,
  };
}

/**
 * Stores the outcome of a message. If a second process claimed the message after the first one's lease, only the
 * outcome of the second process is stored.
 */
async function settle(
  kernel: Kernel,
  { id, month, attempts }: ClaimedMessage,
  status: 'sent' | 'failed' | 'suppressed',
  problem: string | null,
): Promise<false> {
  // Also clears the sealed secrets, and the address of a deleted account.
  await kernel.runIdempotent(
    (sql) => sql`
      update messages set status = ${status}, problem = ${problem}, settled_at = now(), sealed = null,
        recipient = case when kind = 'account_deleted' then 'deleted-' || user_id || '@deleted.invalid'
          else recipient end
      where id = ${id} and month = ${month}::date and attempts = ${attempts} and status = 'queued'`,
  );
  return false;
}

async function postpone(
  kernel: Kernel,
  { id, month, attempts }: ClaimedMessage,
  seconds: number,
  problem: string,
): Promise<void> {
  await kernel.runIdempotent(
    (sql) => sql`
      update messages set due_at = now() + make_interval(secs => ${seconds}), problem = ${problem}
      where id = ${id} and month = ${month}::date and attempts = ${attempts} and status = 'queued'`,
  );
}
