import { z } from 'zod';
import { addressBlock } from '../common/address-block.ts';
import { id, requiredText, text, wholeNumber } from '../common/text.ts';
import { rupeesInput } from '../offers/offers.ts';
import { signableFacts } from './signature-coverage.ts';
import { digests, encodings, paramName, signing } from './signing.ts';

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
  /** In a reversal: the transaction that it reverses, where the reversal has an id of its own. */
  parent_id: paramName.nullable().default(null),
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

/**
 * The reply to a network, by what became of its postback. A repeat gets the reply of the first postback where it has
 * none of its own; `fault`: it could not be judged, and should be sent again.
 */
export const replyClasses = [
  'approved',
  'repeat',
  'pending',
  'reversed',
  'ignored',
  'parked',
  'unknown_click',
  'refused',
  'forged',
  'fault',
] as const;
export type ReplyClass = (typeof replyClasses)[number];
export const reply = z.object({
  status: wholeNumber(200, 599),
  /** `{status}`, `{reason}`, `{completion_id}` and, as in `{param:event_id}`, values of the call are filled in. */
  body: z.string().max(500),
  type: z.enum(['application/json', 'text/plain']),
});
export type Reply = z.output<typeof reply>;
export const replies = z.partialRecord(z.enum(replyClasses), reply);
export type Replies = z.output<typeof replies>;

/**
 * What a link can carry. `user_id` is the network's own random id of the person. `sub1` to `sub5` and the advertising
 * id are what the caller of the click gave.
 */
export const linkValues = [
  'click_id',
  'user_id',
  'offer_id',
  'external_offer_id',
  'ip',
  'user_agent',
  'country',
  'advertising_id',
  'sub1',
  'sub2',
  'sub3',
  'sub4',
  'sub5',
] as const;
const linkValue = z.enum(linkValues);
export type LinkValue = (typeof linkValues)[number];
/** Macros of the network's own in its links, as in `[CLICK]` → click_id. */
export const linkMacros = z.record(z.string().trim().min(2).max(60), linkValue);
/** Parameters that are added to outgoing links beside the click id. */
export const linkParams = z.record(paramName, linkValue);

/**
 * How an outgoing link is signed, with the network's secret. Over a template of link values, as in
 * `{user_id}-{secret}`, or over the whole address, keyed by the secret.
 */
export const linkSigning = z
  .object({
    kind: z.enum(['hash', 'hmac']),
    algorithm: z.enum(digests),
    over: z.enum(['template', 'url']),
    template: text(300).default(''),
    name: paramName,
    encoding: z.enum(encodings).default('hex'),
  })
  .refine(({ kind, over }) => kind === 'hmac' || over === 'template', {
    path: ['over'],
    message: 'an address can be signed by an HMAC alone',
  })
  .refine(({ over, template }) => over === 'url' || /\{[a-z_0-9]+\}/.test(template), {
    path: ['template'],
    message: 'must contain a value such as {user_id}',
  })
  .refine(({ kind, over, template }) => kind === 'hmac' || over === 'url' || template.includes('{secret}'), {
    path: ['template'],
    message: 'must contain {secret}',
  })
  .refine(
    ({ template }) =>
      [...template.matchAll(/\{([^{}]*)\}/g)].every(([, name]) => name === 'secret' || isLinkValue(name)),
    { path: ['template'], message: 'must hold names of link values in braces' },
  );
export type LinkSigning = z.output<typeof linkSigning>;
const isLinkValue = (name: unknown): boolean => linkValues.some((each) => each === name);

/** The time at which a call says that it was made, and by how many seconds it may differ from ours. */
export const timestampRule = z.object({ param: paramName, tolerance_seconds: wholeNumber(60, 30 * 86_400) });
export type TimestampRule = z.output<typeof timestampRule>;

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

const currency = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{3}$/, 'must be three letters');

/** What a currency is worth from a day on, by the Indian calendar. The latest that has begun counts. */
export const datedRate = z.object({ currency, rate, from: z.iso.date('must be a date') });
export const datedRates = z
  .array(datedRate)
  .max(200)
  .refine((rates) => new Set(rates.map((each) => `${each.currency} ${each.from}`)).size === rates.length, {
    message: 'must name each currency once a day',
  });
export type DatedRate = z.output<typeof datedRate>;

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
  link_signing: linkSigning.nullable(),
  params: paramNames,
  /** Where parameters are read. What a signature covers is where they are read, whatever this says. */
  params_in: z.enum(['query', 'body', 'either']),
  status_map: statusMap,
  status_rules: statusRules,
  signing,
  /** The address that is signed where the network signs the exact URL, if it is not our own origin and path. */
  signed_url: z.union([z.literal('').transform(() => null), requiredText(500).pipe(z.url()), z.null()]),
  source_addresses: z.array(addressBlock).max(200),
  /** `log`: a postback from another address is accepted and marked. */
  source_mode: z.enum(['enforce', 'log']),
  /** What amounts are in where a call does not say. */
  currency,
  /** Of `currency`, before the first dated rate for it. */
  rate,
  /** Other currencies that calls may be in, and later rates of the first. */
  rates: datedRates,
  timestamp: timestampRule.nullable(),
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
export const storedRulesSchema = networkSettings.pick({
  params: true,
  status_map: true,
  status_rules: true,
  signing: true,
  replies: true,
  rates: true,
  timestamp: true,
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
  /** What the signature covers; what is open forces the limits on clicks and payouts. */
  coverage: z.record(z.enum(signableFacts), z.enum(['covered', 'open', 'not_sent'])),
  /** `••••` and the last four characters. */
  secret_hint: z.string(),
  /** The secret was sealed with a key that is gone: postbacks wait until it is pasted again. */
  is_secret_lost: z.boolean(),
  previous_secret: z.object({ hint: z.string(), until: z.string() }).nullable(),
  /** The address to paste at the network, a secret in it masked; `buildPostbackUrl` gives it in full. */
  postback_url: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type NetworkView = z.output<typeof networkView>;

/** How much a source is worth: a page of the vendor; code that others run against it; what somebody says of it. */
export const sourceTrustLevels = ['vendor', 'code', 'third_party_page'] as const;
export type SourceTrust = (typeof sourceTrustLevels)[number];

/** Where a fact comes from. */
export interface Source {
  /** The title of the page with its site, or the repository and the path in it. */
  title: string;
  /** The address of the page; null for a repository. */
  url: string | null;
  /** The day on which it was read. */
  read: string;
  trust: SourceTrust;
  /** What it says. */
  says: string;
}

/** What an admin starts from. */
export interface NetworkPreset {
  id: string;
  label: string;
  settings: NetworkSettings;
  /** Who gives the secret: it is pasted from the network, drawn here and pasted there, or there is none. */
  secret: 'theirs' | 'ours';
  /** What the secret is called in the network's dashboard. */
  secret_name: string;
  notes: string[];
  sources: Source[];
  /** What no document that could be read confirms: an operator looks it up in the dashboard. */
  unconfirmed: string[];
}
