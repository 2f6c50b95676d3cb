import { z } from 'zod';
import { fieldMeta, fields, integer } from './fields.ts';
import { comparedText, wholeNumber } from './text.ts';

/** Inputs and outputs of every list. */

/** Screens count up to this cap and then show `10,000+`, unless an exact total is requested. */
export const MAX_COUNTED = 10_000;

/** `capped`: counting stops at {@link MAX_COUNTED}, as on screens. */
export const totals = ['exact', 'capped'] as const;
export type Totals = (typeof totals)[number];

/** `page` from 1, `limit` 1 to 1000. The page is capped so that page × limit is a safe integer. */
export const pageInput = (defaultLimit: number) => ({
  page: wholeNumber(1, 1_000_000_000).default(1).meta(fields.page),
  limit: wholeNumber(1, 1000).default(defaultLimit).meta(fields.limit),
  search: comparedText(200).optional().meta(fieldMeta('Text to look for', 'survey')),
  total: z
    .enum(totals)
    .default('exact')
    .meta(fieldMeta('`exact`, or `capped`: counting stops at 10,000, and the answer says so')),
});

/**
 * A filter with fixed words. An empty value, as forms send it, means the first word, which filters nothing.
 * @param aliases other accepted values, each with the word that it means
 */
export const choice = <const Words extends readonly [string, ...string[]]>(
  words: Words,
  aliases: Readonly<Record<string, Words[number]>> = {},
) =>
  z
    .union([z.literal(['', ...Object.keys(aliases)]), z.enum(words)], `must be one of ${words.join(', ')}`)
    .optional()
    .transform((word = ''): Words[number] => aliases[word] ?? words.find((each) => each === word) ?? words[0]);

/** The date ranges that most lists have in the specification. */
export const dateRanges = ['all', 'today', 'week', 'month'] as const;

export const sortOrder = z.enum(['asc', 'desc']).meta(fieldMeta('Sort direction: ascending or descending'));

const capped = z
  .literal(true)
  .optional()
  .meta(fieldMeta('More rows match than were counted; only if the request asked for a capped total'));
export const pagination = z.object({
  page: integer(fields.page),
  limit: integer(fields.limit),
  total: integer(fieldMeta('Rows on all pages', 104)),
  totalPages: integer(fieldMeta('Number of pages', 3)),
  capped,
});
/** A field for figures of a list. If it is present, the figures may cover only a part of the rows. */
export const cappedTotals = { capped };
export type Pagination = z.infer<typeof pagination>;

/** @param total the number of rows; {@link OVER_CAP} if counting stopped at the cap */
export const paginate = (page: number, limit: number, total: number | OverCap): Pagination => {
  const counted = typeof total === 'number' ? total : MAX_COUNTED;
  return {
    page,
    limit,
    total: counted,
    totalPages: Math.ceil(counted / limit),
    ...(counted !== total && { capped: true as const }),
  };
};

/** A total above the cap. */
export const OVER_CAP = 'beyond';
export type OverCap = typeof OVER_CAP;
