import { z } from 'zod';
import { choice, pageInput, pagination } from '../common/lists.ts';

/** What people are told: which facts, by which channels, what each needs to be said, and what may be declined. */

const rupees = z.number();
const isoTime = z.string();
/** What proves who reads the mail: goes into the sealed part of a message. */
const link = { token: z.string() };
const linkAndCode = { ...link, code: z.string() };

/** `push`: to the browsers that asked for it. `app`: under the bell in the app's header. */
export const channels = ['mail', 'push', 'app'] as const;
export type Channel = (typeof channels)[number];

interface KindOptions {
  /** As a person reads it where they choose, and an admin in the list. */
  words: string;
  /** `always`: about security, or a win; nobody can decline it by accident. `choice`: may be declined, by one click. */
  sent: 'always' | 'choice';
  /** Where it is told. */
  by: readonly Channel[];
}

const MAIL = ['mail'] as const;
const MAIL_AND_BELL = ['mail', 'app'] as const;

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
    { words: 'Finish signing up', sent: 'always', by: MAIL },
    { firstName: z.string(), language: z.string().nullish() },
    linkAndCode,
  ),
  verify_email: kind({ words: 'Verify your e-mail', sent: 'always', by: MAIL }, {}, linkAndCode),
  reset_password: kind({ words: 'Reset your password', sent: 'always', by: MAIL }, {}, link),
  sign_in_link: kind({ words: 'Sign in by link', sent: 'always', by: MAIL }, {}, link),
  confirm_email: kind({ words: 'Confirm a new e-mail', sent: 'always', by: MAIL }, {}, linkAndCode),
  email_changed: kind(
    { words: 'Your e-mail was changed', sent: 'always', by: MAIL_AND_BELL },
    { email: z.string() },
    link,
  ),
  password_changed: kind({ words: 'Your password was changed', sent: 'always', by: MAIL_AND_BELL }, { at: isoTime }),
  passkey_added: kind({ words: 'A passkey was added', sent: 'always', by: MAIL_AND_BELL }, { name: z.string() }),
  passkeys_removed: kind(
    { words: 'Passkeys were removed', sent: 'always', by: MAIL_AND_BELL },
    { count: z.number().int().min(1) },
  ),
  new_device: kind(
    { words: 'Sign-in from a new device', sent: 'always', by: channels },
    { browser: z.string(), ip: z.string().nullable(), at: isoTime },
  ),
  deletion_due: kind({ words: 'Your account will be deleted', sent: 'always', by: MAIL_AND_BELL }, { at: isoTime }),
  account_deleted: kind({ words: 'Your account was deleted', sent: 'always', by: MAIL }, {}),
  spin_ready: kind(
    { words: 'A spin is ready', sent: 'choice', by: channels },
    { offer: z.string(), offer_id: z.number() },
  ),
  owed_win_filled: kind(
    { words: 'A voucher you won has arrived', sent: 'always', by: channels },
    { brand: z.string(), amount: rupees },
  ),
  voucher_expiring: kind(
    { words: 'A voucher expires soon', sent: 'choice', by: channels },
    { brand: z.string(), amount: rupees, expires: isoTime },
  ),
  case_answered: kind(
    { words: 'Your question was answered', sent: 'choice', by: channels },
    {
      credited: z.boolean(),
      offer: z.string(),
      answer: z.string().nullable(),
      /** null: the spin is not on hold. */
      held_until: isoTime.nullable().default(null),
    },
  ),
  /** To admins who want it, and to nobody else. */
  admin_digest: kind(
    { words: 'Morning digest', sent: 'always', by: MAIL },
    {
      day: z.string(),
      url: z.string(),
      figures: z.array(z.tuple([z.string(), z.string()])),
      todos: z.array(z.string()),
    },
  ),
  /** To admins: a second person is asked, has answered, or should look at something. */
  admin_notice: kind(
    { words: 'Notices to admins', sent: 'always', by: MAIL },
    {
      title: z.string(),
      text: z.string(),
      facts: z.array(z.tuple([z.string(), z.string()])),
      url: z.string(),
      label: z.string(),
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

/**
 * May a person decline a kind on a channel? By mail and under the bell what is about security or a win is always told;
 * a push interrupts, so each may be declined.
 */
export const isOptional = (name: MessageKind, channel: Channel): boolean =>
  messageKinds[name].by.includes(channel) && (channel === 'push' || messageKinds[name].sent === 'choice');

/** Kinds that a person may decline on some channel. */
export const optionalKinds = kindNames.filter((name) => channels.some((channel) => isOptional(name, channel)));

export const messageChoice = z
  .object({ kind: z.enum(optionalKinds as [MessageKind]), channel: z.enum(channels), wanted: z.boolean() })
  .refine(({ kind: name, channel }) => isOptional(name, channel), {
    error: 'this kind is always told here',
    path: ['channel'],
  });
export type MessageChoice = z.output<typeof messageChoice>;

/** `always`: cannot be declined. `none`: is not told there. */
export const choiceStates = ['always', 'on', 'off', 'none'] as const;
export const messageChoices = z.object({
  /** Is there mail at all? */
  mail: z.boolean(),
  choices: z.array(
    z.object({
      kind: z.enum(kindNames),
      words: z.string(),
      channels: z.record(z.enum(channels), z.enum(choiceStates)),
    }),
  ),
});
export type MessageChoices = z.output<typeof messageChoices>;

/** What the bell shows. */
export const bell = z.object({
  unread: z.number(),
  /** The last 50, newest first. */
  notifications: z.array(
    z.object({
      notification_id: z.number(),
      kind: z.enum(kindNames),
      title: z.string(),
      text: z.string(),
      /** Where in the app it leads. */
      path: z.string(),
      at: z.string(),
      read: z.boolean(),
    }),
  ),
});
export type Bell = z.output<typeof bell>;
export const bellReadInput = z.object({ up_to: z.number().int().positive() });

const base64url = (bytes: number) =>
  z.string().regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 8) / 6)}}=*$`), `must be ${bytes} bytes in base64url`);

/** What `PushSubscription.toJSON()` gives (https://www.w3.org/TR/push-api/); the lengths are those of RFC 8291. */
export const pushSubscription = z.object({
  endpoint: z
    .url({ protocol: /^https?$/, error: 'must be a web address' })
    .max(1000, 'must be at most 1000 characters'),
  keys: z.object({ p256dh: base64url(65), auth: base64url(16) }),
});
export type PushSubscriptionInput = z.output<typeof pushSubscription>;

export const pushState = z.object({
  /** What the browser subscribes with; null where nothing is pushed here. */
  public_key: z.string().nullable(),
  /** This session's browser is told. */
  subscribed: z.boolean(),
});
export type PushState = z.output<typeof pushState>;

/** `queued`: to be sent, or tried again. `suppressed`: nobody wanted it, or there was nobody to tell. */
export const messageStatuses = ['queued', 'sent', 'failed', 'suppressed'] as const;
export type MessageStatus = (typeof messageStatuses)[number];

export const messageListInput = z.object({
  ...pageInput(50),
  status: choice(['all', ...messageStatuses]),
  kind: choice(['all', ...kindNames]),
  channel: choice(['all', 'mail', 'push']),
});
export type MessageListInput = z.output<typeof messageListInput>;

export const messageRow = z.object({
  message_row_id: z.number(),
  kind: z.string(),
  channel: z.enum(['mail', 'push']),
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
