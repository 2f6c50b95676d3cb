import { z } from 'zod';
import { id, text, webUrl, wholeNumber } from '../common/text.ts';
import { categories, models } from '../offers/offers.ts';
import type { Source } from './networks.ts';
import { paramName } from './signing.ts';

/** A network's list of offers as JSON: where it is, how it is read, and how it differs from ours. */

/** Where in the JSON something is: names and indexes, joined by dots. */
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
  /** null: the title stands for it. */
  description: fieldPath.nullable().default(null),
  payout: fieldPath.nullable().default(null),
  /** null: the network's currency. */
  currency: fieldPath.nullable().default(null),
  category: fieldPath.nullable().default(null),
  model: fieldPath.nullable().default(null),
  /** A list, or text; null: ALL. */
  countries: fieldPath.nullable().default(null),
  /** A page to look at. */
  preview: fieldPath.nullable().default(null),
  /** The picture of the offer's card. */
  picture: fieldPath.nullable().default(null),
  /** What a person has to do: a list of steps, or a text. */
  instructions: fieldPath.nullable().default(null),
  /** What is paid on the way: a list of events. The other three are looked for in each of them. */
  events: fieldPath.nullable().default(null),
  event_id: fieldPath.nullable().default(null),
  event_name: fieldPath.nullable().default(null),
  event_payout: fieldPath.nullable().default(null),
});
export type FeedFieldMap = z.output<typeof feedFieldMap>;

/** The network's words, in lower case → ours. */
const wordMap = <T extends z.ZodType>(ours: T) => z.record(z.string().max(60).trim().toLowerCase(), ours);

/**
 * How often the list is looked at, and what is taken over by itself: nothing (`ask`: what differs is a proposal),
 * `changes` of offers that are imported and were not changed here, or new offers, too (`all`: they start inactive). An
 * offer that left the list is taken from the users in any case.
 */
export const feedApplyModes = ['ask', 'changes', 'all'] as const;
export const feedSchedule = z.object({
  every_minutes: wholeNumber(15, 7 * 24 * 60),
  apply: z.enum(feedApplyModes),
});

export const feedSettings = z.object({
  url: webUrl,
  /** Where the list is; '' when the answer itself is the list. */
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
  /** Sent along in the query: some networks ask for the address and the browser of a typical user. */
  query: z.record(paramName, text(300)),
  /** Looks at the list by itself; null: only when an admin asks. */
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
  /** Absent: as it is. Empty: none any more. */
  secret: z.string().trim().max(500).optional(),
});
export type FeedSave = z.output<typeof feedSaveInput>;

export const feedView = z.object({
  settings: feedSettings.nullable(),
  /** `••••` and the last four characters; null without a secret. */
  secret_hint: z.string().nullable(),
  /** It was sealed with a key that is gone: it has to be pasted again. */
  is_secret_lost: z.boolean(),
  /** When the list is looked at next by itself; null where it is not. */
  due_at: z.string().nullable(),
  /** When it was looked at by itself, and what went wrong then; null where nothing did. */
  checked_at: z.string().nullable(),
  error: z.string().nullable(),
  presets: z.array(z.custom<FeedPreset>()),
});
export type FeedView = z.output<typeof feedView>;

/** What an offer takes over from a feed. `reward_amount` is in rupees, `steps` are one a line. */
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
  ours: value,
  theirs: value,
  /** Changed here since it was last taken over: overwritten only when that is asked for. */
  is_ours: z.boolean(),
});
export type FeedChange = z.output<typeof change>;

export const feedDifference = z.object({
  new: z.array(z.object({ external_id: z.string(), values: z.record(z.enum(feedFields), value) })),
  changed: z.array(
    z.object({ external_id: z.string(), offer_id: z.number(), title: z.string(), changes: z.array(change) }),
  ),
  /** Imported offers that are active and no longer listed. */
  gone: z.array(z.object({ external_id: z.string(), offer_id: z.number(), title: z.string() })),
});
export type FeedDifference = z.output<typeof feedDifference>;

export const feedPreview = feedDifference.extend({
  /** Names what was looked at; applying it needs it. */
  hash: z.string(),
  listed: z.number(),
  unchanged: z.number(),
  /** Items that could not be read, by their place in the list from 1. */
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
  /** Lower payouts that make odds too costly for one person to decide: asked for, and not taken over yet. */
  waiting: z.number(),
});
export type FeedApplied = z.output<typeof feedApplied>;
