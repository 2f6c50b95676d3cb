import { z } from 'zod';
import { choice, pageInput, pagination, sortOrder } from '../common/lists.ts';
import { MAX_RUPEES, toPaise } from '../common/money.ts';
import { calendarDay, id, numeric, requiredText, text, webUrl, wholeNumber } from '../common/text.ts';
import { ownPicture } from '../pictures/pictures.ts';
import { wedge } from '../spins/spins.ts';
import { readSpinnerConfig } from './odds.ts';

export const categories = ['Survey', 'App', 'Game', 'Shopping'] as const;
export const models = ['CPR', 'CPA', 'CPI'] as const;

/** Rupees at the edge, paise inside. */
export const rupeesInput = (min: number) =>
  numeric.transform((value, ctx) => {
    const paise = toPaise(value);
    if (paise === undefined || value < min) {
      ctx.addIssue({ code: 'custom', message: `must be an amount in rupees from ${min} to ${MAX_RUPEES}` });
      return z.NEVER;
    }
    return paise;
  });

/** JSON text in, checked odds out. */
export const spinnerConfigInput = z
  .union([z.string().max(4000), z.object({ rewards: z.array(z.unknown()) })], 'Spinner config must be JSON text')
  .transform((value, ctx) => {
    const read = readSpinnerConfig(value);
    if ('problem' in read) {
      ctx.addIssue({ code: 'custom', message: read.problem });
      return z.NEVER;
    }
    return read.odds;
  });

/** Steps at most, and signs of one. */
export const MAX_STEPS = 10;
export const MAX_STEP = 300;

/** What there is to do, in order: a list, or a text with one step a line; blanks dropped. */
const stepList = z
  .union([z.array(z.string()), z.string().transform((value) => value.split(/\r?\n/))], 'must be a list of steps')
  .transform((steps) => steps.map((step) => step.trim()).filter(Boolean))
  .pipe(z.array(text(MAX_STEP)).max(MAX_STEPS, `must be at most ${MAX_STEPS} steps`));

/** A list, or its JSON text as a form or a query carries it. */
const listInput = <Item extends z.ZodType>(item: Item, max: number) =>
  z.preprocess(
    (value) => {
      if (typeof value !== 'string') return value;
      try {
        return value.trim() === '' ? [] : JSON.parse(value);
      } catch {
        return value;
      }
    },
    z.array(item, 'must be a list').max(max, `must be at most ${max}`),
  );

const flagInput = z.union(
  [
    z.boolean(),
    z.literal([1, '1', 'true']).transform(() => true),
    z.literal([0, '0', 'false', '']).transform(() => false),
  ],
  'must be true or false',
);

/** Goals of an offer that can be told apart by their ids. */
export const MAX_GOALS = 30;

/**
 * What the network pays for on the way to the offer's end: an install, a level, a purchase. In the order in which they
 * are reached; one of them gives the spin.
 */
const goalsInput = listInput(
  z
    .object({
      /** The network's own name or id of the event; empty: calls that name none. */
      goal_id: text(100),
      /** What people read; empty: the id. */
      name: text(80).default(''),
      /** Rupees that count where a call brings no payout; empty: none do. */
      payout_amount: z.union([z.literal('').transform(() => null), z.null(), rupeesInput(0)]).default(null),
      gives_spin: flagInput.default(false),
    })
    .transform(({ payout_amount, ...goal }) => ({ ...goal, payout_paise: payout_amount })),
  MAX_GOALS,
).superRefine((goals, ctx) => {
  const ids = goals.map(({ goal_id }) => goal_id.toLowerCase());
  for (const [index, goal] of ids.entries()) {
    if (ids.indexOf(goal) !== index) {
      ctx.addIssue({ code: 'custom', path: [index, 'goal_id'], message: 'is also the id of another goal' });
    }
  }
  if (goals.length > 0 && goals.filter(({ gives_spin }) => gives_spin).length !== 1) {
    ctx.addIssue({ code: 'custom', message: 'One goal must give the spin' });
  }
});

/** Countries that an offer can have quotas for; `*` is one of them. */
const MAX_QUOTAS = 60;

const countryQuotasInput = listInput(
  z.object({
    /** Two letters of ISO 3166-1; `*` for all others and those that are not known. */
    country: text(2)
      .transform((value) => value.toUpperCase())
      .pipe(z.string().regex(/^([A-Z]{2}|\*)$/, 'must be two letters, or * for all others')),
    /** Completions on one day in India; 0: nobody from there. */
    daily_cap: z.preprocess((value) => (value === '' ? undefined : value), wholeNumber(0, 1_000_000)),
  }),
  MAX_QUOTAS,
).superRefine((quotas, ctx) => {
  const countries = quotas.map(({ country }) => country);
  for (const [index, country] of countries.entries()) {
    if (countries.indexOf(country) !== index) {
      ctx.addIssue({ code: 'custom', path: [index, 'country'], message: 'already has a quota' });
    }
  }
});

const offerFields = {
  title: requiredText(200),
  description: requiredText(4000),
  offer_url: webUrl,
  preview_url: z.union([z.literal('').transform(() => null), webUrl, z.null()]).optional(),
  /** An address that the server fetches, or the path of an upload; empty: its category's mark stands for it. */
  picture_url: z.union([z.literal('').transform(() => null), ownPicture, webUrl, z.null()]).optional(),
  steps: stepList.optional(),
  external_offer_id: requiredText(120),
  category: z.enum(categories),
  model: z.enum(models),
  targeting: text(200).transform((value) => value || 'ALL'),
  reward_amount: rupeesInput(0),
  is_active: z.union([z.boolean(), z.literal(1).transform(() => true), z.literal(0).transform(() => false)]),
  spinner_config: spinnerConfigInput,
  /** Completions on one day beyond which nobody starts it; empty: as many as come. */
  daily_cap: z.union([z.literal('').transform(() => null), z.null(), wholeNumber(1, 1_000_000)]).optional(),
  /** The first and the last day in India on which it can be started; empty: no such day. */
  starts_on: z.union([z.literal('').transform(() => null), z.null(), calendarDay]).optional(),
  ends_on: z.union([z.literal('').transform(() => null), z.null(), calendarDay]).optional(),
  /** Empty: the first call completes the offer. */
  offer_goals: goalsInput,
  /** Whether a goal counts only after those that stand before it. */
  goals_in_order: flagInput,
  country_quotas: countryQuotasInput,
  /** The partner network that it belongs to. */
  network_id: z.union([z.literal('').transform(() => undefined), id]).optional(),
};

type Given = z.output<z.ZodObject<typeof offerFields>>;
/** What an admin sets of an offer, all of it given: amounts in paise, odds in whole rupees and tenths of a percent. */
export type OfferFields = { [Field in keyof Given]-?: Exclude<Given[Field], undefined> };

/**
 * Defaults are those of the specification's form: CPR, ALL, active, 5 at 10 % and 10 at 5 %. Without `network_id` the
 * offer is the first active network's.
 */
export const offerCreateInput = z.object({
  ...offerFields,
  category: offerFields.category.default('Survey'),
  model: offerFields.model.default('CPR'),
  targeting: offerFields.targeting.default('ALL'),
  reward_amount: offerFields.reward_amount.default(0),
  is_active: offerFields.is_active.default(true),
  spinner_config: offerFields.spinner_config.optional(),
  offer_goals: offerFields.offer_goals.default([]),
  goals_in_order: offerFields.goals_in_order.default(false),
  country_quotas: offerFields.country_quotas.default([]),
});
export type OfferCreate = z.output<typeof offerCreateInput>;

export const offerUpdateInput = z.object({ offer_id: id, ...z.object(offerFields).partial().shape });
export type OfferUpdate = z.output<typeof offerUpdateInput>;

export const offerIdInput = z.object({ offer_id: id });

/** Offers that one call changes at most: as many as a page of the list has. */
export const MAX_OFFERS_CHANGED = 100;
/** `restore` takes an offer out of the archive; it stays inactive until somebody activates it. */
export const offerActions = ['activate', 'deactivate', 'archive', 'restore'] as const;
export const offerBulkInput = z.object({
  offer_ids: z
    .array(id)
    .min(1, 'Please select offers')
    .max(MAX_OFFERS_CHANGED, `At most ${MAX_OFFERS_CHANGED} offers at once`),
  action: z.enum(offerActions),
});
export type OfferBulkInput = z.output<typeof offerBulkInput>;
/** All of them or none; `changed` leaves out those that were so before. */
export type OfferBulk = { changed: number; message: string };

export const offerListInput = z.object({
  ...pageInput(10),
  /**
   * Archived offers are listed where they are asked for, and else nowhere. `scheduled` and `ended` are active ones
   * whose first day lies ahead, or whose last day is over.
   */
  status: choice(['all', 'active', 'inactive', 'scheduled', 'ended', 'archived']),
  category: choice(['all', ...categories]),
  sortBy: z.enum(['created_at', 'title', 'total_conversions', 'total_revenue']).default('created_at'),
  sortOrder: sortOrder.default('desc'),
});
export type OfferListInput = z.output<typeof offerListInput>;

/** The fields that an admin sets, as they are answered: a new one is missing here until it is written. */
const savedFields = {
  title: z.string(),
  description: z.string(),
  offer_url: z.string(),
  preview_url: z.string().nullable(),
  /** Where its picture is from. */
  picture_url: z.string().nullable(),
  /** What there is to do, in order. */
  steps: z.array(z.string()),
  external_offer_id: z.string(),
  category: z.string(),
  model: z.string(),
  targeting: z.string(),
  reward_amount: z.number(),
  is_active: z.boolean(),
  spinner_config: z.string(),
  /** null: as many as come. */
  daily_cap: z.number().nullable(),
  /** `YYYY-MM-DD`; null: no such day. */
  starts_on: z.string().nullable(),
  ends_on: z.string().nullable(),
  offer_goals: z.array(
    z.object({ goal_id: z.string(), name: z.string(), payout_amount: z.number().nullable(), gives_spin: z.boolean() }),
  ),
  goals_in_order: z.boolean(),
  country_quotas: z.array(z.object({ country: z.string(), daily_cap: z.number() })),
  /** null: a completion may come from any network. */
  network_id: z.number().nullable(),
} satisfies Record<keyof typeof offerFields, z.ZodType>;

/** An offer as admins see it; money in rupees. */
export const adminOffer = z.object({
  offer_id: z.number(),
  ...savedFields,
  /** Its picture as it is shown; null without one, or while it has not come. */
  picture: z.string().nullable(),
  /** Why its picture did not come. */
  picture_problem: z.string().nullable(),
  network: z.string().nullable(),
  created_at: z.string(),
  /** When it was archived; null while it is not. */
  archived_at: z.string().nullable(),
  total_completions: z.number(),
  unique_users: z.number(),
  spins_used: z.number(),
  total_revenue: z.number(),
  avg_payout: z.number(),
  daily_avg_completions: z.number(),
});
export type AdminOffer = z.infer<typeof adminOffer>;
/** What creating and changing an offer answer. */
export const offerSaved = z.object({ offer: adminOffer, message: z.string() });
export const adminOfferList = z.object({ offers: z.array(adminOffer), pagination });
export type AdminOfferList = z.infer<typeof adminOfferList>;

/** An offer as one user sees it. */
export const userOffer = z.object({
  offer_id: z.number(),
  title: z.string(),
  description: z.string(),
  category: z.string(),
  model: z.string(),
  targeting: z.string(),
  preview_url: z.string().nullable(),
  /** Its picture, 16:9, and what stands in its place until it has come; null: it has none. */
  picture: z.object({ url: z.string(), placeholder: z.string() }).nullable(),
  /** What there is to do, in order; empty where the description says it. */
  steps: z.array(z.string()),
  /** The share of people alike who finish it once started, 0 to 1; null where nothing was measured yet. */
  finish_rate: z.number().nullable(),
  /** Within how many seconds nine in ten of its last completions arrived; null where too few have. */
  usual_seconds: z.number().nullable(),
  completed: z.boolean(),
  /** Completed, and the network or its hold time has yet to confirm it: it cannot be spun yet. */
  pending: z.boolean(),
  /** When the hold of a confirmed one ends, until which its spin waits. null without a hold, or when it is over. */
  held_until: z.string().nullable(),
  spinner_used: z.boolean(),
  /** `none` or `voucher_{amount}`. */
  reward_type: z.string(),
  /** Absent while a win is owed. */
  voucher_code: z.string().nullable(),
  /** JSON text; for a completed offer the odds that were in force at its completion. */
  spinner_config: z.string(),
  /** The wheel of those odds. */
  wheel: z.array(wedge),
  /** SHA-256 of the draw's seed, hex: shown from the completion until the spin. */
  spin_commitment: z.string().nullable(),
  /** The network took the completion back; an unused spin is withheld. */
  reversed: z.boolean(),
  /** Won, and no voucher of the amount was in stock yet. */
  owed: z.boolean(),
  /** When the user last started it. */
  started_at: z.string().nullable(),
  /** The click of that start: what support and the network need to look it up. */
  click_id: z.string().nullable(),
  completed_at: z.string().nullable(),
});
export type UserOffer = z.infer<typeof userOffer>;
export const userOfferList = z.object({ offers: z.array(userOffer) });
export type UserOfferList = z.infer<typeof userOfferList>;
