import type { FuzzCase, Operation } from './cases.ts';
import type { Dice } from './seeded-random.ts';
import { badText, badValue, Raw, write } from './values.ts';

/** A request on its way to being wrong. */
export interface Draft extends FuzzCase {
  query: string[];
  body: unknown;
  operation: Operation;
}

type Mutation = (draft: Draft, dice: Dice) => void;

const names = [
  '__proto__',
  'constructor',
  'unknown',
  'id',
  '',
  'page[]',
  'a.b',
  'x'.repeat(2000),
  'toString',
  'offer_id',
  '0',
];
const LIMIT = 256 * 1024;

const onFields: Mutation = (draft, dice) => {
  const fields = { ...(draft.body as Record<string, unknown>) };
  const keys = Object.keys(fields);
  for (let times = 1 + dice.below(2); times > 0; times--) {
    if (keys.length > 0 && dice.onceIn(5)) delete fields[dice.pick(keys)];
    else fields[keys.length > 0 && !dice.onceIn(6) ? dice.pick(keys) : dice.pick(names)] = badValue(dice);
  }
  draft.body = fields;
};

const onQuery: Mutation = (draft, dice) => {
  const { parameters } = draft.operation;
  const name = () =>
    parameters.length > 0 && !dice.onceIn(5) ? dice.pick(parameters).name : encodeURIComponent(dice.pick(names));
  const repeated = name();
  draft.query.push(
    ...dice.pick<() => string[]>([
      () => [`${name()}=${badText(dice)}`],
      () => [`${name()}=${badText(dice)}`, `${name()}=${badText(dice)}`],
      () => [`${repeated}=1`, `${repeated}=${badText(dice)}`],
      () => [`${name()}[]=1`, `${name()}[0]=2`, `${name()}[a]=3`],
      () => [name()],
      () => Array.from({ length: 500 }, (_, i) => `${repeated}=${i}`),
      () => [`${name()}=${'9'.repeat(dice.below(30_000))}`],
    ])(),
  );
};

const onText: Mutation = (draft, dice) => {
  const text = write(draft.body, dice);
  const at = dice.below(text.length + 1);
  draft.payload = dice.pick<() => string | Buffer>([
    () => text.slice(0, at),
    () =>
      text.slice(0, at) +
      dice.pick(['"', '{', '}', ',', '\u0000', "'", '//', '\\', 'NaN', '\ufeff', '𝟙']) +
      text.slice(at),
    () => `${text}${text}`,
    () =>
      dice.pick(['null', '[]', '5', '"text"', 'true', '[[]]', ' ', '\ufeff{}', 'undefined', '{}{}', "{'a':1}", '[1,]']),
    () => text.replace('{', '{"__proto__":{"polluted":true},'),
    () => text.replace('{', '{"constructor":{"prototype":{"polluted":true}},'),
    () => '['.repeat(50_000),
    () => `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`,
    () => Buffer.from(text, 'utf16le'),
    () =>
      Buffer.concat([
        Buffer.from(text.slice(0, at)),
        Buffer.from([0xff, 0xc0, 0x80, 0xfe]),
        Buffer.from(text.slice(at)),
      ]),
    () => Buffer.from(text.replaceAll('"', "'")),
  ])();
};

const onType: Mutation = (draft, dice) => {
  const type = dice.pick([
    '',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/octet-stream',
    'application/json; charset=utf-16',
    'application/json;',
    'application/json, text/plain',
    'APPLICATION/JSON',
    'json',
    'application/problem+json',
    '*/*',
    ';;;',
    'x'.repeat(5000),
  ]);
  if (type === '') delete draft.headers['content-type'];
  else draft.headers['content-type'] = type;
};

const onHeaders: Mutation = (draft, dice) => {
  const [name, value] = dice.pick<[string, () => string]>([
    [
      'cookie',
      () =>
        dice.pick([
          'inaam_user=',
          'inaam_admin=x',
          'inaam_user=a; inaam_user=b',
          '=;=;',
          `inaam_user=${'x'.repeat(9000)}`,
          'a',
        ]),
    ],
    [
      'authorization',
      () =>
        dice.pick([
          'Bearer',
          'Bearer ',
          'bearer x',
          'Basic YTpi',
          `Bearer ${'x'.repeat(9000)}`,
          'Bearer a b',
          "Bearer '--",
        ]),
    ],
    ['origin', () => dice.pick(['null', 'https://evil.example', '', 'http://localhost:3000.evil.example', 'file://'])],
    ['idempotency-key', () => dice.pick(['', ' ', 'x'.repeat(256), 'é', `k-${dice.below(50)}`, "'; --"])],
    ['accept-encoding', () => dice.pick(['gzip;q=x', 'br, gzip', '*;q=0', 'identity;q=0'])],
    ['content-encoding', () => dice.pick(['gzip', 'br', 'x'])],
    ['x-forwarded-for', () => dice.pick(['1.1.1.1, 2.2.2.2', 'x', '::1', 'a'.repeat(3000)])],
    ['user-agent', () => dice.pick(['', 'x'.repeat(9000), '${jndi:ldap://x}'])],
    ['x-http-method-override', () => 'DELETE'],
    ['if-none-match', () => '*'],
    ['range', () => 'bytes=0-1'],
    ['expect', () => 'x'],
  ]);
  draft.headers[name] = value();
};

const onMethod: Mutation = (draft, dice) => {
  draft.method = dice.pick(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD']);
  draft.isDocumented &&= draft.method === draft.operation.method;
};

const onPath: Mutation = (draft, dice) => {
  const { path } = draft.operation;
  draft.isDocumented = false;
  draft.url = dice.pick([
    path.toUpperCase(),
    `${path}/`,
    `/${path}`,
    path.replace('.php', ''),
    path.replace('.php', '.php5'),
    path.replace('.php', '%2ephp'),
    path.replace('.php', '.php%00'),
    path.replace('/api/', '/api//'),
    path.replace('/api/', '/api/../api/'),
    path.replace('/api/', '/api/%2e%2e/'),
    path.replace('/api/', '/api%2f'),
    `${path};x=1`,
    `${path}%`,
    `${path}%E0%A4%A`,
    `${path}${'/x'.repeat(500)}`,
    path.replace('/api/', `/api/${'a'.repeat(6000)}`),
  ]);
};

const onSize: Mutation = (draft, dice) => {
  draft.payload = write(
    { ...(draft.body as object), padding: new Raw(`"${'x'.repeat(LIMIT + dice.below(1000))}"`) },
    dice,
  );
};

const mutations: readonly [weight: number, mutation: Mutation][] = [
  [40, onFields],
  [30, onQuery],
  [20, onText],
  [8, onType],
  [10, onHeaders],
  [5, onMethod],
  [4, onPath],
  [1, onSize],
];
const total = mutations.reduce((sum, [weight]) => sum + weight, 0);

/** One way of being wrong, the usual ones more often. */
export function anyMutation(dice: Dice): Mutation {
  let left = dice.below(total);
  for (const [weight, mutation] of mutations) {
    left -= weight;
    if (left < 0) return mutation;
  }
  return onFields;
}
