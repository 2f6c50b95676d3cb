import type { SeededRandom } from './seeded-random.ts';

/** JSON text that JSON.stringify would not write. */
export class Raw {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const NUL = '\u0000';
const texts: readonly string[] = [
  '',
  ' ',
  NUL,
  `a${NUL}b`,
  '\ud800',
  'a\udfffb',
  '\ufeff',
  '\u202eabc',
  '🎡'.repeat(40),
  'é'.repeat(300),
  "'; drop table users; --",
  "' or 1=1 --",
  '%',
  '\\',
  '$1',
  '${7*7}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '../../../etc/passwd',
  '%00',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-0',
  '1e999',
  '0x10',
  '1_000',
  '٣',
  '9'.repeat(400),
  '2099-13-45',
  '0000-00-00',
  '99999-01-01',
  'javascript:alert(1)',
  'http://[::1',
  'https://a.example/\u0000',
  '{"rewards":[{"amount":1e300,"probability":1e300}]}',
  '{"rewards":[null]}',
  '[[[[[[[[[[',
  '1,2,3,,x',
  'asha@example.com',
  '1',
  '-1',
  '2147483648',
  '9223372036854775808',
];

const scalars: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1,
  0.1,
  1.005,
  1e21,
  1e308,
  -1e308,
  5e-324,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  new Raw('1e999'),
  new Raw('-1e999'),
  new Raw(`1${'0'.repeat(500)}`),
  new Raw(`0.${'1'.repeat(500)}`),
  new Raw('"\\ud800"'),
  new Raw('"\\udc00\\ud800"'),
  new Raw('"\\u0000"'),
];

const nest = (open: string, close: string, depth: number) => new Raw(open.repeat(depth) + close.repeat(depth));

/** Returns a value that almost no field accepts. */
export function badValue(random: SeededRandom): unknown {
  switch (random.below(8)) {
    case 0:
    case 1:
    case 2:
      return random.pick(texts);
    case 3:
    case 4:
      return random.pick(scalars);
    case 5:
      return random.pick([[], [[]], [null], ['a', 'b'], [1, 2], [{}], Array.from({ length: 2000 }, (_, i) => i)]);
    case 6:
      return random.pick<unknown>([
        {},
        { a: 1 },
        { length: 3 },
        { toString: 'x' },
        new Raw('{"then":"x"}'),
        { $ne: null },
        new Raw('{"__proto__":{"polluted":true}}'),
        new Raw('{"constructor":{"prototype":{"polluted":true}}}'),
        { rewards: [{ amount: '5', probability: {} }] },
      ]);
    default:
      return random.pick<unknown>([
        'x'.repeat(300 + random.below(20_000)),
        NUL.repeat(1000),
        nest('[', ']', 200 + random.below(3000)),
        new Raw(`${'{"a":'.repeat(200)}1${'}'.repeat(200)}`),
      ]);
  }
}

/** Returns a bad value for a query parameter: percent-encoded, or with a broken encoding. */
export function badText(random: SeededRandom): string {
  if (random.isOneIn(4))
    return random.pick(['%', '%zz', '%E0%A4%A', '%ff%fe', '%00', '%ED%A0%80', '+', '%2B', '&&', '=', '%u0041']);
  const value = badValue(random);
  const text = value instanceof Raw ? value.text : typeof value === 'string' ? value : JSON.stringify(value);
  return encodeURIComponent(text.toWellFormed().slice(0, 20_000));
}

/** Writes a value as JSON, with the text of each `Raw` unchanged, and sometimes with a repeated member. */
export function write(value: unknown, random: SeededRandom): string {
  if (value instanceof Raw) return value.text;
  if (Array.isArray(value)) return `[${value.map((each) => write(each, random)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}:${write(each, random)}`);
    if (members[0] !== undefined && random.isOneIn(40)) members.push(members[0]);
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}
