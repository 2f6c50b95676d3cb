import { z } from 'zod';
import { id, text, webUrl, wholeNumber } from '../common/text.ts';
import { categories, models } from '../offers/offers.ts';
import type { Source } from './networks.ts';
import { paramName } from './signing.ts';

/** A network's offer feed in JSON: its URL, its format, and the differences between the feed and our offers. */

/** A position in the JSON: names and indexes joined by dots. */
const jsonPath = z
  .string()
  .trim()
  .max(120)
  .regex(/^$|^[^.\s]+(\.[^.\s]+)*$/, 'must be names joined by dots');
const fieldPath = jsonPath.pipe(z.string().min(1, 'is required'));

export const feedFieldMap = z.object({
  external_id: fieldPath,
  title: fieldPath,
  url: fieldPath,
  /** null: the title is also the description. */
  description: fieldPath.nullable().default(null),
  payout: fieldPath.nullable().default(null),
  /** null: amounts are in the network's currency. */
  currency: fieldPath.nullable().default(null),
  category: fieldPath.nullable().default(null),
  model: fieldPath.nullable().default(null),
  /** Countries as a list or a text; null: all offers get the country `ALL`. */
  countries: fieldPath.nullable().default(null),
  /** The URL of the offer's preview page. */
  preview: fieldPath.nullable().default(null),
  /** The URL of the picture on the offer's card. */
  picture: fieldPath.nullable().default(null),
  /** What a user must do: a list of steps, or a text. */
  instructions: fieldPath.nullable().default(null),
  /** The list of an offer's events (goals) that the network pays for. The next three paths are relative to an event. */
  events: fieldPath.nullable().default(null),
  event_id: fieldPath.nullable().default(null),
  event_name: fieldPath.nullable().default(null),
  event_payout: fieldPath.nullable().default(null),
});
export type FeedFieldMap = z.output<typeof feedFieldMap>;

/** Maps the network's words, in lower case, to our values. */
const wordMap = <T extends z.ZodType>(value: T) => z.record(z.string().max(60).trim().toLowerCase(), value);

/**
 * What a scheduled check imports without an admin. `ask`: nothing; every difference is a proposal. `changes`: changes
 * of imported offers that no admin edited. `all`: also new offers, which start inactive. In every mode, an offer
 * that left the feed is hidden from users.
 */
export const feedApplyModes = ['ask', 'changes', 'all'] as const;
export const feedSchedule = z.object({
  every_minutes: wholeNumber(15, 7 * 24 * 60),
  apply: z.enum(feedApplyModes),
});

export const feedSettings = z.object({
  url: webUrl,
  /** The path of the list of offers; '' if the whole response is the list. */
  items: jsonPath,
  fields: feedFieldMap,
  category_map: wordMap(z.enum(categories)),
  default_category: z.enum(categories),
  model_map: wordMap(z.enum(models)),
  default_model: z.enum(models),
  /** How the feed's secret is sent. */
  auth: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('none') }),
    z.object({ kind: z.literal('bearer') }),
    z.object({ kind: z.literal('header'), name: paramName }),
    z.object({ kind: z.literal('query'), name: paramName }),
  ]),
  /** Extra query parameters: some networks require the IP address and browser of a typical user. */
  query: z.record(paramName, text(300)),
  /** The schedule of automatic checks; null: only on an admin's request. */
  schedule: feedSchedule.nullable().default(null),
});
export type FeedSettings = z.output<typeof feedSettings>;

export interface FeedPreset {
  id: string;
  label: string;
  settings: FeedSettings;
  sources: Source[];
  unconfirmed: string[];
}

export const feedIdInput = z.object({ network_id: id });
export const feedSaveInput = z.object({
  network_id: id,
  settings: feedSettings,
  /** An absent secret stays unchanged; an empty text removes the secret. */
  secret: z.string().trim().max(500).optional(),
});
export type FeedSave = z.output<typeof feedSaveInput>;

export const feedView = z.object({
  settings: feedSettings.nullable(),
  /** `••••` and the last four characters; null without a secret. */
  secret_hint: z.string().nullable(),
  /** The secret is sealed with a key that no longer exists, so an admin must paste the secret again. */
  is_secret_lost: z.boolean(),
  /** The next scheduled check; null without a schedule. */
  due_at: z.string().nullable(),
  /** When the last scheduled check ran; null before the first. */
  checked_at: z.string().nullable(),
  /** The error of the last scheduled check; null if it succeeded. */
  error: z.string().nullable(),
  presets: z.array(z.custom<FeedPreset>()),
});
export type FeedView = z.output<typeof feedView>;

/** Fields that an offer imports from a feed. `reward_amount` is in rupees, `steps` has one step per line. */
export const feedFields = [
  'title',
  'description',
  'offer_url',
  'preview_url',
  'picture_url',
  'steps',
  'category',
  'model',
  'targeting',
  'reward_amount',
  'goals',
] as const;
export type FeedField = (typeof feedFields)[number];
const value = z.union([z.string(), z.number(), z.null()]);
export type FeedValue = z.output<typeof value>;

const change = z.object({
  field: z.enum(feedFields),
  offer_value: value,
  feed_value: value,
  /** Whether an admin edited the field since the last import. An import then overwrites the field only on request. */
  is_edited_here: z.boolean(),
});
export type FeedChange = z.output<typeof change>;

export const feedDifference = z.object({
  new: z.array(z.object({ external_id: z.string(), values: z.record(z.enum(feedFields), value) })),
  changed: z.array(
    z.object({ external_id: z.string(), offer_id: z.number(), title: z.string(), changes: z.array(change) }),
  ),
  /** Imported active offers that the feed no longer lists. */
  gone: z.array(z.object({ external_id: z.string(), offer_id: z.number(), title: z.string() })),
});
export type FeedDifference = z.output<typeof feedDifference>;

export const feedPreview = feedDifference.extend({
  /** Identifies the feed and the offers as compared. A request to apply changes must send this hash. */
  hash: z.string(),
  listed: z.number(),
  unchanged: z.number(),
  /** Items that could not be read, by position from 1. */
  errors: z.array(z.object({ item: z.number(), external_id: z.string().nullable(), problem: z.string() })),
});
export type FeedPreview = z.output<typeof feedPreview>;

const externalId = z.string().min(1).max(120);
const MAX_SELECTED = 2000;
export const feedApplyInput = z.object({
  network_id: id,
  hash: z.string().max(100),
  new: z.array(externalId).max(MAX_SELECTED).default([]),
  changed: z
    .array(z.object({ external_id: externalId, fields: z.array(z.enum(feedFields)).min(1).max(feedFields.length) }))
    .max(MAX_SELECTED)
    .default([]),
  /** Offers to deactivate. */
  gone: z.array(externalId).max(MAX_SELECTED).default([]),
});
export type FeedApply = z.output<typeof feedApplyInput>;

export const feedApplied = z.object({
  created: z.number(),
  updated: z.number(),
  deactivated: z.number(),
  /** The number of lower payouts that wait for approval because the offer's odds would exceed one person's limit. */
  waiting: z.number(),
});
export type FeedApplied = z.output<typeof feedApplied>;
