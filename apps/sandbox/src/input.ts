import { requiredText, text } from '@inaam/contracts/common/text';
import { z } from 'zod';

/** The input is not valid; the message names the field. */
export class BadInput extends Error {}

/**
 * Parses a value.
 * @throws BadInput with `{field}: {problem}` for the first problem
 */
export function parse<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const read = schema.safeParse(value ?? {});
  if (read.success) return read.data;
  const issue = read.error.issues[0];
  const field = issue?.path.join('.');
  const problem = issue?.code === 'invalid_type' && isMissing(value, issue.path) ? 'is required' : issue?.message;
  throw new BadInput(field ? `${field}: ${problem}` : 'The body must be a JSON object');
}

const isMissing = (value: unknown, path: PropertyKey[]): boolean =>
  typeof value === 'object' && value !== null && path.length === 1 && !(String(path[0]) in value);

export const clickId = requiredText(200);

/** Rupees as decimal text or a JSON number. Empty counts as absent, as in a link without a price. */
export const payout = z
  .union([z.number().transform(String), text(30)], 'must be an amount in rupees')
  .pipe(z.string().regex(/^(-?\d{1,12}(\.\d{1,12})?)?$/, 'must be an amount in rupees'))
  .transform((value) => value || undefined)
  .optional();
