import { z } from 'zod';
import { text, wholeNumber } from './text.ts';

/** What every list takes and gives: contract section 4. */

/** `page` from 1, `limit` 1 to 1000. The page is capped so that page × limit stays a safe offset. */
export const pageInput = (defaultLimit: number) => ({
  page: wholeNumber(1, 1_000_000_000).default(1),
  limit: wholeNumber(1, 1000).default(defaultLimit),
  search: text(200).optional(),
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

export const sortOrder = z.enum(['asc', 'desc']);

export const pagination = z.object({
  page: z.number(),
  limit: z.number(),
  total: z.number(),
  totalPages: z.number(),
});
export type Pagination = z.infer<typeof pagination>;

export const paginate = (page: number, limit: number, total: number): Pagination => ({
  page,
  limit,
  total,
  totalPages: Math.ceil(total / limit),
});
