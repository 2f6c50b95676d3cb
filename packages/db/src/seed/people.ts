/** Made-up people of the demo. Their mail domains cannot exist. */

const FIRST = [
  'Aarav',
  'Ananya',
  'Arjun',
  'Diya',
  'Farhan',
  'Gauri',
  'Ishaan',
  'Kavya',
  'Kabir',
  'Lakshmi',
  'Meera',
  'Nikhil',
  'Pooja',
  'Rahul',
  'Riya',
  'Rohan',
  'Sana',
  'Tanvi',
  'Vikram',
  'Zoya',
];
const LAST = [
  'Agarwal',
  'Bose',
  'Chauhan',
  'Das',
  'Fernandes',
  'Gupta',
  'Iyer',
  'Joshi',
  'Khan',
  'Menon',
  'Nair',
  'Patel',
  'Rao',
  'Reddy',
  'Sharma',
  'Singh',
  'Thomas',
  'Verma',
];

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const phone = (android: number, chrome: number) =>
  `Mozilla/5.0 (Linux; Android ${android}; K) ${WEBKIT} Chrome/${chrome}.0.0.0 Mobile Safari/537.36`;
const iPhone = (version: string) =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS ${version.replace('.', '_')} like Mac OS X) ` +
  `AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version} Mobile/15E148 Safari/604.1`;
const desktop = (chrome: number) =>
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/${chrome}.0.0.0 Safari/537.36`;

const BROWSERS = [
  phone(10, 136),
  phone(10, 137),
  iPhone('18.4'),
  phone(13, 135),
  phone(14, 137),
  desktop(137),
  iPhone('17.6'),
  phone(12, 134),
  phone(15, 138),
  desktop(136),
  phone(11, 131),
];

export interface Person {
  firstName: string;
  lastName: string;
  email: string;
  ip: string;
  /** null: no fingerprint was sent, as by a script. */
  device: string | null;
  userAgent: string;
  signedInByProvider: boolean;
  /** Days before now. */
  registered: number;
}

/** A random generator with a fixed seed (mulberry32), so that the demo looks the same each time. Not for draws. */
export function createFixedRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Makes a person with a device of their own, and an IP address that only every 250th index shares. `place` overrides
 * both.
 * @param index makes the person unique
 */
export function makePerson(index: number, registered: number, place: Partial<Person> = {}): Person {
  const firstName = FIRST[index % FIRST.length] ?? '';
  const lastName = LAST[(index * 7) % LAST.length] ?? '';
  return {
    firstName,
    lastName,
    email: `${firstName}.${lastName}${index}@example.invalid`.toLowerCase(),
    ip: `203.0.113.${index % 250}`,
    device: `demo${index.toString(36)}`,
    userAgent: BROWSERS[index % BROWSERS.length] ?? '',
    signedInByProvider: index % 3 === 0,
    registered,
    ...place,
  };
}

/** `createFraudSamples` uses indexes from here on. */
const HONEST_PEOPLE = 100;

/** Honest people. Some share an IP address if there are more than 250. */
export const makePeople = (count: number, random: () => number): Person[] =>
  Array.from({ length: count }, (_, index) =>
    makePerson(index < HONEST_PEOPLE ? index : 10_000 + index, random() * 42),
  );
