import { z } from 'zod';
import { text, wholeNumber } from './text.ts';

/** What every list takes and gives: contract section 4. */

/** `page` from 1, `limit` 1 to 1000. The page is capped so that page × limit stays a safe offset. */
export const pageInput = (defaultLimit: number) => ({
  page: wholeNumber(1, 1_000_000_000).default(1),
  limit: wholeNumber(1, 1000).default(defaultLimit),
  search: text(200).optional(),
});

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
