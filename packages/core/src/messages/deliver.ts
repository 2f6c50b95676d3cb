import { DEFAULT_LANGUAGE, isLanguage } from '@inaam/contracts/common/language';
import { isMessageKind, type MessageKind, messageKinds } from '@inaam/contracts/messages/messages';
import type { messages } from '@inaam/db/schema/messages';
import type { Kernel } from '../kernel/kernel.ts';
import type { Services } from '../services.ts';
import { contentOf, type MailReader } from './content.ts';
import { sealedPlace } from './enqueue.ts';
import { MailRefused } from './mailer.ts';
import { isOutdated } from './outdated.ts';
import { htmlOf, textOf } from './render.ts';
import { speechOf } from './speech.ts';
import { unsubscribeUrl } from './unsubscribe.ts';

/** Messages that a process holds at once, and of those the ones that are being sent. */
const BATCH = 8;
const PARALLEL = 4;
/** Longer than a batch takes at its slowest: see the timeouts of apps/api/src/mail/transport.ts. */
const LEASE_SECONDS = 180;

/** Seconds until the next attempt, after each that failed; after the last one it is given up: about three days. */
const PAUSES = [15, 60, 300, 1200, 3600, 7200, 14_400, 28_800, 57_600, 86_400];

type Claimed = Pick<
  typeof messages.$inferSelect,
  'id' | 'kind' | 'factKey' | 'userId' | 'recipient' | 'sealed' | 'messageId' | 'attempts'
> & { payload: unknown; expired: boolean };

interface Reader {
  first_name: string;
  /** null until a browser of theirs has said which. */
  language: string | null;
  has_account: boolean;
  /** The person has declined this kind. */
  declined: boolean;
  /** The person has gone, and the message is not the one that says so. */
  gone: boolean;
}

/**
 * Sends what is due in the outbox until nothing is. Several processes may do so at once. A message whose process dies
 * comes due again when its lease ends, and is then sent under the same Message-ID.
 * @returns how many were sent
 */
export async function deliverMessages(services: MessageServices): Promise<number> {
  let sent = 0;
  for (;;) {
    const claimed = await claim(services.kernel, services.mail.mailer.domain);
    const waiting = [...claimed];
    await Promise.all(
      Array.from({ length: PARALLEL }, async () => {
        for (let next = waiting.shift(); next; next = waiting.shift()) if (await deliver(services, next)) sent++;
      }),
    );
    if (claimed.length < BATCH) return sent;
  }
}

export type MessageServices = Pick<Services, 'kernel' | 'secrets' | 'appOrigin' | 'mail'>;

const claim = (kernel: Kernel, domain: string): Promise<Claimed[]> =>
  kernel.move(
    (sql) => sql<Claimed[]>`
      select id::int8 as id, kind, fact_key as "factKey", user_id as "userId", recipient, payload, sealed,
        message_id as "messageId", attempts, coalesce(expires_at < now(), false) as expired
      from claim_messages(${BATCH}::int, ${LEASE_SECONDS}::int, ${domain})`,
  );

/** @returns was it sent? */
async function deliver(services: MessageServices, message: Claimed): Promise<boolean> {
  const { kernel, mail } = services;
  if (message.expired) return settle(kernel, message, 'failed', 'It was not sent in time');
  if (!mail.mailer.isOn) return settle(kernel, message, 'suppressed', 'Mail is switched off');
  if (!isMessageKind(message.kind)) return settle(kernel, message, 'failed', 'This kind of message is not known');
  const reader = await readerOf(kernel, message);
  const reason = suppression(message.kind, reader);
  if (reason) return settle(kernel, message, 'suppressed', reason);
  if (await isOutdated(kernel, message.kind, message.factKey)) {
    return settle(kernel, message, 'suppressed', 'There is nothing left to do about it');
  }
  const composed = compose(services, message, message.kind, reader);
  if (!composed) return settle(kernel, message, 'failed', 'What it would say cannot be read any more');
  try {
    await mail.mailer.send(composed);
  } catch (error) {
    const problem = (error instanceof Error ? error.message : String(error)).slice(0, 500);
    const pause = error instanceof MailRefused ? undefined : PAUSES[message.attempts - 1];
    if (pause === undefined) return settle(kernel, message, 'failed', problem);
    await postpone(kernel, message, pause, problem);
    return false;
  }
  await settle(kernel, message, 'sent', null);
  return true;
}

async function readerOf(kernel: Kernel, { userId, kind, recipient }: Claimed): Promise<Reader | undefined> {
  const [reader] = await kernel.read(
    (_, sql) => sql<Reader[]>`
      select u.first_name, u.language, true as has_account, u.deleted_at is not null as gone,
        exists (select 1 from message_choices c
          where c.user_id = u.id and c.kind = ${kind} and c.channel = 'mail' and not c.wanted) as declined
      from users u where case when ${userId}::bigint is null then u.email = ${recipient} else u.id = ${userId} end`,
  );
  return reader;
}

/** Kinds that are asked for by address, where it must not show on screen whether it is anybody's. */
const FOR_ACCOUNTS: readonly MessageKind[] = ['reset_password', 'sign_in_link'];

function suppression(kind: MessageKind, reader: Reader | undefined): string | undefined {
  if (!reader) return FOR_ACCOUNTS.includes(kind) ? 'Nobody has an account with this address' : undefined;
  if (reader.gone && kind !== 'account_deleted') return 'The account was deleted';
  if (reader.declined && messageKinds[kind].sent === 'choice') return 'The person has declined this kind';
  return undefined;
}

function compose(
  { secrets, appOrigin, mail }: MessageServices,
  { factKey, recipient, payload, sealed, messageId, userId }: Omit<Claimed, 'kind'>,
  kind: MessageKind,
  reader: Reader | undefined,
) {
  const { brandName, supportEmail } = mail;
  const opened = sealed === null ? '{}' : secrets.open(sealed, sealedPlace(kind, factKey, recipient));
  if (opened === undefined) return undefined;
  const open = messageKinds[kind].payload.safeParse(payload);
  const secret = messageKinds[kind].sealed.safeParse(JSON.parse(opened));
  if (!open.success || !secret.success) return undefined;
  const chosen = reader?.language ?? ('language' in open.data ? open.data.language : undefined);
  const speech = speechOf(isLanguage(chosen) ? chosen : DEFAULT_LANGUAGE);
  const to: MailReader = {
    ...speech,
    brandName,
    appOrigin,
    firstName: reader && !reader.gone ? reader.first_name : null,
    hasAccount: reader !== undefined,
  };
  // Each kind's words fit its own facts, which the two schemas have just checked: one union is all that is lost.
  const write = contentOf[kind] as (facts: object, to: MailReader) => ReturnType<(typeof contentOf)[MessageKind]>;
  const content = write({ ...open.data, ...secret.data }, to);
  const canDecline = messageKinds[kind].sent === 'choice' && userId !== null;
  const unsubscribe = canDecline ? unsubscribeUrl({ secrets, appOrigin }, userId, kind) : undefined;
  const frame = { speech, brandName, appOrigin, supportEmail, unsubscribeUrl: unsubscribe };
  return {
    messageId: messageId ?? '',
    to: recipient,
    subject: content.subject,
    text: textOf(content, frame),
    html: htmlOf(content, frame),
    unsubscribeUrl: unsubscribe,
  };
}

/** Only the last claim counts: of two processes that held it one after the other, the second says how it ended. */
async function settle(
  kernel: Kernel,
  { id, attempts }: Claimed,
  status: 'sent' | 'failed' | 'suppressed',
  problem: string | null,
): Promise<false> {
  // What was sealed has done its work, and so has the address of somebody who has gone.
  await kernel.move(
    (sql) => sql`
      update messages set status = ${status}, problem = ${problem}, settled_at = now(), sealed = null,
        recipient = case when kind = 'account_deleted' then 'deleted-' || user_id || '@deleted.invalid'
          else recipient end
      where id = ${id} and attempts = ${attempts} and status = 'queued'`,
  );
  return false;
}

async function postpone(kernel: Kernel, { id, attempts }: Claimed, seconds: number, problem: string): Promise<void> {
  await kernel.move(
    (sql) => sql`
      update messages set due_at = now() + make_interval(secs => ${seconds}), problem = ${problem}
      where id = ${id} and attempts = ${attempts} and status = 'queued'`,
  );
}
