import { z } from 'zod';
import { addressBlock } from '../common/address-block.ts';
import { id, isStorable, requiredText, text, wholeNumber } from '../common/text.ts';
import { readVersion } from '../common/version.ts';
import { rupeesInput } from '../offers/offers.ts';
import { signableFacts } from './signature-coverage.ts';
import { digests, encodings, paramName, signing } from './signing.ts';

/** A partner network is a database row. The row contains everything that differs between networks. */

/** What a postback reports. `ignore`: a test, an intermediate event, or anything else that does not count. */
export const postbackKinds = ['pending', 'approve', 'reverse', 'ignore'] as const;
export type PostbackKind = (typeof postbackKinds)[number];

export const postbackOutcomes = ['accepted', 'repeat', 'pending', 'reversed', 'refused', 'parked', 'ignored'] as const;
export type PostbackOutcome = (typeof postbackOutcomes)[number];

/** The network's names of postback parameters; null for values that the network does not send. */
export const paramNames = z.object({
  click_id: paramName,
  /** null: click and goal together identify the transaction. */
  transaction_id: paramName.nullable().default(null),
  payout: paramName.nullable().default(null),
  currency: paramName.nullable().default(null),
  /** null: the status map's entry for the empty word '' decides the kind. */
  status: paramName.nullable().default(null),
  goal_id: paramName.nullable().default(null),
  /** Names the reversed transaction, if a reversal has its own transaction id. */
  parent_id: paramName.nullable().default(null),
});
export type ParamNames = z.output<typeof paramNames>;

/** The network's status words in lower case → their meaning. An unknown word is parked, never paid. */
export const statusMap = z
  .record(z.string().max(60).trim().toLowerCase(), z.enum(postbackKinds))
  .refine((map) => Object.keys(map).length <= 100, 'must have at most 100 words');

const condition = z.object({
  param: paramName,
  /**
   * `negative` and `zero` test decimals. A matching `prefix` is removed from the value, so that `r-17` refers to the
   * parent 17.
   */
  test: z.enum(['equals', 'prefix', 'negative', 'zero', 'present']),
  /** The text to compare with, for `equals` (case-insensitive) and `prefix`. */
  value: z.string().max(60).default(''),
});
/** Rules are checked in order before the status map. The first rule with all conditions met decides the kind. */
export const statusRule = z.object({ when: z.array(condition).min(1).max(6), kind: z.enum(postbackKinds) });
export const statusRules = z.array(statusRule).max(40);
export type StatusRule = z.output<typeof statusRule>;

/**
 * Replies by outcome. If `repeat` has no reply, a repeat gets the reply of the first postback. `fault`: processing
 * failed, and the network should retry.
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
  /** Placeholders: `{status}`, `{reason}`, `{completion_id}`, and values of the postback such as `{param:event_id}`. */
  body: z.string().max(500),
  type: z.enum(['application/json', 'text/plain']),
});
export type Reply = z.output<typeof reply>;
export const replies = z.partialRecord(z.enum(replyClasses), reply);
export type Replies = z.output<typeof replies>;

/**
 * Values for outgoing links. `user_id` is a random id, different for each network. The caller that records the click
 * supplies `sub1` to `sub5` and the advertising id.
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
/** Macros in the network's links → our values: `[CLICK]` → `click_id`. */
export const linkMacros = z.record(z.string().trim().min(2).max(60), linkValue);
/** Parameters added to outgoing links besides the click id. */
export const linkParams = z.record(paramName, linkValue);

/**
 * Signs outgoing links with the network's secret: either a digest of a template such as `{user_id}-{secret}`, or an
 * HMAC over a template or the whole URL, with the secret as its key.
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
    message: 'a whole URL can be signed only with an HMAC',
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

/** The parameter with the postback's timestamp, and the allowed difference from our clock in seconds. */
export const timestampRule = z.object({ param: paramName, tolerance_seconds: wholeNumber(60, 30 * 86_400) });
export type TimestampRule = z.output<typeof timestampRule>;

/** Rupees per unit of the currency: a decimal with up to six places. */
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

/** A rate that is valid from a day (in Indian time) until the next rate begins. */
export const datedRate = z.object({ currency, rate, from: z.iso.date('must be a date') });
export const datedRates = z
  .array(datedRate)
  .max(200)
  .refine((rates) => new Set(rates.map((each) => `${each.currency} ${each.from}`)).size === rates.length, {
    message: 'must have only one rate for each currency and day',
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
  /** The part of the postback that contains parameters. Signed values are always read from the signed part. */
  params_in: z.enum(['query', 'body', 'either']),
  status_map: statusMap,
  status_rules: statusRules,
  signing,
  /** The URL that the network signs, for networks that sign the exact URL and know us by another origin or path. */
  signed_url: z.union([z.literal('').transform(() => null), requiredText(500).pipe(z.url()), z.null()]),
  source_addresses: z.array(addressBlock).max(200),
  /** `log`: a postback from another IP address is accepted and flagged. */
  source_mode: z.enum(['enforce', 'log']),
  /** The currency of amounts when a postback names none. */
  currency,
  /** The rate of `currency` before its first dated rate. */
  rate,
  /** Rates of other currencies, and later rates of `currency`. */
  rates: datedRates,
  timestamp: timestampRule.nullable(),
  replies,
  hold_seconds: wholeNumber(0, 365 * DAY),
  /** Clicks older than this cannot be completed; null for no limit. Required if the signature leaves a fact `open`. */
  click_window_seconds: wholeNumber(60, 3650 * DAY).nullable(),
  /** Maximum payout in rupees; null for no limit. Required if the signature leaves a fact `open`. */
  payout_ceiling: rupeesInput(0).nullable(),
  /** A first payout above this many times the offer's reward amount is parked with an alert; 0 for off. */
  payout_ratio: wholeNumber(0, 100_000),
  /** The query of the postback URL, with the network's own macros. */
  postback_query: text(1000),
};

export const networkSettings = z.object(networkFields);
export type NetworkSettings = z.output<typeof networkSettings>;

const secret = z
  .string()
  .trim()
  .min(8, 'must be at least 8 characters')
  .max(500, 'must be at most 500 characters')
  .refine(isStorable, 'must be well-formed text');

/** Validates the JSON in a network's row at each read, because people may edit the row by hand. */
export const storedRulesSchema = networkSettings.pick({
  params: true,
  status_map: true,
  status_rules: true,
  signing: true,
  replies: true,
  rates: true,
  timestamp: true,
});

/** A preset supplies everything except the secret. Other given values override the preset. */
export const networkCreateInput = z.object({
  preset: text(40).optional(),
  /** If absent, the server generates the secret of a network that uses our secret (a secret path or a token). */
  secret: secret.optional(),
  ...networkSettings.partial().shape,
});
export type NetworkCreate = z.output<typeof networkCreateInput>;

export const networkIdInput = z.object({ network_id: id });
export const networkChanges = networkSettings.partial();
export type NetworkChanges = z.output<typeof networkChanges>;
export const networkUpdateInput = z.object({ network_id: id, version: readVersion, ...networkChanges.shape });
export type NetworkUpdate = z.output<typeof networkUpdateInput>;

/** The old and the new secret are both valid during the overlap, so that postbacks in flight are not lost. */
export const rotateSecretInput = z.object({
  network_id: id,
  secret: secret.optional(),
  overlap_hours: wholeNumber(0, 24 * 90).default(24),
});
export type RotateSecret = z.output<typeof rotateSecretInput>;

/** A network as admins see it: secrets are masked; `payout_ceiling` is in rupees. */
export const networkView = z.object({
  network_id: z.number(),
  version: z.number(),
  preset: z.string().nullable(),
  ...networkSettings.shape,
  payout_ceiling: z.number().nullable(),
  /** What the signature covers. Facts that it does not cover (`open`) require limits on click age and payout. */
  coverage: z.record(z.enum(signableFacts), z.enum(['covered', 'open', 'not_sent'])),
  /** `••••` and the last four characters. */
  secret_hint: z.string(),
  /** The secret is sealed with a key that no longer exists. Postbacks wait until the secret is pasted again. */
  is_secret_lost: z.boolean(),
  previous_secret: z.object({ hint: z.string(), until: z.string() }).nullable(),
  /** The postback URL with its secret masked; `buildPostbackUrl` returns it in full. */
  postback_url: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type NetworkView = z.output<typeof networkView>;

/** Trust in a source: the vendor's page, code that runs against the network, or a third-party page. */
export const sourceTrustLevels = ['vendor', 'code', 'third_party_page'] as const;
export type SourceTrust = (typeof sourceTrustLevels)[number];

/** The source of a fact. */
export interface Source {
  /** The title of the page with its site, or the repository and path. */
  title: string;
  /** null if the source has no page of its own, such as a file of a repository. */
  url: string | null;
  /** The day on which the source was read. */
  read: string;
  trust: SourceTrust;
  says: string;
}

/** A template for a new network. */
export interface NetworkPreset {
  id: string;
  label: string;
  settings: NetworkSettings;
  /** `pasted`: the network creates the secret. `generated`: we create the secret. */
  secret: 'pasted' | 'generated';
  /** The secret's name in the network's dashboard. */
  secret_name: string;
  notes: string[];
  sources: Source[];
  /** Facts without a source, which an operator must check in the network's dashboard. */
  unconfirmed: string[];
  /** Where the network's dashboard asks for the postback URL; null if no document that we read describes the place. */
  paste: PastePlace | null;
}

/** A place in a network's dashboard, in the vendor's words. */
export interface PastePlace {
  /** Menus and fields to click, in order. */
  path: string[];
  source: Source;
}
