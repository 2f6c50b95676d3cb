import { z } from 'zod';

/** How a network proves that a postback is its own. This is data, so that a new network needs only a row. */

/** A parameter's or a header's name as networks write them. */
export const paramName = z
  .string()
  .trim()
  .regex(/^[\w.\-[\]]{1,60}$/, 'must be a parameter name');

export const places = ['param', 'header'] as const;
export const encodings = ['hex', 'base64', 'base64url'] as const;

export const digests = ['md5', 'sha1', 'sha256', 'sha512'] as const;
export type Digest = (typeof digests)[number];

/**
 * A template names what is hashed: `{transaction_id}` is the value of the parameter of that name, `{secret}` the
 * secret, `{int:value}` the integer part of a decimal; everything else stands for itself.
 */
const anyTemplate = z
  .string()
  .min(1, 'is required')
  .max(500, 'must be at most 500 characters')
  .refine((text) => /\{(?!secret\})[^{}]+\}/.test(text), 'must contain a field')
  .refine((text) => !/[{}]/.test(text.replace(/\{(int:)?[\w.\-[\]]+\}/g, '')), 'must hold names in braces');
const template = anyTemplate.refine((text) => text.includes('{secret}'), 'must contain {secret}');

const shown = { in: z.enum(places), name: paramName, encoding: z.enum(encodings).default('hex') };

export const signing = z.discriminatedUnion('kind', [
  /** Nothing is signed: the secret is the last part of the postback's path. */
  z.object({ kind: z.literal('path_secret') }),
  /** Nothing is signed: the secret itself is sent. */
  z.object({ kind: z.literal('token'), in: z.enum(places), name: paramName }),
  /** A digest over chosen fields and the secret. */
  z.object({
    kind: z.literal('hash'),
    algorithm: z.enum(digests),
    template,
    /** Are the fields hashed as they stand in the query, or percent-decoded? */
    fields: z.enum(['raw', 'decoded']).default('decoded'),
    ...shown,
  }),
  /** A keyed digest over the postback as it is sent, or over chosen fields of it. */
  z
    .object({
      kind: z.literal('hmac'),
      algorithm: z.enum(digests),
      /**
       * `url`: origin, path and query; `query`: the query; both up to the signature where that is a parameter, which
       * must then be the last. `sorted_query`: all other parameters in the order of their names. `body`: the raw body.
       * `template`: what the template names.
       */
      over: z.enum(['url', 'query', 'sorted_query', 'body', 'template']),
      /** How the sorted query is written: as received, or decoded and encoded again in one of two encodings. */
      rewrite: z.enum(['as_received', 'form', 'rfc3986']).default('as_received'),
      /** For `template` alone. The key need not be in it: it is the key of the digest. */
      template: anyTemplate.optional(),
      fields: z.enum(['raw', 'decoded']).optional(),
      ...shown,
    })
    .refine(({ over, template: text }) => over !== 'template' || text !== undefined, {
      path: ['template'],
      message: 'is required',
    }),
  /**
   * An ECDSA signature (P-256, SHA-256, DER) over the query as it came, up to the signature: rewarded ads of AdMob. The
   * last two parameters are the signature and the id of its key; the public keys are fetched from an address.
   */
  z.object({
    kind: z.literal('ecdsa'),
    keys_url: z.url({ protocol: /^https$/, error: 'must be an https address' }).max(500),
    name: paramName.default('signature'),
    key_param: paramName.default('key_id'),
    encoding: z.enum(encodings).default('base64url'),
  }),
]);
export type Signing = z.output<typeof signing>;

/** Networks that do not sign. Their postbacks must also pass the limits on the click's age and the payout. */
export const isUnsigned = ({ kind }: Signing): boolean => kind === 'path_secret' || kind === 'token';

/** The parameter that carries the signature or the token; null where it is a header or a part of the path. */
export const signatureParam = (of: Signing): string | null =>
  of.kind === 'path_secret' || (of.kind !== 'ecdsa' && of.in === 'header') ? null : of.name;

/** The header that carries it, in lower case. */
export const signatureHeader = (of: Signing): string | null =>
  of.kind === 'path_secret' || of.kind === 'ecdsa' || of.in === 'param' ? null : of.name.toLowerCase();

/** The template whose fields are signed; undefined where a signature covers more than chosen fields. */
export const getSignatureTemplate = (of: Signing): string | undefined =>
  of.kind === 'hash' || (of.kind === 'hmac' && of.over === 'template') ? of.template : undefined;
