import type { Draft } from './case.ts';
import type { SeededRandom } from './seeded-random.ts';
import { badText, badValue, Raw, write } from './values.ts';

type Mutation = (draft: Draft, random: SeededRandom) => void;

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
const BODY_LIMIT = 256 * 1024;

const mutateFields: Mutation = (draft, random) => {
  const fields = { ...(draft.body as Record<string, unknown>) };
  const keys = Object.keys(fields);
  for (let times = 1 + random.below(2); times > 0; times--) {
    if (keys.length > 0 && random.isOneIn(5)) delete fields[random.pick(keys)];
    else fields[keys.length > 0 && !random.isOneIn(6) ? random.pick(keys) : random.pick(names)] = badValue(random);
  }
  draft.body = fields;
};

const mutateQuery: Mutation = (draft, random) => {
  const { parameters } = draft.operation;
  const name = () =>
    parameters.length > 0 && !random.isOneIn(5) ? random.pick(parameters).name : encodeURIComponent(random.pick(names));
  const repeated = name();
  draft.query.push(
    ...random.pick<() => string[]>([
      () => [`${name()}=${badText(random)}`],
      () => [`${name()}=${badText(random)}`, `${name()}=${badText(random)}`],
      () => [`${repeated}=1`, `${repeated}=${badText(random)}`],
      () => [`${name()}[]=1`, `${name()}[0]=2`, `${name()}[a]=3`],
      () => [name()],
      () => Array.from({ length: 500 }, (_, i) => `${repeated}=${i}`),
      () => [`${name()}=${'9'.repeat(random.below(30_000))}`],
    ])(),
  );
};

const mutateText: Mutation = (draft, random) => {
  const text = write(draft.body, random);
  const at = random.below(text.length + 1);
  draft.payload = random.pick<() => string | Buffer>([
    () => text.slice(0, at),
    () =>
      text.slice(0, at) +
      random.pick(['"', '{', '}', ',', '\u0000', "'", '//', '\\', 'NaN', '\ufeff', '𝟙']) +
      text.slice(at),
    () => `${text}${text}`,
    () =>
      random.pick([
        'null',
        '[]',
        '5',
        '"text"',
        'true',
        '[[]]',
        ' ',
        '\ufeff{}',
        'undefined',
        '{}{}',
        "{'a':1}",
        '[1,]',
      ]),
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

const mutateType: Mutation = (draft, random) => {
  const type = random.pick([
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

const mutateHeaders: Mutation = (draft, random) => {
  const [name, value] = random.pick<[string, () => string]>([
    [
      'cookie',
      () =>
        random.pick([
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
        random.pick([
          'Bearer',
          'Bearer ',
          'bearer x',
          'Basic YTpi',
          `Bearer ${'x'.repeat(9000)}`,
          'Bearer a b',
          "Bearer '--",
        ]),
    ],
    [
      'origin',
      () => random.pick(['null', 'https://evil.example', '', 'http://localhost:3000.evil.example', 'file://']),
    ],
    ['idempotency-key', () => random.pick(['', ' ', 'x'.repeat(256), 'é', `k-${random.below(50)}`, "'; --"])],
    ['accept-encoding', () => random.pick(['gzip;q=x', 'br, gzip', '*;q=0', 'identity;q=0'])],
    ['content-encoding', () => random.pick(['gzip', 'br', 'x'])],
    ['x-forwarded-for', () => random.pick(['1.1.1.1, 2.2.2.2', 'x', '::1', 'a'.repeat(3000)])],
    ['user-agent', () => random.pick(['', 'x'.repeat(9000), '${jndi:ldap://x}'])],
    ['x-http-method-override', () => 'DELETE'],
    ['if-none-match', () => '*'],
    ['range', () => 'bytes=0-1'],
    ['expect', () => 'x'],
  ]);
  draft.headers[name] = value();
};

const mutateMethod: Mutation = (draft, random) => {
  draft.method = random.pick(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD']);
  draft.isDocumented &&= draft.method === draft.operation.method;
};

const mutatePath: Mutation = (draft, random) => {
  const { path } = draft.operation;
  draft.isDocumented = false;
  draft.url = random.pick([
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

const enlargeBody: Mutation = (draft, random) => {
  draft.payload = write(
    { ...(draft.body as object), padding: new Raw(`"${'x'.repeat(BODY_LIMIT + random.below(1000))}"`) },
    random,
  );
};

const mutations: readonly [weight: number, mutation: Mutation][] = [
  [40, mutateFields],
  [30, mutateQuery],
  [20, mutateText],
  [8, mutateType],
  [10, mutateHeaders],
  [5, mutateMethod],
  [4, mutatePath],
  [1, enlargeBody],
];
const total = mutations.reduce((sum, [weight]) => sum + weight, 0);

/** Picks a mutation by weight. */
export function anyMutation(random: SeededRandom): Mutation {
  let left = random.below(total);
  for (const [weight, mutation] of mutations) {
    left -= weight;
    if (left < 0) return mutation;
  }
  return mutateFields;
}
