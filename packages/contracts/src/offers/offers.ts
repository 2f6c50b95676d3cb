import { z } from 'zod';
import { day, fieldMeta, fields, flag, integer, number, SHA, string, time } from '../common/fields.ts';
import { choice, pageInput, pagination, sortOrder } from '../common/lists.ts';
import { MAX_RUPEES, toPaise } from '../common/money.ts';
import {
  amountOrText,
  calendarDay,
  id,
  notNumeric,
  requiredComparedText,
  requiredText,
  text,
  webUrl,
  wholeNumber,
} from '../common/text.ts';
import { readVersion } from '../common/version.ts';
import { uploadedPicturePath } from '../pictures/pictures.ts';
import { wedge } from '../spins/spins.ts';
import { readSpinnerConfig } from './odds.ts';

export const categories = ['Survey', 'App', 'Game', 'Shopping'] as const;
export const models = ['CPR', 'CPA', 'CPI'] as const;

/** Reads rupees and returns paise. */
export const rupeesInput = (min: number) =>
  amountOrText((issue) =>
    typeof issue.input === 'string' && issue.input.trim() !== ''
      ? `must be an amount in rupees from ${min}, such as 1250.50 or 1,250.50`
      : notNumeric(issue),
  ).transform((value, ctx) => {
    const paise = toPaise(value);
    if (paise === undefined || value < min) {
      ctx.addIssue({ code: 'custom', message: `must be an amount in rupees from ${min} to ${MAX_RUPEES}` });
      return z.NEVER;
    }
    return paise;
  });

/** Parses and validates odds, as JSON text or as an object. */
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

/** Maximum number of steps, and maximum length of one step in characters. */
export const MAX_STEPS = 10;
export const MAX_STEP = 300;

/** The steps of an offer in order: a list, or a text with one step per line. Blank lines are dropped. */
const stepList = z
  .union([z.array(z.string()), z.string().transform((value) => value.split(/\r?\n/))], 'must be a list of steps')
  .transform((steps) => steps.map((step) => step.trim()).filter(Boolean))
  .pipe(z.array(text(MAX_STEP)).max(MAX_STEPS, `must be at most ${MAX_STEPS} steps`));

/** A list, or the JSON text of a list from a form or query. */
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

/** An optional text. An empty text becomes null. */
const optionalText = (max: number) => z.union([z.null(), text(max).transform((value) => value || null)]).optional();

const flagInput = z.union(
  [
    z.boolean(),
    z.literal([1, '1', 'true']).transform(() => true),
    z.literal([0, '0', 'false', '']).transform(() => false),
  ],
  'must be true or false',
);

export const MAX_GOALS = 30;

/** Paid events (goals) of an offer in order, such as an install, a level or a purchase. One of them gives the spin. */
const goalsInput = listInput(
  z
    .object({
      /** The network's name or id of the event; empty for postbacks that name no event. */
      goal_id: text(100),
      /** The displayed name; if empty, the id is displayed. */
      name: text(80).default(''),
      name_hi: optionalText(80).meta(fields.goal_name_hi),
      /** The payout in rupees for a postback that names no payout; empty for none. */
      payout_amount: z
        .union([z.literal('').transform(() => null), z.null(), rupeesInput(0)])
        .default(null)
        .meta(fields.payout_amount),
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

/** Maximum number of quotas by country, including `*`. */
const MAX_QUOTAS = 60;

const countryQuotasInput = listInput(
  z.object({
    /** Two letters of ISO 3166-1; `*` for all other and unknown countries. */
    country: text(2)
      .transform((value) => value.toUpperCase())
      .pipe(z.string().regex(/^([A-Z]{2}|\*)$/, 'must be two letters, or * for all others')),
    /** Maximum completions per day, by Indian time. 0 excludes the country. */
    daily_cap: z
      .preprocess((value) => (value === '' ? undefined : value), wholeNumber(0, 1_000_000))
      .meta(fields.daily_cap),
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
  title: requiredText(200).meta(fields.title),
  description: requiredText(4000).meta(fields.description),
  task: optionalText(60).meta(fields.task),
  title_hi: optionalText(200).meta(fields.title_hi),
  description_hi: optionalText(4000).meta(fields.description_hi),
  task_hi: optionalText(60).meta(fields.task_hi),
  offer_url: webUrl.meta(fields.offer_url),
  preview_url: z
    .union([z.literal('').transform(() => null), webUrl, z.null()])
    .optional()
    .meta(fields.preview_url),
  /** A URL that the server fetches, or the path of an upload. If empty, the category's icon is shown. */
  picture_url: z
    .union(
      [z.literal('').transform(() => null), uploadedPicturePath, webUrl, z.null()],
      'must be an http or https address, or an uploaded picture',
    )
    .optional()
    .meta(fields.picture_url),
  steps: stepList.optional().meta(fields.steps),
  steps_hi: stepList.optional().meta(fields.steps_hi),
  external_offer_id: requiredComparedText(120).meta(fields.external_offer_id),
  category: z.enum(categories).meta(fieldMeta('Category')),
  model: z.enum(models).meta(fieldMeta('What the network pays for')),
  targeting: text(200)
    .transform((value) => value || 'ALL')
    .meta(fields.targeting),
  reward_amount: rupeesInput(0).meta(fields.reward_amount),
  is_active: z
    .union(
      [z.boolean(), z.literal(1).transform(() => true), z.literal(0).transform(() => false)],
      'must be true or false',
    )
    .meta(fields.is_active),
  spinner_config: spinnerConfigInput.meta(fields.spinner_config),
  daily_cap: z
    .union([z.literal('').transform(() => null), z.null(), wholeNumber(1, 1_000_000)])
    .optional()
    .meta(fields.daily_cap),
  starts_on: z
    .union([z.literal('').transform(() => null), z.null(), calendarDay])
    .optional()
    .meta(fields.starts_on),
  ends_on: z
    .union([z.literal('').transform(() => null), z.null(), calendarDay])
    .optional()
    .meta(fields.ends_on),
  /** If empty, the first postback completes the offer. */
  offer_goals: goalsInput.meta(fields.offer_goals),

  goals_in_order: flagInput.meta(fields.goals_in_order),
  country_quotas: countryQuotasInput.meta(fields.country_quotas),

  network_id: z
    .union([z.literal('').transform(() => undefined), id])
    .optional()
    .meta(fields.network_id),
};

type Given = z.output<z.ZodObject<typeof offerFields>>;
/** All fields that an admin sets: amounts in paise, odds in whole rupees and tenths of a percent. */
export type OfferFields = { [Field in keyof Given]-?: Exclude<Given[Field], undefined> };

/**
 * Defaults of the specification's form: CPR, ALL, active, ₹5 at 10 % and ₹10 at 5 %. Without `network_id` the offer
 * belongs to the first active network.
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

export const offerUpdateInput = z.object({
  offer_id: id.meta(fields.offer_id),
  version: readVersion,
  ...z.object(offerFields).partial().shape,
});
export type OfferUpdate = z.output<typeof offerUpdateInput>;

export const offerIdInput = z.object({ offer_id: id.meta(fields.offer_id) });

/** Maximum number of offers that one call changes: one page of the list. */
export const MAX_OFFERS_CHANGED = 100;
/** `restore` takes an offer out of the archive. It stays inactive until an admin activates it. */
export const offerActions = ['activate', 'deactivate', 'archive', 'restore'] as const;
export const offerBulkInput = z.object({
  offer_ids: z
    .array(id)
    .min(1, 'Please select offers')
    .max(MAX_OFFERS_CHANGED, `At most ${MAX_OFFERS_CHANGED} offers at once`),
  action: z.enum(offerActions),
});
export type OfferBulkInput = z.output<typeof offerBulkInput>;
/**
 * The action changes all given offers or none. `changed` counts only offers that were not already in the
 * requested state.
 */
export type OfferBulk = { changed: number; message: string };

export const offerListInput = z.object({
  ...pageInput(10),
  /**
   * Archived offers are listed only on request. `scheduled` and `ended` are active offers before their first day or
   * after their last day.
   */
  status: choice(['all', 'active', 'inactive', 'scheduled', 'ended', 'archived']).meta(fieldMeta('Status')),
  category: choice(['all', ...categories]).meta(fieldMeta('Category')),
  sortBy: z
    .enum(['created_at', 'title', 'total_conversions', 'total_revenue'])
    .default('created_at')
    .meta(fields.sortBy),
  sortOrder: sortOrder.default('desc'),
});
export type OfferListInput = z.output<typeof offerListInput>;

/** The fields of a saved offer, for answers. The compiler reports a new field that is missing here. */
const savedFields = {
  title: string(fields.title),
  description: string(fields.description),
  task: string(fields.task).nullable(),
  title_hi: string(fields.title_hi).nullable(),
  description_hi: string(fields.description_hi).nullable(),
  task_hi: string(fields.task_hi).nullable(),
  offer_url: string(fields.offer_url),
  preview_url: string(fields.preview_url).nullable(),
  picture_url: string(fields.picture_url).nullable(),
  steps: z.array(z.string()).meta(fields.steps),
  steps_hi: z.array(z.string()).meta(fields.steps_hi),
  external_offer_id: string(fields.external_offer_id),
  category: string(fields.category),
  model: string(fields.model),
  targeting: string(fields.targeting),
  reward_amount: number(fields.reward_amount),
  is_active: flag(fields.is_active),
  spinner_config: string(fields.spinner_config),
  daily_cap: integer(fields.daily_cap).nullable(),
  starts_on: day(fields.starts_on).nullable(),
  ends_on: day(fields.ends_on).nullable(),
  offer_goals: z
    .array(
      z.object({
        goal_id: z.string(),
        name: z.string(),
        name_hi: string(fields.goal_name_hi).nullable(),
        payout_amount: number(fields.payout_amount).nullable(),
        gives_spin: z.boolean(),
      }),
    )
    .meta(fields.offer_goals),
  goals_in_order: flag(fields.goals_in_order),
  country_quotas: z
    .array(z.object({ country: z.string(), daily_cap: integer(fields.daily_cap) }))
    .meta(fields.country_quotas),
  network_id: integer(fields.network_id).nullable(),
} satisfies Record<keyof typeof offerFields, z.ZodType>;

/** An offer as admins see it; money in rupees. */
export const adminOffer = z.object({
  offer_id: integer(fields.offer_id),
  version: integer(fields.version),
  ...savedFields,
  picture: string(
    fieldMeta(
      'The picture of the offer as it is shown, 16:9; null if there is none, or if it is not fetched yet',
      '/pictures/0f1e2d3c4b5a69788796a5b4c3d2e1f0.webp',
    ),
  ).nullable(),
  picture_problem: string(
    fieldMeta('Why the picture of the offer could not be fetched', 'The address answered with status 404'),
  ).nullable(),
  network: string(fieldMeta('Name of the partner network that the offer belongs to', 'OGAds')).nullable(),
  created_at: time(fields.created_at),
  archived_at: time(fieldMeta('When the offer was archived; null if it is not archived')).nullable(),
  total_completions: integer(fields.total_completions),
  unique_users: integer(fieldMeta('Number of users who completed the offer', 3)),
  spins_used: integer(fields.spins_used),
  total_revenue: number(fields.total_revenue),
  avg_payout: number(fieldMeta('Payout of a completion, on average, in rupees', 38.75)),
  daily_avg_completions: number(fieldMeta('Completions a day since the offer was created', 1.4)),
});
export type AdminOffer = z.infer<typeof adminOffer>;
export const offerSaved = z.object({
  offer: adminOffer.meta(fieldMeta('The offer as it is now')),
  message: string(fields.message),
});
export const adminOfferList = z.object({ offers: z.array(adminOffer), pagination });
export type AdminOfferList = z.infer<typeof adminOfferList>;

/** An offer as one user sees it. */
export const userOffer = z.object({
  offer_id: integer(fields.offer_id),
  title: string(fields.title),
  description: string(fields.description),
  /** Never empty, see `offers/tasks.ts`. */
  task: string(fields.task),
  title_hi: string(fields.title_hi).nullable(),
  description_hi: string(fields.description_hi).nullable(),
  task_hi: string(fields.task_hi).nullable(),
  category: string(fields.category),
  model: string(fields.model),
  targeting: string(fields.targeting),
  preview_url: string(fields.preview_url).nullable(),
  /** The 16:9 picture and its placeholder while loading; null without a picture. */
  picture: z
    .object({
      url: string(fieldMeta('Path of the picture', '/pictures/0f1e2d3c4b5a69788796a5b4c3d2e1f0.webp')),
      placeholder: string(
        fieldMeta('A tiny version of the picture, as a `data:` URL', 'data:image/webp;base64,UklGRiIAAABXRUJQ'),
      ),
    })
    .meta(fieldMeta('The picture of the offer, 16:9; null if there is none'))
    .nullable(),
  steps: z.array(z.string()).meta(fields.steps),
  steps_hi: z.array(z.string()).meta(fields.steps_hi),
  goals: z
    .array(z.object({ name: z.string(), name_hi: string(fields.goal_name_hi).nullable(), reached: z.boolean() }))
    .meta(
      fieldMeta(
        'Events up to the one that gives the spin, and whether the network has reported them; empty if the network reports only one event, or if the offer is completed',
        [
          { name: 'Install the app', name_hi: 'ऐप इंस्टॉल करें', reached: true },
          { name: 'Reach level 5', name_hi: null, reached: false },
        ],
      ),
    ),
  finish_rate: number(
    fieldMeta('Share of similar users who finish the offer after they start it, 0 to 1; null if not measured', 0.62),
  ).nullable(),
  is_new: flag(
    fieldMeta('Whether fewer than 30 people have started the offer, so that its figures are an estimate', false),
  ),
  usual_seconds: integer(
    fieldMeta(
      'Seconds from the start of the offer until nine in ten of its last completions were approved; null if there are too few completions',
      21_600,
    ),
  ).nullable(),
  milestone: integer(
    fieldMeta('Number of completions that earn this milestone; null for partners’ offers', 10),
  ).nullable(),
  completed: flag(fieldMeta('Has the user completed it?', true)),
  /** Completed, but not confirmed by the network or still on hold, so the user cannot spin yet. */
  pending: flag(fields.pending),
  held_until: time(fields.held_until).nullable(),
  spinner_used: flag(fields.spinner_used),
  reward_type: string(fields.reward_type),
  /** Null without a win, and while the won amount is out of stock. */
  voucher_code: string(fields.voucher_code).nullable(),
  voucher_pin: string(fields.voucher_pin).nullable(),
  /** The odds as JSON text; for a completed offer, the odds at its completion. */
  spinner_config: string(fields.spinner_config),
  /** The wheel of the odds in `spinner_config`. */
  wheel: z.array(wedge).meta(fields.wheel),
  spin_commitment: string(
    fieldMeta("SHA-256 of the draw's seed, hex, from the completion until the spin", SHA),
  ).nullable(),
  /** The network reversed the completion. The user can no longer use an unused spin. */
  reversed: flag(fields.reversed),
  owed: flag(fields.owed),
  started_at: time(fieldMeta('When the user last started the offer')).nullable(),
  /** The click by which the user last started the offer, for support and the network. */
  click_id: string(fields.click_id).nullable(),
  completed_at: time(fields.completed_at).nullable(),
});
export type UserOffer = z.infer<typeof userOffer>;
export const userOfferList = z.object({ offers: z.array(userOffer) });
export type UserOfferList = z.infer<typeof userOfferList>;
