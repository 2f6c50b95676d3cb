import { z } from 'zod';
import { pageInput, pagination } from '../common/lists.ts';

/** What people are told by mail: which facts, what each needs to be said, and what may be declined. */

const rupees = z.number();
const isoTime = z.string();
/** What proves who reads the mail: goes into the sealed part of a message. */
const link = { token: z.string() };
const linkAndCode = { ...link, code: z.string() };

interface KindOptions {
  /** As a person reads it where they choose, and an admin in the list. */
  words: string;
  /** `always`: about security, or a win; nobody can decline it by accident. `choice`: may be declined, by one click. */
  sent: 'always' | 'choice';
}

const kind = <Payload extends z.ZodRawShape, Sealed extends z.ZodRawShape>(
  options: KindOptions,
  payload: Payload,
  sealed: Sealed = {} as Sealed,
) => ({ ...options, payload: z.object(payload), sealed: z.object(sealed) });

/**
 * Every kind of message. `payload` lies in the database as it is, `sealed` unreadable. Money in rupees, times ISO 8601.
 */
export const messageKinds = {
  sign_up: kind(
    { words: 'Finish signing up', sent: 'always' },
    { firstName: z.string(), language: z.string().nullish() },
    linkAndCode,
  ),
  verify_email: kind({ words: 'Verify your e-mail', sent: 'always' }, {}, linkAndCode),
  reset_password: kind({ words: 'Reset your password', sent: 'always' }, {}, link),
  sign_in_link: kind({ words: 'Sign in by link', sent: 'always' }, {}, link),
  confirm_email: kind({ words: 'Confirm a new e-mail', sent: 'always' }, {}, linkAndCode),
  email_changed: kind({ words: 'Your e-mail was changed', sent: 'always' }, { email: z.string() }, link),
  password_changed: kind({ words: 'Your password was changed', sent: 'always' }, { at: isoTime }),
  passkey_added: kind({ words: 'A passkey was added', sent: 'always' }, { name: z.string() }),
  new_device: kind(
    { words: 'Sign-in from a new device', sent: 'always' },
    { browser: z.string(), ip: z.string().nullable(), at: isoTime },
  ),
  deletion_due: kind({ words: 'Your account will be deleted', sent: 'always' }, { at: isoTime }),
  account_deleted: kind({ words: 'Your account was deleted', sent: 'always' }, {}),
  spin_ready: kind({ words: 'A spin is ready', sent: 'choice' }, { offer: z.string(), offer_id: z.number() }),
  owed_filled: kind({ words: 'A voucher you won has arrived', sent: 'always' }, { brand: z.string(), amount: rupees }),
  voucher_expiring: kind(
    { words: 'A voucher expires soon', sent: 'choice' },
    { brand: z.string(), amount: rupees, expires: isoTime },
  ),
  case_answered: kind(
    { words: 'Your question was answered', sent: 'choice' },
    {
      credited: z.boolean(),
      offer: z.string(),
      answer: z.string().nullable(),
      /** null: the spin is not on hold. */
      held_until: isoTime.nullable().default(null),
    },
  ),
} as const;

export type MessageKind = keyof typeof messageKinds;
/** An object without fields would forbid the fields of whatever it is joined with. */
type Fields<T> = T extends Record<string, never> ? object : T;
export type PayloadOf<K extends MessageKind> = Fields<z.output<(typeof messageKinds)[K]['payload']>>;
export type SealedOf<K extends MessageKind> = Fields<z.output<(typeof messageKinds)[K]['sealed']>>;

const kindNames = Object.keys(messageKinds) as [MessageKind, ...MessageKind[]];
export const isMessageKind = (text: string): text is MessageKind => (kindNames as string[]).includes(text);

/** Kinds that a person may decline. */
export const optionalKinds = kindNames.filter((name) => messageKinds[name].sent === 'choice');

export const messageChoice = z.object({ kind: z.enum(optionalKinds as [MessageKind]), wanted: z.boolean() });
export const messageChoices = z.object({
  /** Is there mail at all? */
  mail: z.boolean(),
  choices: z.array(z.object({ kind: z.enum(kindNames), words: z.string(), wanted: z.boolean() })),
});
export type MessageChoices = z.output<typeof messageChoices>;

/** `queued`: to be sent, or tried again. `suppressed`: nobody wanted it, or there was nobody to tell. */
export const messageStatuses = ['queued', 'sent', 'failed', 'suppressed'] as const;
export type MessageStatus = (typeof messageStatuses)[number];

export const messageListInput = z.object({
  ...pageInput(50),
  status: z.enum(['all', ...messageStatuses]).default('all'),
  kind: z.enum(['all', ...kindNames]).default('all'),
});
export type MessageListInput = z.output<typeof messageListInput>;

export const messageRow = z.object({
  message_row_id: z.number(),
  kind: z.string(),
  recipient: z.string(),
  user_id: z.number().nullable(),
  status: z.enum(messageStatuses),
  attempts: z.number(),
  problem: z.string().nullable(),
  message_id: z.string().nullable(),
  created_at: z.string(),
  /** When it was sent, given up or suppressed; null while it is queued. */
  settled_at: z.string().nullable(),
  /** The next attempt; null once it is settled. */
  due_at: z.string().nullable(),
});
export type MessageRow = z.output<typeof messageRow>;

export const messageList = z.object({
  /** Is there mail at all? */
  mail: z.boolean(),
  messages: z.array(messageRow),
  /** Of the last 24 hours, by status; `queued` counts all that wait. */
  counts: z.record(z.enum(messageStatuses), z.number()),
  pagination,
});
export type MessageList = z.output<typeof messageList>;
