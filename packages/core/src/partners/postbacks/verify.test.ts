import { createHash, createHmac } from 'node:crypto';
import type { Signing } from '@inaam/contracts/networks/signing';
import { createRandom } from '@inaam/testing/model/history';
import { describe, expect, test } from 'vitest';
import { encodeBody, type Postback } from './parse.ts';
import { readPostback } from './read.ts';
import { aDigest, aNetwork, aPostback } from './rules.fixture.ts';

/**
 * Tries 20,000 or more forged postbacks in total, for every signing method with a shared secret. Each is refused, and
 * every genuine postback is accepted.
 */

const KEY = 'the key of a network';
const URL = 'https://app.example/postback/net';

interface Signer {
  name: string;
  signing: Signing;
  /** Signs a query independently of the product's signer. */
  sign: (query: string, key: string) => Partial<Postback>;
  /** The part of the postback that the signature covers. */
  covers: 'query' | 'body' | 'nothing';
}

const digests = [
  ['md5', 'hex'],
  ['sha256', 'base64'],
] as const;
const hmacs = [
  ['sha1', 'hex'],
  ['sha256', 'base64url'],
  ['sha256', 'hex'],
  ['sha1', 'base64'],
] as const;
const places = ['param', 'header'] as const;

const placeSignature = (place: 'param' | 'header', query: string, signature: string): Partial<Postback> =>
  place === 'param'
    ? { rawQuery: `${query}&sig=${encodeURIComponent(signature)}` }
    : { rawQuery: query, headers: { sig: signature } };

const form = (text: string) => encodeURIComponent(text).replaceAll('%20', '+');
const sortQuery = (query: string) =>
  [...new URLSearchParams(query)]
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, value]) => `${form(name)}=${form(value)}`)
    .join('&');

const signers: Signer[] = [
  {
    name: 'secret path',
    signing: { kind: 'path_secret' },
    sign: (query, key) => ({ rawQuery: query, rawUrl: `${URL}/${encodeURIComponent(key)}` }),
    covers: 'nothing',
  },
  ...places.map(
    (place): Signer => ({
      name: `token in a ${place}`,
      signing: { kind: 'token', in: place, name: 'sig' },
      sign: (query, key) => placeSignature(place, query, key),
      covers: 'nothing',
    }),
  ),
  ...places.flatMap((place) =>
    digests.map(
      ([algorithm, encoding]): Signer => ({
        name: `${algorithm} over fields, ${encoding} in a ${place}`,
        signing: {
          kind: 'hash',
          algorithm,
          template: '{txn}|{click}|{payout}|{status}|{goal}|{secret}',
          fields: 'decoded',
          in: place,
          name: 'sig',
          encoding,
        },
        sign: (query, key) => {
          const getParam = (name: string) => new URLSearchParams(query).get(name) ?? '';
          const text = `${getParam('txn')}|${getParam('click')}|${getParam('payout')}|${getParam('status')}|${getParam('goal')}|${key}`;
          return placeSignature(place, query, createHash(algorithm).update(text).digest(encoding));
        },
        covers: 'query',
      }),
    ),
  ),
  ...places.map(
    (place): Signer => ({
      name: `a digest of digests over all fields in a ${place}`,
      signing: {
        kind: 'hash',
        algorithm: 'sha1',
        template: '{md5:{*}{secret}}:{*&}',
        fields: 'decoded',
        in: place,
        name: 'sig',
        encoding: 'hex',
      },
      sign: (query, key) => {
        const pairs = [...new URLSearchParams(query)].map(([name, value]) => `${name}=${value}`).toSorted();
        const inner = createHash('md5')
          .update(pairs.join('') + key)
          .digest('hex');
        return placeSignature(
          place,
          query,
          createHash('sha1')
            .update(`${inner}:${pairs.join('&')}`)
            .digest('hex'),
        );
      },
      covers: 'query',
    }),
  ),
  ...places.flatMap((place) =>
    hmacs.flatMap(([algorithm, encoding]) =>
      (['url', 'query', 'sorted_query', 'body'] as const).map(
        (over): Signer => ({
          name: `HMAC-${algorithm} over ${over}, ${encoding} in a ${place}`,
          signing: { kind: 'hmac', algorithm, over, rewrite: 'form', in: place, name: 'sig', encoding },
          sign: (query, key) => {
            const text = { url: `${URL}?${query}`, query, sorted_query: sortQuery(query), body: query }[over];
            const signature = createHmac(algorithm, key).update(text).digest(encoding);
            if (over !== 'body') return placeSignature(place, query, signature);
            return { ...placeSignature(place, 'from=net', signature), rawBody: query, method: 'POST' };
          },
          covers: over === 'body' ? 'body' : 'query',
        }),
      ),
    ),
  ),
];

const network = (signing: Signing) =>
  aNetwork({ signing, signingSecret: KEY, clickWindowSeconds: 60, payoutCeilingPaise: 1000 });

const isAccepted = (signing: Signing, sent: Partial<Postback>): boolean =>
  readPostback(network(signing), aPostback({ rawUrl: URL, ...sent })).outcome === undefined;

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
const word = (random: () => number, length = 12) =>
  Array.from({ length }, () => letters[Math.floor(random() * letters.length)]).join('');

const makeQuery = (random: () => number) =>
  `click=${word(random)}&txn=${word(random)}&payout=${Math.floor(random() * 900)}.${10 + Math.floor(random() * 90)}` +
  `&status=1&goal=${word(random, 4)}%20${word(random, 3)}`;

/** Replaces one character, so that the meaning changes. */
function changeCharacter(text: string, random: () => number): string {
  const positions = [...text.matchAll(/[a-z0-9]/g)].map(({ index }) => index);
  const at = positions[Math.floor(random() * positions.length)] ?? 0;
  const old = text[at] ?? '';
  const other = letters[(letters.indexOf(old) + 1 + Math.floor(random() * 34)) % letters.length] ?? '';
  return text.slice(0, at) + (other === old ? 'z' : other) + text.slice(at + 1);
}

type Forgery = (sent: Partial<Postback>, query: string, random: () => number) => Partial<Postback>;

const unsignedForgeries: Forgery[] = [
  (_, query) => ({ rawQuery: query }),
  (_, query) => ({ rawQuery: `${query}&sig=` }),
  (_, query) => ({ rawQuery: query, headers: { sig: '' } }),
  (_, query, random) => ({ rawQuery: `${query}&sig=${word(random, 40)}`, headers: { sig: word(random, 40) } }),
  (_, query, random) => ({ rawQuery: query, rawUrl: `${URL}/${word(random, 20)}` }),
  (_, query) => ({ rawQuery: query, rawUrl: `${URL}/` }),
];

/** Changes to the signed content; the signature stays. */
const contentForgeries: Forgery[] = [
  (sent, query, random) => swap(sent, query, changeValue(query, random)),
  (sent, query) => swap(sent, query, query.replace('payout=', 'payout=9')),
  (sent, query) => swap(sent, query, query.replace('status=1', 'status=0')),
  (sent, query, random) => swap(sent, query, query.replace(/txn=\w+/, `txn=${word(random)}x`)),
  (sent, query, random) => swap(sent, query, query.replace(/click=\w+/, `click=${word(random)}x`)),
  (sent, query) => swap(sent, query, `${query}&payout=999`),
  (sent, query) => swap(sent, query, query.replace(/&txn=\w+/, '')),
];

function changeValue(query: string, random: () => number): string {
  const pairs = query.split('&');
  const at = Math.floor(random() * pairs.length);
  return pairs
    .map((pair, i) => (i === at ? pair.replace(/=(.*)$/, (_, v: string) => `=${changeText(v, random)}`) : pair))
    .join('&');
}

const changeText = (value: string, random: () => number): string =>
  value.includes('%') ? `q${value}` : changeCharacter(value, random);

const swap = (sent: Partial<Postback>, from: string, to: string): Partial<Postback> => ({
  ...sent,
  rawQuery: sent.rawQuery?.replace(from, to) ?? '',
  ...(sent.rawBody === undefined ? {} : { rawBody: sent.rawBody.replace(from, to) }),
});

/** Changes to the signature itself. */
const signatureForgeries: Forgery[] = [
  (sent, query, random) => replaceSignature(sent, query, (given) => changeCharacter(given, random)),
  (sent, query) => replaceSignature(sent, query, (given) => given.slice(0, -1)),
  (sent, query) => replaceSignature(sent, query, (given) => `${given}a`),
  (sent, query) => replaceSignature(sent, query, () => ''),
];

function replaceSignature(sent: Partial<Postback>, _query: string, to: (given: string) => string): Partial<Postback> {
  if (sent.rawUrl) return { ...sent, rawUrl: sent.rawUrl.replace(/[^/]+$/, to) };
  if (sent.headers?.['sig'] !== undefined) return { ...sent, headers: { sig: to(sent.headers['sig']) } };
  return {
    ...sent,
    rawQuery:
      sent.rawQuery?.replace(
        /sig=(.*)$/,
        (_, given: string) => `sig=${encodeURIComponent(to(decodeURIComponent(given)))}`,
      ) ?? '',
  };
}

const CALLS_OF_EACH = 32;
let attempts = 0;

describe.each(signers.map((signer) => [signer.name, signer] as const))('%s', (_, { signing, sign, covers }) => {
  test('accepts genuine postbacks and refuses forged ones', () => {
    const random = createRandom(20_261_121);
    for (let i = 0; i < CALLS_OF_EACH; i++) {
      const query = makeQuery(random);
      const genuine = sign(query, KEY);
      expect([query, isAccepted(signing, genuine)]).toEqual([query, true]);
      const forgeries = [
        ...unsignedForgeries,
        ...signatureForgeries,
        ...(covers === 'nothing' ? [] : contentForgeries),
      ].map((forge) => forge(genuine, query, random));
      forgeries.push(
        sign(query, ''),
        sign(query, `${KEY}x`),
        sign(query, KEY.slice(1)),
        sign(query, KEY.toUpperCase()),
      );
      for (const forged of forgeries) {
        attempts++;
        if (isAccepted(signing, forged))
          expect.fail(`accepted: ${JSON.stringify(forged)} made of ${JSON.stringify(genuine)}`);
      }
    }
  });

  test('accepts both keys during a rotation, and only the new key afterwards', () => {
    const overlapEnd = new Date('2026-11-02T00:00:00Z');
    const rotated = {
      ...network(signing),
      signingSecret: 'a newer key',
      previousSecret: KEY,
      previousUntil: overlapEnd,
    };
    const at = (key: string, receivedAt: Date) =>
      readPostback(
        rotated,
        aPostback({ rawUrl: URL, ...sign('click=c&txn=t&payout=1.00&status=1&goal=g', key), receivedAt }),
      ).outcome;
    const [during, after] = [new Date('2026-11-01T23:59:59Z'), new Date('2026-11-02T00:00:01Z')];
    expect([at(KEY, during), at('a newer key', during), at('another key', during)]).toEqual([
      undefined,
      undefined,
      'refused',
    ]);
    expect([at(KEY, after), at('a newer key', after)]).toEqual(['refused', undefined]);
  });
});

test('tries at least twenty thousand forgeries', () => {
  expect(attempts).toBeGreaterThanOrEqual(20_000);
});

test('verifies a body byte for byte, even where it is not text', () => {
  const signing = aDigest();
  const bytes = Buffer.concat([
    Buffer.from('click=c&txn=t&payout=1.00&status=1&note='),
    Buffer.from([0xff, 0x00, 0xfe]),
  ]);
  const headers = { signature: createHmac('sha256', KEY).update(bytes).digest('hex') };
  const stored = encodeBody(bytes);
  expect(stored.bodyEncoding).toBe('base64');
  expect(isAccepted(signing, { ...stored, headers, method: 'POST' })).toBe(true);
  const lossy = { rawBody: bytes.toString('utf8').replaceAll('\u0000', '\uFFFD'), bodyEncoding: 'text' } as const;
  expect(isAccepted(signing, { ...lossy, headers, method: 'POST' })).toBe(false);
});

test('does not read parameters that the signature does not cover', () => {
  const signing = aDigest({ over: 'query', in: 'param', name: 'sig' });
  const query = 'click=c&txn=t&status=1';
  const rawQuery = `${query}&sig=${createHmac('sha256', KEY).update(query).digest('hex')}`;
  const rules = { ...network(signing), paramsIn: 'either' as const };
  const sent = aPostback({
    rawUrl: URL,
    rawQuery,
    rawBody: 'payout=999',
    contentType: 'application/x-www-form-urlencoded',
    method: 'POST',
  });
  expect(readPostback(rules, sent)).toMatchObject({ kind: 'approve', payout_micros: null });
});

test('reads a JSON body by dotted names, and keeps numbers as written', () => {
  const signing = aDigest();
  const rules = {
    ...network(signing),
    params: {
      ...network(signing).params,
      click_id: 'data.click',
      transaction_id: 'data.txn',
      payout: 'data.payout',
      status: 'state',
    },
  };
  const rawBody = '{"state":1,"data":{"click":"c","txn":12345678901234567890,"payout":1.10}}';
  const headers = { signature: createHmac('sha256', KEY).update(rawBody).digest('hex') };
  expect(
    readPostback(rules, aPostback({ rawBody, headers, contentType: 'application/json', method: 'POST' })),
  ).toMatchObject({
    kind: 'approve',
    click_id: 'c',
    transaction_id: '12345678901234567890',
    payout_micros: '1100000',
  });
});
