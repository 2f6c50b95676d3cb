import { z } from 'zod';
import { choice, pageInput, pagination } from '../common/lists.ts';

/** Messages to people: kinds, stored facts, channels, and which kinds can be declined. */

const rupees = z.number();
const isoTime = z.string();
/** A person who sends this token has received the mail. The token is stored only in the sealed part of a message. */
const link = { token: z.string() };
const linkAndCode = { ...link, code: z.string() };

/** `push`: a notification in subscribed browsers. `app`: a line under the bell in the app's header. */
export const channels = ['mail', 'push', 'app'] as const;
export type Channel = (typeof channels)[number];

interface KindOptions {
  /** The name in the user's settings and in the admin's list. */
  words: string;
  /**
   * `always`: about security or a win, so it cannot be declined. `choice`: can be declined with one click.
   */
  sent: 'always' | 'choice';
  by: readonly Channel[];
}

const MAIL = ['mail'] as const;
const MAIL_AND_BELL = ['mail', 'app'] as const;

const kind = <Payload extends z.ZodRawShape, Sealed extends z.ZodRawShape>(
  options: KindOptions,
  payload: Payload,
  sealed: Sealed = {} as Sealed,
) => ({ ...options, payload: z.object(payload), sealed: z.object(sealed) });

/** Every kind of message. `payload` is stored as it is, `sealed` encrypted. Money in rupees, times ISO 8601. */
export const messageKinds = {
  sign_up: kind(
    { words: 'Finish signing up', sent: 'always', by: MAIL },
    { language: z.string().nullish() },
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
      /** When the hold on the spin ends; null without a hold. */
      held_until: isoTime.nullable().default(null),
    },
  ),
  /** Sent only to admins who subscribe. */
  admin_digest: kind(
    { words: 'Morning digest', sent: 'always', by: MAIL },
    {
      day: z.string(),
      url: z.string(),
      figures: z.array(z.tuple([z.string(), z.string()])),
      todos: z.array(z.string()),
    },
  ),
  /** Sent to admins: an approval was requested or decided, or an action should be reviewed. */
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
/** Replaces an empty record, because an intersection with an empty record forbids all fields. */
type Fields<T> = T extends Record<string, never> ? object : T;
export type PayloadOf<K extends MessageKind> = Fields<z.output<(typeof messageKinds)[K]['payload']>>;
export type SealedOf<K extends MessageKind> = Fields<z.output<(typeof messageKinds)[K]['sealed']>>;

const kindNames = Object.keys(messageKinds) as [MessageKind, ...MessageKind[]];
export const isMessageKind = (text: string): text is MessageKind => (kindNames as string[]).includes(text);

/**
 * Checks whether a person may decline a kind on a channel. Security and wins are always sent by mail and bell. Push
 * interrupts, so every kind can be declined there.
 */
export const isOptional = (name: MessageKind, channel: Channel): boolean =>
  messageKinds[name].by.includes(channel) && (channel === 'push' || messageKinds[name].sent === 'choice');

/** Kinds that can be declined on at least one channel. */
export const optionalKinds = kindNames.filter((name) => channels.some((channel) => isOptional(name, channel)));

export const messageChoice = z
  .object({ kind: z.enum(optionalKinds as [MessageKind]), channel: z.enum(channels), is_enabled: z.boolean() })
  .refine(({ kind: name, channel }) => isOptional(name, channel), {
    error: 'this kind is always sent on this channel',
    path: ['channel'],
  });
export type MessageChoice = z.output<typeof messageChoice>;

/** `always`: cannot be declined. `none`: not sent on this channel. */
export const choiceStates = ['always', 'on', 'off', 'none'] as const;
export const messageChoices = z.object({
  /** Whether the server can send mail. */
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

export const bell = z.object({
  unread: z.number(),
  /** The last 50, newest first. */
  notifications: z.array(
    z.object({
      notification_id: z.number(),
      kind: z.enum(kindNames),
      title: z.string(),
      text: z.string(),
      /** The link within the app. */
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

/** The result of `PushSubscription.toJSON()` (https://www.w3.org/TR/push-api/); lengths from RFC 8291. */
export const pushSubscription = z.object({
  endpoint: z
    .url({ protocol: /^https?$/, error: 'must be a web address' })
    .max(1000, 'must be at most 1000 characters'),
  keys: z.object({ p256dh: base64url(65), auth: base64url(16) }),
});
export type PushSubscriptionInput = z.output<typeof pushSubscription>;

export const pushState = z.object({
  /** The key for a browser's subscription; null if push is not configured. */
  public_key: z.string().nullable(),
  /** Whether the browser of this session is subscribed. */
  subscribed: z.boolean(),
});
export type PushState = z.output<typeof pushState>;

/**
 * `queued`: to be sent or retried. `suppressed`: not sent for a reason that is no failure, such as a declined kind, a
 * deleted account or a channel that is off.
 */
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
  /** When it was sent, failed for good or was suppressed; null while queued. */
  settled_at: z.string().nullable(),
  /** The next attempt; null once settled. */
  due_at: z.string().nullable(),
});
export type MessageRow = z.output<typeof messageRow>;

export const messageList = z.object({
  /** Whether the server can send mail. */
  mail: z.boolean(),
  messages: z.array(messageRow),
  /** Messages of the last 24 hours by status; `queued` counts all queued messages. */
  counts: z.record(z.enum(messageStatuses), z.number()),
  pagination,
});
export type MessageList = z.output<typeof messageList>;
