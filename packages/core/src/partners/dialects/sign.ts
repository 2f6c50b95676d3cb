import { createHash, createHmac, createSign } from 'node:crypto';
import type { Signing } from '@inaam/contracts/networks/signing';
import type { Field } from './dialect.ts';

/**
 * A network's side of signing, for tests and for the sandbox. It shares no code with the verification of calls. Both
 * are held against the recorded calls of the known networks, whose signatures come from outside this code.
 */

const hex = (text: string): string => `%${text.charCodeAt(0).toString(16).toUpperCase()}`;

/** PHP's `rawurlencode`. */
const rawUrlEncode = (text: string): string => encodeURIComponent(text).replace(/[!'()*]/g, hex);

/** PHP's `urlencode`, which is what its `http_build_query` writes. */
const urlEncode = (text: string): string => rawUrlEncode(text).replace(/~/g, hex).replaceAll('%20', '+');

export type Encoding = 'form' | 'rfc3986';
export const encodeValue = (encoding: Encoding, text: string): string =>
  encoding === 'form' ? urlEncode(text) : rawUrlEncode(text);

export const joined = (encoding: Encoding, fields: readonly Field[]): string =>
  fields.map(([name, value]) => `${encodeValue(encoding, name)}=${encodeValue(encoding, value)}`).join('&');

export interface ToSign {
  fields: readonly Field[];
  encoding: Encoding;
  /** Origin and path. */
  url: string;
  query: string;
  body: string;
}

const byBytes = ([a]: Field, [b]: Field): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

function fieldOf({ fields, encoding }: ToSign, raw: boolean, name: string): string {
  const value = fields.find(([each]) => each === name)?.[1] ?? '';
  return raw ? encodeValue(encoding, value) : value;
}

/** @returns the signature or token that the network sends beside its parameters; null where it sends none */
export function computeSignature(signing: Signing, secret: string, request: ToSign): string | null {
  switch (signing.kind) {
    case 'path_secret':
      return null;
    case 'token':
      return secret;
    case 'hash':
      return createHash(signing.algorithm)
        .update(filled(signing.template, signing.fields === 'raw', secret, request), 'utf8')
        .digest(signing.encoding);
    case 'ecdsa':
      // The secret of a network that signs with a private key is that key, for whoever stands in for the network.
      return createSign('sha256').update(request.query, 'utf8').sign(secret, signing.encoding);
    case 'hmac':
      return createHmac(signing.algorithm, secret)
        .update(
          signing.over === 'template'
            ? filled(signing.template ?? '', signing.fields === 'raw', secret, request)
            : coveredBy(signing.over, signing.rewrite, request),
          'utf8',
        )
        .digest(signing.encoding);
  }
}

const filled = (template: string, raw: boolean, secret: string, request: ToSign): string =>
  template.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    if (name === 'secret') return secret;
    if (name.startsWith('int:')) return fieldOf(request, false, name.slice(4)).split('.')[0] ?? '';
    return fieldOf(request, raw, name);
  });

type Hmac = Extract<Signing, { kind: 'hmac' }>;
function coveredBy(over: Exclude<Hmac['over'], 'template'>, rewrite: Hmac['rewrite'], request: ToSign): string {
  switch (over) {
    case 'body':
      return request.body;
    case 'query':
      return request.query;
    case 'url':
      return request.query === '' ? request.url : `${request.url}?${request.query}`;
    case 'sorted_query':
      return joined(rewrite === 'as_received' ? request.encoding : rewrite, request.fields.toSorted(byBytes));
  }
}
