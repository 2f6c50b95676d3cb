import { z } from 'zod';
import { fieldMeta } from './fields.ts';
import { parseTypedNumber } from './money.ts';

/**
 * Text input: well-formed, trimmed, and without NUL, which PostgreSQL cannot store. Zod reports the field's path with
 * the message.
 */
export const text = (max: number) =>
  z
    .string()
    .refine((value) => value.isWellFormed() && !value.includes('\u0000'), 'must be well-formed text')
    .transform((value) => value.trim())
    .pipe(z.string().max(max, `must be at most ${max} characters`));

export const requiredText = (max: number) => text(max).pipe(z.string().min(1, 'is required'));

/** An e-mail address in lower case: case does not distinguish accounts. */
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

export const notNumeric = ({ input }: { input?: unknown }): string =>
  input === undefined ? 'is required' : 'must be a number';

/** A number, or its decimal digits as a query string or form carries them. */
export const numeric = z.union(
  [
    // A form shows the first member's error.
    z.number({ error: notNumeric }),
    z
      .string({ error: notNumeric })
      .regex(/^-?\d{1,15}(\.\d{1,6})?$/)
      .transform(Number),
  ],
  { error: notNumeric },
);

/**
 * An amount in rupees: a number, or a text as {@link parseTypedNumber} reads it.
 * @param error the message for any other value
 */
export const amountOrText = (error: string | typeof notNumeric) =>
  z.union(
    [
      // A form shows the first member's error.
      z.number({ error }),
      z.string({ error }).transform((typed, ctx) => {
        const amount = parseTypedNumber(typed);
        if (amount === undefined) ctx.addIssue({ code: 'custom' });
        return amount ?? z.NEVER;
      }),
    ],
    { error },
  );

export const wholeNumber = (min: number, max: number) =>
  numeric.pipe(
    z.number().int('must be a whole number').min(min, `must be at least ${min}`).max(max, `must be at most ${max}`),
  );

/** A positive database id. */
export const id = wholeNumber(1, Number.MAX_SAFE_INTEGER);

/** A day, `YYYY-MM-DD`. PostgreSQL has no year 0, which ISO 8601 has. */
export const calendarDay = text(10).pipe(
  z.iso.date('must be a date, YYYY-MM-DD').refine((day) => !day.startsWith('0000'), 'must be a date, YYYY-MM-DD'),
);
