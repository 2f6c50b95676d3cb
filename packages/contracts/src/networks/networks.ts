import { z } from 'zod';
import { id, requiredText, text, wholeNumber } from '../common/text.ts';
import { rupeesInput } from '../offers/offers.ts';
import { paramName, signing } from './signing.ts';

/** A partner network is data: everything by which one differs from another. */

/** What a postback reports of a completion. `ignore`: a test, an intermediate event, anything that does not count. */
export const postbackKinds = ['pending', 'approve', 'reverse', 'ignore'] as const;
export type PostbackKind = (typeof postbackKinds)[number];

export const postbackOutcomes = ['accepted', 'repeat', 'pending', 'reversed', 'refused', 'parked', 'ignored'] as const;
export type PostbackOutcome = (typeof postbackOutcomes)[number];

/** How a network names the parameters of its postbacks; null for what it does not send. */
export const paramNames = z.object({
  click_id: paramName,
  /** null: (click, goal) stands for the transaction. */
  transaction_id: paramName.nullable().default(null),
  payout: paramName.nullable().default(null),
  currency: paramName.nullable().default(null),
  /** null: the word '' is looked up in the status map. */
  status: paramName.nullable().default(null),
  goal_id: paramName.nullable().default(null),
});
export type ParamNames = z.output<typeof paramNames>;

/** The network's status words, in lower case → what they mean here. A word that is not in it is parked, never paid. */
export const statusMap = z
  .record(z.string().max(60).trim().toLowerCase(), z.enum(postbackKinds))
  .refine((map) => Object.keys(map).length <= 100, 'must have at most 100 words');

const condition = z.object({
  param: paramName,
  /** `negative`, `zero`: of a decimal; `prefix`: taken off the value, so that `r-17` finds its parent 17. */
  test: z.enum(['equals', 'prefix', 'negative', 'zero', 'present']),
  /** For `equals` (whatever the case) and `prefix`. */
  value: z.string().max(60).default(''),
});
/** Looked at in their order before the status map: the first whose conditions all hold decides. */
export const statusRule = z.object({ when: z.array(condition).min(1).max(6), kind: z.enum(postbackKinds) });
export const statusRules = z.array(statusRule).max(40);
export type StatusRule = z.output<typeof statusRule>;

/** The reply to a network, by what became of its postback. A repeat gets the reply of the first postback. */
export const replyClasses = [
  'approved',
  'pending',
  'reversed',
  'ignored',
  'parked',
  'unknown_click',
  'refused',
  'forged',
] as const;
export type ReplyClass = (typeof replyClasses)[number];
export const reply = z.object({
  status: wholeNumber(200, 599),
  /** `{status}`, `{reason}` and `{completion_id}` are filled in. */
  body: z.string().max(500),
  type: z.enum(['application/json', 'text/plain']),
});
export type Reply = z.output<typeof reply>;
export const replies = z.partialRecord(z.enum(replyClasses), reply);
export type Replies = z.output<typeof replies>;

export const linkValues = ['click_id', 'user_id', 'offer_id'] as const;
const linkValue = z.enum(linkValues);
export type LinkValue = (typeof linkValues)[number];
/** Macros of the network's own in its links, as in `[CLICK]` → click_id. */
export const linkMacros = z.record(z.string().trim().min(2).max(60), linkValue);
/** Parameters that are added to outgoing links beside the click id. */
export const linkParams = z.record(paramName, linkValue);

const address = z
  .string()
  .trim()
  .refine((value) => {
    const [base = '', bits, ...more] = value.split('/');
    const v4 = z.ipv4().safeParse(base).success;
    const v6 = z.ipv6().safeParse(base).success;
    const most = v4 ? 32 : 128;
    return (v4 || v6) && more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most));
  }, 'must be an address or a CIDR block');

/** Rupees per unit of the currency: a decimal of up to six places. */
const rate = z
  .union(
    [
      z.number(),
      z
        .string()
        .trim()
        .regex(/^\d{1,7}(\.\d{1,6})?$/)
        .transform(Number),
    ],
    'must be a number',
  )
  .refine((value) => value > 0 && value <= 1_000_000, 'must be above 0 and at most 1000000')
  .refine((value) => Math.abs(value * 1e6 - Math.round(value * 1e6)) < 1e-3, 'must have at most six decimals');

const DAY = 86_400;
export const networkFields = {
  slug: z
    .string()
    .trim()
    .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'must be lower-case letters, digits and dashes'),
  name: requiredText(80),
  is_active: z.boolean(),
  click_param: paramName,
  link_params: linkParams,
  link_macros: linkMacros,
  params: paramNames,
  /** Where parameters are read. What a signature covers is where they are read, whatever this says. */
  params_in: z.enum(['query', 'body', 'either']),
  status_map: statusMap,
  status_rules: statusRules,
  signing,
  /** The address that is signed where the network signs the exact URL, if it is not our own origin and path. */
  signed_url: z.union([z.literal('').transform(() => null), requiredText(500).pipe(z.url()), z.null()]),
  source_addresses: z.array(address).max(200),
  /** `log`: a postback from another address is accepted and marked. */
  source_mode: z.enum(['enforce', 'log']),
  currency: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{3}$/, 'must be three letters'),
  rate,
  replies,
  hold_seconds: wholeNumber(0, 365 * DAY),
  /** A click older than this cannot be completed; null for no limit. An unsigned network has one. */
  click_window_seconds: wholeNumber(60, 3650 * DAY).nullable(),
  /** Rupees; null for no limit. An unsigned network has one. */
  payout_ceiling: rupeesInput(0).nullable(),
  /** What follows the `?` of the address to paste at the network, in its own macros. */
  postback_query: text(1000),
};

export const networkSettings = z.object(networkFields);
export type NetworkSettings = z.output<typeof networkSettings>;

const secret = z
  .string()
  .trim()
  .min(8, 'must be at least 8 characters')
  .max(500, 'must be at most 500 characters')
  .refine((value) => value.isWellFormed() && !value.includes('\u0000'), 'must be well-formed text');

/** What a network's row holds as JSON, as it is read again: a row that was written by hand has to pass, too. */
export const storedRules = networkSettings.pick({
  params: true,
  status_map: true,
  status_rules: true,
  signing: true,
  replies: true,
});

/** A preset gives everything but the secret; what is sent besides takes its place. */
export const networkCreateInput = z.object({
  preset: text(40).optional(),
  /** Drawn by us where it is absent and the network takes one of ours (a secret path, a token). */
  secret: secret.optional(),
  ...networkSettings.partial().shape,
});
export type NetworkCreate = z.output<typeof networkCreateInput>;

export const networkIdInput = z.object({ network_id: id });
export const networkChanges = networkSettings.partial();
export type NetworkChanges = z.output<typeof networkChanges>;
export const networkUpdateInput = z.object({ network_id: id, ...networkChanges.shape });
export type NetworkUpdate = z.output<typeof networkUpdateInput>;

/** Both keys are valid until the overlap is over, so that postbacks under way are not lost. */
export const rotateSecretInput = z.object({
  network_id: id,
  secret: secret.optional(),
  overlap_hours: wholeNumber(0, 24 * 90).default(24),
});
export type RotateSecret = z.output<typeof rotateSecretInput>;

/** A network as admins see it: its secrets are masked; `payout_ceiling` is in rupees. */
export const networkView = z.object({
  network_id: z.number(),
  preset: z.string().nullable(),
  ...networkSettings.shape,
  payout_ceiling: z.number().nullable(),
  /** `••••` and the last four characters. */
  secret_hint: z.string(),
  /** The secret was sealed with a key that is gone: postbacks wait until it is pasted again. */
  is_secret_lost: z.boolean(),
  previous_secret: z.object({ hint: z.string(), until: z.string() }).nullable(),
  /** The address to paste at the network, a secret in it masked; `postbackUrl` gives it in full. */
  postback_url: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type NetworkView = z.output<typeof networkView>;

/** What an admin starts from. */
export interface NetworkPreset {
  id: string;
  label: string;
  settings: NetworkSettings;
  /** Who gives the secret: it is pasted from the network, or drawn here and pasted there. */
  secret: 'theirs' | 'ours';
  /** What the secret is called in the network's dashboard. */
  secret_name: string;
  notes: string[];
  /** What is not confirmed by the vendor's own documents: an operator looks it up in the dashboard. */
  unconfirmed: string[];
}
