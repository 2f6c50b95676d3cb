/** Made-up people of the demo. Addresses are of domains that cannot exist. */

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

export interface Person {
  firstName: string;
  lastName: string;
  email: string;
  ip: string;
  device: string;
  fromProvider: boolean;
  /** Days before now. */
  registered: number;
}

/** A small generator with a fixed seed (mulberry32): the demo looks the same each time. Not for draws. */
export function fixedRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** @param count how many; the last four of them share a device, so that the fraud pages have something to show */
export function makePeople(count: number, random: () => number): Person[] {
  return Array.from({ length: count }, (_, index) => {
    const firstName = FIRST[index % FIRST.length] ?? '';
    const lastName = LAST[(index * 7) % LAST.length] ?? '';
    const shared = index >= count - 4;
    return {
      firstName,
      lastName,
      email: `${firstName}.${lastName}${index}@example.invalid`.toLowerCase(),
      ip: shared ? '198.51.100.77' : `203.0.113.${index % 250}`,
      device: shared ? 'demoring1' : `demo${index.toString(36)}`,
      fromProvider: index % 3 === 0,
      registered: shared ? 0.01 + random() * 0.05 : random() * 42,
    };
  });
}
