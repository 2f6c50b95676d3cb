import { z } from 'zod';

/** How a network proves that a postback is its own. This is data, so that a new network needs only a row. */

/** A parameter's or a header's name as networks write them. */
export const paramName = z
  .string()
  .trim()
  .regex(/^[\w.\-[\]]{1,60}$/, 'must be a parameter name');

export const places = ['param', 'header'] as const;
export const encodings = ['hex', 'base64', 'base64url'] as const;

/**
 * A template names what is hashed: `{transaction_id}` is the value of the parameter of that name, `{secret}` the
 * secret, `{int:value}` the integer part of a decimal; everything else stands for itself.
 */
const template = z
  .string()
  .min(1, 'is required')
  .max(500, 'must be at most 500 characters')
  .refine((text) => text.includes('{secret}'), 'must contain {secret}')
  .refine((text) => /\{(?!secret\})[^{}]+\}/.test(text), 'must contain a field')
  .refine((text) => !/[{}]/.test(text.replace(/\{(int:)?[\w.\-[\]]+\}/g, '')), 'must hold names in braces');

const shown = { in: z.enum(places), name: paramName, encoding: z.enum(encodings).default('hex') };

export const signing = z.discriminatedUnion('kind', [
  /** Nothing is signed: the secret is the last part of the postback's path. */
  z.object({ kind: z.literal('path_secret') }),
  /** Nothing is signed: the secret itself is sent. */
  z.object({ kind: z.literal('token'), in: z.enum(places), name: paramName }),
  /** A digest over chosen fields and the secret. */
  z.object({
    kind: z.literal('hash'),
    algorithm: z.enum(['md5', 'sha256']),
    template,
    /** Are the fields hashed as they stand in the query, or percent-decoded? */
    fields: z.enum(['raw', 'decoded']).default('decoded'),
    ...shown,
  }),
  /** A keyed digest over the postback as it is sent. */
  z.object({
    kind: z.literal('hmac'),
    algorithm: z.enum(['sha1', 'sha256']),
    /**
     * `url`: origin, path and query; `query`: the query; both up to the signature where that is a parameter, which must
     * then be the last. `sorted_query`: all other parameters in the order of their names. `body`: the raw body.
     */
    over: z.enum(['url', 'query', 'sorted_query', 'body']),
    /** How the sorted query is written: as received, or decoded and encoded again in one of two encodings. */
    rewrite: z.enum(['as_received', 'form', 'rfc3986']).default('as_received'),
    ...shown,
  }),
]);
export type Signing = z.output<typeof signing>;

/** Networks that do not sign. Their postbacks must also pass the limits on the click's age and the payout. */
export const isUnsigned = ({ kind }: Signing): boolean => kind === 'path_secret' || kind === 'token';
