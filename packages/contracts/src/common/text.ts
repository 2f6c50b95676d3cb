import { z } from 'zod';
import { fieldMeta } from './fields.ts';

/**
 * Text that a person or a service sends: well-formed and without NUL, which PostgreSQL cannot store; trimmed.
 * The messages name the field by the path that zod reports beside them.
 */
export const text = (max: number) =>
  z
    .string()
    .refine((value) => value.isWellFormed() && !value.includes('\u0000'), 'must be well-formed text')
    .transform((value) => value.trim())
    .pipe(z.string().max(max, `must be at most ${max} characters`));

/** The same, and not empty. */
export const requiredText = (max: number) => text(max).pipe(z.string().min(1, 'is required'));

/** An e-mail address, lower-cased: addresses that differ in case alone are one account. */
export const email = text(254)
  .pipe(z.string().min(1, 'is required'))
  .transform((value) => value.toLowerCase())
  .pipe(z.email('must be an e-mail address'))
  .meta(fieldMeta('E-mail address', 'asha@example.com'));

/** An http or https address. */
export const webUrl = requiredText(2000).refine((value) => {
  try {
    const { protocol } = new URL(value);
    return protocol === 'https:' || protocol === 'http:';
  } catch {
    return false;
  }
}, 'must be an http or https address');

const notNumeric = ({ input }: { input?: unknown }): string =>
  input === undefined ? 'is required' : 'must be a number';

/**
 * A number, or its decimal digits where a query string or a form carries it. Nothing else becomes a number.
 * @param error what is answered to anything else
 */
export const numericOrText = (error: string | typeof notNumeric) =>
  z.union(
    [
      // A form shows what the first kind says.
      z.number({ error }),
      z
        .string({ error })
        .regex(/^-?\d{1,15}(\.\d{1,6})?$/)
        .transform(Number),
    ],
    { error },
  );
export const numeric = numericOrText(notNumeric);

export const wholeNumber = (min: number, max: number) =>
  numeric.pipe(
    z.number().int('must be a whole number').min(min, `must be at least ${min}`).max(max, `must be at most ${max}`),
  );

/** A positive database id. */
export const id = wholeNumber(1, Number.MAX_SAFE_INTEGER);

/** A day, `YYYY-MM-DD`. PostgreSQL has no year 0, which ISO 8601 does. */
export const calendarDay = text(10).pipe(
  z.iso.date('must be a date, YYYY-MM-DD').refine((day) => !day.startsWith('0000'), 'must be a date, YYYY-MM-DD'),
);
