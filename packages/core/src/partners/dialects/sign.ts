import { createHash, createHmac, createSign } from 'node:crypto';
import type { Signing } from '@inaam/contracts/networks/signing';
import type { Field } from './dialect.ts';

/**
 * Signs postbacks as a network does, for tests and the sandbox. Signing shares no code with the verification of
 * postbacks. Both are also tested with recorded postbacks of known networks, whose signatures this code did not
 * compute.
 */

const hex = (text: string): string => `%${text.charCodeAt(0).toString(16).toUpperCase()}`;

/** Encodes like PHP's `rawurlencode`. */
const rawUrlEncode = (text: string): string => encodeURIComponent(text).replace(/[!'()*]/g, hex);

/** Encodes like PHP's `urlencode`, which `http_build_query` uses. */
const urlEncode = (text: string): string => rawUrlEncode(text).replace(/~/g, hex).replaceAll('%20', '+');

export type Encoding = 'form' | 'rfc3986';
export const encodeValue = (encoding: Encoding, text: string): string =>
  encoding === 'form' ? urlEncode(text) : rawUrlEncode(text);

export const joinFields = (encoding: Encoding, fields: readonly Field[]): string =>
  fields.map(([name, value]) => `${encodeValue(encoding, name)}=${encodeValue(encoding, value)}`).join('&');

export interface SignedRequest {
  fields: readonly Field[];
  encoding: Encoding;
  /** Origin and path, without the query. */
  url: string;
  query: string;
  body: string;
}

const compareBytes = ([a]: Field, [b]: Field): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

function getField({ fields, encoding }: SignedRequest, raw: boolean, name: string): string {
  const value = fields.find(([each]) => each === name)?.[1] ?? '';
  return raw ? encodeValue(encoding, value) : value;
}

/** Computes the signature or token of a request; null if the network sends a secret path instead. */
export function computeSignature(signing: Signing, secret: string, request: SignedRequest): string | null {
  switch (signing.kind) {
    case 'path_secret':
      return null;
    case 'token':
      return secret;
    case 'hash':
      return createHash(signing.algorithm)
        .update(fillTemplate(signing.template, signing.fields === 'raw', secret, request), 'utf8')
        .digest(signing.encoding);
    case 'ecdsa':
      // The secret of a simulated network is a private key.
      return createSign('sha256').update(request.query, 'utf8').sign(secret, signing.encoding);
    case 'hmac':
      return createHmac(signing.algorithm, secret)
        .update(
          signing.over === 'template'
            ? fillTemplate(signing.template ?? '', signing.fields === 'raw', secret, request)
            : getSignedText(signing.over, signing.rewrite, request),
          'utf8',
        )
        .digest(signing.encoding);
  }
}

const DIGEST_PART = /\{(md5|sha1|sha256|sha512):((?:[^{}]|\{[^{}]*\})*)\}/g;

function fillTemplate(template: string, raw: boolean, secret: string, request: SignedRequest): string {
  const fill = (text: string): string =>
    text.replace(/\{([^{}]+)\}/g, (_, name: string) => {
      if (name === 'secret') return secret;
      if (name.startsWith('*')) {
        const sorted = request.fields.toSorted(compareBytes);
        return sorted.map(([each]) => `${each}=${getField(request, raw, each)}`).join(name.slice(1));
      }
      if (name.startsWith('int:')) return getField(request, false, name.slice(4)).split('.')[0] ?? '';
      return getField(request, raw, name);
    });
  return fill(
    template.replace(DIGEST_PART, (_, algorithm: string, inner: string) =>
      createHash(algorithm).update(fill(inner), 'utf8').digest('hex'),
    ),
  );
}

type Hmac = Extract<Signing, { kind: 'hmac' }>;
function getSignedText(
  over: Exclude<Hmac['over'], 'template'>,
  rewrite: Hmac['rewrite'],
  request: SignedRequest,
): string {
  switch (over) {
    case 'body':
      return request.body;
    case 'query':
      return request.query;
    case 'url':
      return request.query === '' ? request.url : `${request.url}?${request.query}`;
    case 'sorted_query':
      return joinFields(rewrite === 'as_received' ? request.encoding : rewrite, request.fields.toSorted(compareBytes));
  }
}
