import { z } from 'zod';
import { fieldMeta } from './fields.ts';
import { parseTypedNumber } from './money.ts';

/**
 * Whether a text has no lone surrogates and no NUL, which PostgreSQL cannot store. `isWellFormed` is not used because
 * Firefox before version 119 does not have it.
 */
export const isStorable = (value: string): boolean => !/[\p{Surrogate}\0]/u.test(value);

/**
 * Text input: well-formed, trimmed, and without NUL, which PostgreSQL cannot store. Zod reports the field's path with
 * the message.
 */
export const text = (max: number) =>
  z
    .string()
    .refine(isStorable, 'must be well-formed text')
    .transform((value) => value.trim())
    .pipe(z.string().max(max, `must be at most ${max} characters`));

/** Matches a visible character. U+2800 is a Braille pattern without dots. */
const SHOWN = /[^\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Z}\u2800]/u;

/** Refuses a text that looks empty, such as a pasted zero-width space. */
const required = (field: z.ZodType<string, string>) =>
  field.refine((value) => SHOWN.test(value), 'is required').pipe(z.string().min(1));

export const requiredText = (max: number) => required(text(max));

/**
 * A text for comparisons. Invisible characters, which pasting can add, are removed; the joiners of Indic scripts stay.
 */
export const comparedText = (max: number) =>
  text(max).transform((value) => value.replaceAll(/(?![\u200c\u200d])\p{Cf}/gu, '').trim());

export const requiredComparedText = (max: number) => required(comparedText(max));

/**
 * Control characters, line breaks, and marks that reverse the direction of the text after them. The joiners of Indic
 * scripts are allowed.
 */
const NOT_IN_NAMES = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/** Refuses a text with line breaks or control characters. */
export const oneLine = <Field extends z.ZodType<string, string>>(field: Field) =>
  field.refine((value) => !NOT_IN_NAMES.test(value), 'must be one line without control characters');

/** A name of one line, as lists and mails show it. */
export const nameText = (max: number) => oneLine(text(max));

export const requiredName = (max: number) => required(nameText(max));

/** Cleans a name from another service, so that {@link nameText} accepts it. @returns '' for a name that looks empty */
export function toNameText(name: string): string {
  const line = name.replaceAll(new RegExp(NOT_IN_NAMES, 'gu'), ' ').replaceAll(/\s+/g, ' ').trim();
  return SHOWN.test(line) ? line : '';
}

/**
 * Converts digits of any script to ASCII digits. In Unicode, the ten digits of each script follow each other in order.
 */
export const toAsciiDigits = (value: string): string =>
  value.replaceAll(/[^\P{Nd}0-9]/gu, (digit) => {
    let place = 0;
    const code = digit.codePointAt(0) ?? 0;
    while (/\p{Nd}/u.test(String.fromCodePoint(code - place - 1))) place++;
    return String(place % 10);
  });

/**
 * Finds the six digits of a mailed code in typed or pasted text. The digits may be in any script, have a separator
 * between them, or be part of the mail's subject.
 */
export const findSixDigits = (value: string): string =>
  /(?<!\d)\d(?:[\s\p{Pd}.]{0,3}\d){5}(?!\d)/u.exec(toAsciiDigits(value))?.[0].replaceAll(/\D/g, '') ?? '';

/**
 * Reads a code of an authenticator app, with digits of any script. Returns any other text unchanged, such as a recovery
 * code.
 */
export const readFactorCode = (value: string): string => {
  const digits = toAsciiDigits(value).replaceAll(/[\s\p{Pd}.]/gu, '');
  return /^\d{6}$/.test(digits) ? digits : value;
};

/**
 * An email address in lower case, because case does not distinguish accounts. Pasted invisible characters and `mailto:`
 * are removed.
 */
export const email = text(300)
  .transform((value) =>
    value
      .replaceAll(/\p{Cf}/gu, '')
      .replace(/^mailto:/i, '')
      .trim(),
  )
  .pipe(z.string().max(254, 'must be at most 254 characters'))
  .pipe(z.string().min(1, 'is required'))
  .transform((value) => value.toLowerCase())
  .pipe(z.email('must be an e-mail address'))
  .meta(fieldMeta('E-mail address', 'asha@example.com'));

/** An http or https URL. */
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

/** A number, or a number written as decimal digits in a query string or form. */
export const numeric = z.union(
  [
    // A form shows the error of the union's first member.
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
      // A form shows the error of the union's first member.
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

/** A day, `YYYY-MM-DD`. Year 0 is refused: ISO 8601 has that year, PostgreSQL does not. */
export const calendarDay = text(10).pipe(
  z.iso.date('must be a date, YYYY-MM-DD').refine((day) => !day.startsWith('0000'), 'must be a date, YYYY-MM-DD'),
);
