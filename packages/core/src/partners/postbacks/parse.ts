import type { Signing } from '@inaam/contracts/networks/signing';
import { parse as readMultipart } from 'parse-multipart-data';

/** A postback as received and stored. The verdict of `readPostback` depends only on it and its network's settings. */
export interface Postback {
  method: string;
  /** Our public origin and the received path, without the query. */
  rawUrl: string;
  /** The query: the text after the `?`, one character per byte. */
  rawQuery: string;
  rawBody: string;
  bodyEncoding: 'text' | 'base64';
  /** The original size of the body where it was truncated; null where it is whole. */
  truncatedFromBytes: number | null;
  contentType: string | null;
  /** Lower-case names. */
  headers: Record<string, string>;
  /** The exact client IP in canonical form, not its IPv6 /64, since allow-lists may contain single addresses. */
  ip: string | null;
  receivedAt: Date;
}

/** One parameter of a query or a body. */
export interface Param {
  /** Decoded, one character per byte; used to compare and sort. */
  name: string;
  /** As received. */
  raw: string;
  /** Decoded bytes. */
  bytes: Buffer;
}

const HEX = /^[0-9a-f]{2}$/i;

/**
 * Percent-decodes as form decoding does and leaves invalid escapes unchanged.
 * @param plus whether to decode `+` to a space
 */
export function decodeBytes(raw: string, plus = true): Buffer {
  if (!/[%+]/.test(raw)) return Buffer.from(raw, 'latin1');
  const out: number[] = [];
  for (let i = 0; i < raw.length; i++) {
    const code = raw.charCodeAt(i);
    const hex = code === 0x25 ? raw.slice(i + 1, i + 3) : '';
    if (HEX.test(hex)) {
      out.push(Number.parseInt(hex, 16));
      i += 2;
    } else {
      out.push(plus && code === 0x2b ? 0x20 : code & 0xff);
    }
  }
  return Buffer.from(out);
}

/** Parses a query or a form. Keeps the order of the parameters. */
export function parseParams(text: string): Param[] {
  return text
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const at = part.indexOf('=');
      const raw = at < 0 ? '' : part.slice(at + 1);
      return {
        name: decodeBytes(at < 0 ? part : part.slice(0, at)).toString('latin1'),
        raw,
        bytes: decodeBytes(raw),
      };
    });
}

export const getBodyBytes = ({ rawBody, bodyEncoding }: Pick<Postback, 'rawBody' | 'bodyEncoding'>): Buffer =>
  Buffer.from(rawBody, bodyEncoding === 'base64' ? 'base64' : 'utf8');

/** Encodes a body in base64 if PostgreSQL cannot store it as text. */
export function encodeBody(bytes: Buffer): Pick<Postback, 'rawBody' | 'bodyEncoding'> {
  const text = bytes.toString('utf8');
  // PostgreSQL text cannot contain a NUL.
  if (!text.includes('\u0000') && Buffer.from(text, 'utf8').equals(bytes)) {
    return { rawBody: text, bodyEncoding: 'text' };
  }
  return { rawBody: bytes.toString('base64'), bodyEncoding: 'base64' };
}

type Reviver = (this: unknown, key: string, value: unknown, context?: { source?: string }) => unknown;

/** The text of a number, as written in the JSON. */
class NumberText {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

const MAX_EXPONENT = 30;

/**
 * Writes a JSON number without its exponent: `1.5E0` becomes 1.5. A number with an exponent below -30 or above 30 stays
 * as it is.
 */
function toDecimal(source: string): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?e([+-]?\d+)$/i.exec(source);
  const [, sign = '', int = '', frac = '', exponent = ''] = match ?? [];
  const places = Number(exponent);
  if (!match || Math.abs(places) > MAX_EXPONENT) return source;
  const digits = `${'0'.repeat(MAX_EXPONENT)}${int}${frac}${'0'.repeat(MAX_EXPONENT)}`;
  const point = MAX_EXPONENT + int.length + places;
  const [whole, decimals] = [digits.slice(0, point), digits.slice(point)];
  return `${sign}${whole}.${decimals}`.replace(/^(-?)0+(?=\d)/, '$1').replace(/\.?0+$/, '');
}

/**
 * Returns the scalars of a JSON body under dotted names. Numbers keep all digits, because an id may have more digits
 * than a double can hold.
 */
function parseJson(text: string): Param[] {
  const keepNumberText: Reviver = (_key, value, context) =>
    typeof value === 'number' ? new NumberText(context?.source ?? String(value)) : value;
  let root: unknown;
  try {
    // Also trims a byte order mark, which JSON.parse refuses.
    root = JSON.parse(text.trimStart(), keepNumberText);
  } catch {
    return [];
  }
  const params: Param[] = [];
  const addText = (name: string, source: string, decoded = source): void => {
    params.push({
      name: Buffer.from(name, 'utf8').toString('latin1'),
      raw: Buffer.from(source, 'utf8').toString('latin1'),
      bytes: Buffer.from(decoded, 'utf8'),
    });
  };
  const add = (name: string, value: unknown, depth: number): void => {
    if (typeof value === 'string' || typeof value === 'boolean') {
      addText(name, String(value).toWellFormed());
    } else if (value instanceof NumberText) {
      addText(name, value.source, toDecimal(value.source));
    } else if (typeof value === 'object' && value !== null && depth < 4) {
      for (const [key, inner] of Object.entries(value)) add(name === '' ? key : `${name}.${key}`, inner, depth + 1);
    }
  };
  add('', root, 0);
  return params;
}

/** Returns the fields of a multipart form, without files. */
function parseMultipart(bytes: Buffer, contentType: string): Param[] {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return [];
  return readMultipart(bytes, boundary).flatMap(({ name, filename, data }) =>
    name === undefined || filename !== undefined
      ? []
      : [{ name: Buffer.from(name, 'utf8').toString('latin1'), raw: data.toString('latin1'), bytes: data }],
  );
}

/**
 * Whether a body is JSON. Decided by its first character, since senders use any content type. A byte order mark counts
 * as blank.
 */
export const startsAsJson = (text: string): boolean => /^\s*[{[]/.test(text);

const BYTE_ORDER_MARK = Buffer.from('\uFEFF', 'utf8');

function parseBody(postback: Omit<Postback, 'receivedAt'>): Param[] {
  const bytes = getBodyBytes(postback);
  const text = bytes.toString('utf8');
  if (startsAsJson(text)) return parseJson(text);
  if (postback.contentType?.trimStart().toLowerCase().startsWith('multipart/form-data')) {
    return parseMultipart(bytes, postback.contentType);
  }
  const hasMark = bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  return parseParams(bytes.subarray(hasMark ? BYTE_ORDER_MARK.length : 0).toString('latin1'));
}

/**
 * Returns where to read parameters. If the signature covers the whole query or the whole body, only that part is read.
 * If it covers chosen fields, or if there is no signature, `paramsIn` decides.
 */
function getParamSource(signing: Signing, paramsIn: 'query' | 'body' | 'either'): 'query' | 'body' | 'either' {
  if (signing.kind === 'ecdsa') return 'query';
  if (signing.kind !== 'hmac' || signing.over === 'template') return paramsIn;
  return signing.over === 'body' ? 'body' : 'query';
}

/** Returns the parameters of a postback, with all values of each name. */
export function getParams(
  postback: Omit<Postback, 'receivedAt'>,
  signing: Signing,
  paramsIn: 'query' | 'body' | 'either',
): Map<string, Param[]> {
  const source = getParamSource(signing, paramsIn);
  const params = [
    ...(source === 'body' ? [] : parseParams(postback.rawQuery)),
    ...(source === 'query' ? [] : parseBody(postback)),
  ];
  return Map.groupBy(params, ({ name }) => name);
}

/**
 * Returns the single value of a parameter. Equal duplicates count once, because some networks append their own
 * parameters to a postback URL that already has them.
 * @returns undefined where it is missing, `ambiguous` where the values differ
 */
export function getSingleValue(values: readonly Param[] | undefined): Param | 'ambiguous' | undefined {
  const [first, ...more] = values ?? [];
  return first && more.some(({ bytes }) => !bytes.equals(first.bytes)) ? 'ambiguous' : first;
}
