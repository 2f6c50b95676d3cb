import { z } from 'zod';

/** How a network authenticates its postbacks. The rules are data, so a new network needs only a row. */

/** A parameter or header name as networks write them. */
export const paramName = z
  .string()
  .trim()
  .regex(/^[\w.\-[\]]{1,60}$/, 'must be a parameter name');

export const places = ['param', 'header'] as const;
export const encodings = ['hex', 'base64', 'base64url'] as const;

export const digests = ['md5', 'sha1', 'sha256', 'sha512'] as const;
export type Digest = (typeof digests)[number];

/** A digest inside a template. It may contain names but no other digest: `{md5:{user}{secret}}`. */
const INNER_DIGEST = /\{(?:md5|sha1|sha256|sha512):((?:[^{}]|\{[^{}]*\})*)\}/g;

/**
 * A template of the hashed text: `{transaction_id}` is a parameter's value, `{secret}` the secret, `{int:value}` the
 * integer part of a decimal. `{*}` is all parameters except the signature as `name=value`, sorted by name; `{*&}` joins
 * them with `&`. `{md5:…}` is the digest of a template, in hex. Other text is literal.
 */
const anyTemplate = z
  .string()
  .min(1, 'is required')
  .max(500, 'must be at most 500 characters')
  .refine((text) => /\{(?!secret\})[^{}]+\}/.test(text), 'must contain a field')
  .refine(
    (text) => !/[{}]/.test(text.replace(INNER_DIGEST, '$1').replace(/\{(int:)?[\w.\-[\]]+\}|\{\*[^{}]*\}/g, '')),
    'must hold names in braces',
  );
const template = anyTemplate.refine((text) => text.includes('{secret}'), 'must contain {secret}');

const shown = { in: z.enum(places), name: paramName, encoding: z.enum(encodings).default('hex') };

export const signing = z.discriminatedUnion('kind', [
  /** Unsigned: the secret is the last segment of the postback's path. */
  z.object({ kind: z.literal('path_secret') }),
  /** Unsigned: the network sends the secret itself as a parameter or header. */
  z.object({ kind: z.literal('token'), in: z.enum(places), name: paramName }),
  /** A digest over chosen parameters and the secret. */
  z.object({
    kind: z.literal('hash'),
    algorithm: z.enum(digests),
    template,
    /** Hash the fields as received in the query, or percent-decoded. */
    fields: z.enum(['raw', 'decoded']).default('decoded'),
    ...shown,
  }),
  /** A keyed digest over the postback as it is sent, or over chosen fields. */
  z
    .object({
      kind: z.literal('hmac'),
      algorithm: z.enum(digests),
      /**
       * `url`: origin, path and query. `query`: the query. For these two, a signature parameter must be the last one,
       * and the signed text ends before it. `sorted_query`: all other parameters sorted by name. `body`: the raw body.
       * `template`: the template's fields.
       */
      over: z.enum(['url', 'query', 'sorted_query', 'body', 'template']),
      /** Encoding of the sorted query: as received, or decoded and encoded again as a form or by RFC 3986. */
      rewrite: z.enum(['as_received', 'form', 'rfc3986']).default('as_received'),
      /** Only for `template`. The template need not contain the secret, because the secret is the digest's key. */
      template: anyTemplate.optional(),
      fields: z.enum(['raw', 'decoded']).optional(),
      ...shown,
    })
    .refine(({ over, template: text }) => over !== 'template' || text !== undefined, {
      path: ['template'],
      message: 'is required',
    }),
  /**
   * An ECDSA signature (P-256, SHA-256, DER) over the query up to the signature: AdMob's rewarded ads. The last two
   * parameters are the signature and its key id. The public keys are fetched from `keys_url`.
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

/** Whether a network does not sign. Its postbacks must then pass the limits on click age and payout. */
export const isUnsigned = ({ kind }: Signing): boolean => kind === 'path_secret' || kind === 'token';

/** The parameter with the signature or token; null if a header or the path contains the signature or token. */
export const signatureParam = (rules: Signing): string | null =>
  rules.kind === 'path_secret' || (rules.kind !== 'ecdsa' && rules.in === 'header') ? null : rules.name;

/** The header with the signature or token, in lower case; null if there is no such header. */
export const signatureHeader = (rules: Signing): string | null =>
  rules.kind === 'path_secret' || rules.kind === 'ecdsa' || rules.in === 'param' ? null : rules.name.toLowerCase();

/** The template of signed fields; undefined unless the signature is a digest over chosen fields. */
export const getSignatureTemplate = (rules: Signing): string | undefined =>
  rules.kind === 'hash' || (rules.kind === 'hmac' && rules.over === 'template') ? rules.template : undefined;
