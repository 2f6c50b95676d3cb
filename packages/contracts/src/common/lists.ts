import { z } from 'zod';
import { fieldMeta, fields, integer } from './fields.ts';
import { text, wholeNumber } from './text.ts';

/** What every list takes and gives: contract section 4. */

/** How far screens count what no counter knows; beyond it they say `10,000+`, until somebody asks for all. */
export const MAX_COUNTED = 10_000;

/** `capped`: counting stops at {@link MAX_COUNTED}, as on screens. */
export const totals = ['exact', 'capped'] as const;
export type Totals = (typeof totals)[number];

/** `page` from 1, `limit` 1 to 1000. The page is capped so that page × limit stays a safe offset. */
export const pageInput = (defaultLimit: number) => ({
  page: wholeNumber(1, 1_000_000_000).default(1).meta(fields.page),
  limit: wholeNumber(1, 1000).default(defaultLimit).meta(fields.limit),
  search: text(200).optional().meta(fieldMeta('Text to look for', 'survey')),
  total: z
    .enum(totals)
    .default('exact')
    .meta(fieldMeta('`exact`, or `capped`: counting stops at 10,000, and the answer says so')),
});

/**
 * A filter with a set of words; one that is left empty, as forms send it, is the first word, which filters nothing.
 * @param aliases what else is taken for a word
 */
export const choice = <const Words extends readonly [string, ...string[]]>(
  words: Words,
  aliases: Readonly<Record<string, Words[number]>> = {},
) =>
  z
    .union([z.literal(['', ...Object.keys(aliases)]), z.enum(words)], `must be one of ${words.join(', ')}`)
    .optional()
    .transform((word = ''): Words[number] => aliases[word] ?? words.find((each) => each === word) ?? words[0]);

/** The ranges that the specification gives to most lists. */
export const dateRanges = ['all', 'today', 'week', 'month'] as const;

export const sortOrder = z.enum(['asc', 'desc']).meta(fieldMeta('Which end comes first'));

const capped = z
  .literal(true)
  .optional()
  .meta(fieldMeta('More match than were counted; only where a capped total was asked for'));
export const pagination = z.object({
  page: integer(fields.page),
  limit: integer(fields.limit),
  total: integer(fieldMeta('Rows on all pages', 104)),
  totalPages: integer(fieldMeta('Pages', 3)),
  capped,
});
/** Figures of a list are of the rows that were counted, and at least these: likewise where the call asks for it. */
export const cappedTotals = { capped };
export type Pagination = z.infer<typeof pagination>;

/** @param total how many rows there are; {@link Beyond} where counting stopped */
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

/** More rows than are counted. */
export const OVER_CAP = 'beyond';
export type OverCap = typeof OVER_CAP;
