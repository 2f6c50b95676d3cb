import { createHash, createHmac, timingSafeEqual, verify } from 'node:crypto';
import { getSignatureTemplate, type Signing, signatureParam } from '@inaam/contracts/networks/signing';
import { decodeBytes, getBodyBytes, getSingleValue, type Param, type Postback, parseParams } from './parse.ts';

export interface Keys {
  /** The secrets that were valid when the postback was received. */
  secrets: readonly string[];
  /** PEM by key id, for signatures made with a private key. */
  publicKeys: Readonly<Record<string, string>>;
}

/**
 * Checks the signature, token or secret path of a postback. If it is missing or ambiguous, the check fails.
 * Works on the bytes as received and decodes, sorts or rewrites them only as the network's settings say.
 * @param params the parameters that a signature template may refer to
 */
export function isSigned(
  signing: Signing,
  { secrets, publicKeys }: Keys,
  postback: Postback,
  params: ReadonlyMap<string, readonly Param[]>,
  signedUrl: string | null,
): boolean {
  if (signing.kind === 'ecdsa') return isSignedByKey(signing, publicKeys, postback.rawQuery);
  // An empty key verifies nothing.
  const keys = secrets.filter((secret) => secret !== '');
  // Every key is tried, so that the duration does not reveal which one matched.
  return keys.map((key) => isSignedWith(signing, key, postback, params, signedUrl)).includes(true);
}

type Keyed = Exclude<Signing, { kind: 'ecdsa' }>;

function isSignedWith(
  signing: Keyed,
  key: string,
  postback: Postback,
  params: ReadonlyMap<string, readonly Param[]>,
  signedUrl: string | null,
): boolean {
  if (signing.kind === 'path_secret') return isToken(getPathToken(postback.rawUrl), key);
  const coversWhole = signing.kind === 'hmac' && signing.over !== 'template';
  const given = getSignature(signing, postback, coversWhole ? paramsByName(postback.rawQuery) : params);
  if (given === undefined || given === '') return false;
  if (signing.kind === 'token') return isToken(given, key);
  const template = getSignatureTemplate(signing);
  const signed =
    template !== undefined
      ? fillTemplate(template, {
          key,
          params,
          fields: ('fields' in signing && signing.fields) || 'decoded',
          signatureName: signatureParam(signing),
        })
      : signing.kind === 'hmac' && getSignedBytes(signing, postback, signedUrl);
  if (!signed) return false;
  const digest = (signing.kind === 'hash' ? createHash(signing.algorithm) : createHmac(signing.algorithm, key)).update(
    signed,
  );
  const expected = digest.digest(signing.encoding);
  const text = decodeBytes(given, false).toString('latin1');
  return sameText(signing.encoding === 'hex' ? text.toLowerCase() : text, expected);
}

/**
 * Implements AdMob's server-side verification as Google documents it for manual checks. Signature and key id are the
 * last two parameters, in this order; the signature covers the text before them, as received.
 */
function isSignedByKey(
  { name, key_param, encoding }: Extract<Signing, { kind: 'ecdsa' }>,
  publicKeys: Keys['publicKeys'],
  rawQuery: string,
): boolean {
  const at = rawQuery.lastIndexOf(`&${name}=`);
  if (at < 0) return false;
  const [given, id, ...more] = parseParams(rawQuery.slice(at + 1));
  if (given?.name !== name || id?.name !== key_param || more.length > 0) return false;
  const keyId = id.bytes.toString('latin1');
  const key = Object.hasOwn(publicKeys, keyId) ? publicKeys[keyId] : undefined;
  if (key === undefined) return false;
  try {
    const signature = Buffer.from(given.bytes.toString('latin1'), encoding);
    return verify('sha256', Buffer.from(rawQuery.slice(0, at), 'latin1'), key, signature);
  } catch {
    // The fetched key may be invalid.
    return false;
  }
}

/** Returns the id of the public key that a postback names; undefined if it names none. */
export function readKeyId({ key_param }: Extract<Signing, { kind: 'ecdsa' }>, rawQuery: string): string | undefined {
  return parseParams(rawQuery)
    .findLast(({ name }) => name === key_param)
    ?.bytes.toString('latin1');
}

function paramsByName(rawQuery: string): Map<string, Param[]> {
  return Map.groupBy(parseParams(rawQuery), ({ name }) => name);
}

/** The signature or token as received. */
function getSignature(
  { in: place, name }: { in: 'param' | 'header'; name: string },
  postback: Postback,
  params: ReadonlyMap<string, readonly Param[]>,
): string | undefined {
  if (place === 'header') return postback.headers[name.toLowerCase()]?.trim();
  const value = getSingleValue(params.get(name));
  return value === 'ambiguous' ? undefined : value?.raw;
}

/** The path after the network's slug. */
function getPathToken(rawUrl: string): string {
  return /\/postback\/[^/]+\/([^/]+)$/.exec(rawUrl)?.[1] ?? '';
}

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

/** Compares in constant time, whatever the contents and lengths. */
const sameBytes = (a: Buffer, b: Buffer): boolean => timingSafeEqual(sha256(a), sha256(b));

const sameText = (given: string, expected: string): boolean =>
  sameBytes(Buffer.from(given, 'latin1'), Buffer.from(expected, 'latin1'));

/** A token may be plain, percent-encoded, or form-encoded (a space as `+`), depending on who wrote the URL. */
function isToken(given: string, key: string): boolean {
  const expected = Buffer.from(key, 'utf8');
  const readings = [Buffer.from(given, 'latin1'), decodeBytes(given, false), decodeBytes(given)];
  return given !== '' && readings.map((reading) => sameBytes(reading, expected)).includes(true);
}

interface TemplateValues {
  key: string;
  params: ReadonlyMap<string, readonly Param[]>;
  /** Whether fields are hashed as received or percent-decoded. */
  fields: 'raw' | 'decoded';
  /** The parameter with the signature, which `{*}` leaves out; null if the signature is in a header. */
  signatureName: string | null;
}

/** A part in braces: a digest of an inner template, all parameters, or one field. See packages/contracts. */
const TEMPLATE_PART = /\{(md5|sha1|sha256|sha512):((?:[^{}]|\{[^{}]*\})*)\}|\{\*([^{}]*)\}|\{(int:)?([^{}]+)\}/g;

/** Fills in the template; undefined if a field is missing or ambiguous, or must be a number and is not. */
function fillTemplate(template: string, values: TemplateValues): Buffer | undefined {
  const parts: Buffer[] = [];
  let end = 0;
  for (const match of template.matchAll(TEMPLATE_PART)) {
    const [whole, algorithm, inner = '', separator, asInteger, name = ''] = match;
    parts.push(Buffer.from(template.slice(end, match.index), 'utf8'));
    end = match.index + whole.length;
    let part: Buffer | undefined;
    if (algorithm !== undefined) {
      const text = fillTemplate(inner, values);
      part = text && Buffer.from(createHash(algorithm).update(text).digest('hex'), 'latin1');
    } else if (separator !== undefined) {
      part = joinAllFields(separator, values);
    } else {
      part = fillField(name, asInteger !== undefined, values);
    }
    if (!part) return undefined;
    parts.push(part);
  }
  parts.push(Buffer.from(template.slice(end), 'utf8'));
  return Buffer.concat(parts);
}

function fillField(name: string, asInteger: boolean, { key, params, fields }: TemplateValues): Buffer | undefined {
  if (name === 'secret' && !asInteger) return Buffer.from(key, 'utf8');
  const value = getSingleValue(params.get(name));
  if (!value || value === 'ambiguous') return undefined;
  if (asInteger) {
    const integer = /^-?\d+(?=(\.\d+)?$)/.exec(value.bytes.toString('latin1'))?.[0];
    return integer === undefined ? undefined : Buffer.from(integer, 'latin1');
  }
  return fields === 'raw' ? Buffer.from(value.raw, 'latin1') : value.bytes;
}

/** Joins all parameters but the signature as `name=value`, sorted by the bytes of their names. */
function joinAllFields(separator: string, { params, fields, signatureName }: TemplateValues): Buffer | undefined {
  const pairs: Buffer[] = [];
  const names = [...params.keys()].filter((name) => name !== signatureName).toSorted();
  for (const [index, name] of names.entries()) {
    const value = getSingleValue(params.get(name));
    if (!value || value === 'ambiguous') return undefined;
    pairs.push(
      Buffer.from(index === 0 ? '' : separator, 'utf8'),
      Buffer.from(`${name}=`, 'latin1'),
      fields === 'raw' ? Buffer.from(value.raw, 'latin1') : value.bytes,
    );
  }
  return Buffer.concat(pairs);
}

/** Returns the bytes that an HMAC covers; undefined if the signature is not where it must be. */
function getSignedBytes(
  signing: Extract<Signing, { kind: 'hmac' }>,
  postback: Postback,
  signedUrl: string | null,
): Buffer | undefined {
  if (signing.over === 'body') return getBodyBytes(postback);
  if (signing.over === 'sorted_query') return sortQuery(signing, postback.rawQuery);
  let query = postback.rawQuery;
  if (signing.in === 'param') {
    const at = query.lastIndexOf(`&${signing.name}=`);
    // The signature must be the last parameter: a later one would not be signed.
    if (at < 0 || query.includes('&', at + 1)) return undefined;
    query = query.slice(0, at);
  }
  if (signing.over === 'query') return Buffer.from(query, 'latin1');
  const url = signedUrl ?? postback.rawUrl;
  return Buffer.concat([Buffer.from(url, 'utf8'), Buffer.from(query === '' ? '' : `?${query}`, 'latin1')]);
}

function sortQuery(signing: Extract<Signing, { kind: 'hmac' }>, rawQuery: string): Buffer {
  const parts = rawQuery.split('&').filter((part) => part !== '');
  const pairs = parseParams(rawQuery).map((pair, index) => ({ ...pair, whole: parts[index] ?? '' }));
  const written = pairs
    .filter(({ name }) => name !== signatureParam(signing))
    // Each character of a name is one byte, so this is byte order. Equal names keep their order.
    .toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    .map(({ name, bytes, whole }) =>
      signing.rewrite === 'as_received'
        ? whole
        : `${encode(Buffer.from(name, 'latin1'), signing.rewrite)}=${encode(bytes, signing.rewrite)}`,
    );
  return Buffer.from(written.join('&'), 'latin1');
}

/** `form` encodes like PHP's http_build_query, which most networks use: a space becomes `+`, and `~` is encoded. */
function encode(bytes: Buffer, convention: 'form' | 'rfc3986'): string {
  const plain = convention === 'form' ? /[\w.-]/ : /[\w.~-]/;
  return Array.from(bytes, (byte) => {
    const char = String.fromCharCode(byte);
    if (byte < 0x80 && plain.test(char)) return char;
    return convention === 'form' && char === ' ' ? '+' : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }).join('');
}
