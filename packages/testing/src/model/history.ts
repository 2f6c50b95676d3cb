import type { HistoryData } from './history-data.ts';
import type { Event } from './reference.ts';

/** A step of a history: postbacks that arrive at the same moment, or an attempt of the user with this ID to spin. */
export type Step = { postbacks: Event[] } | { spin: number };

export const pick = <T>(random: () => number, from: readonly T[]): T => {
  const found = from[Math.floor(random() * from.length)];
  if (found === undefined) throw new Error('nothing to pick from');
  return found;
};

/** A repeatable generator, so that a failed history can be run again. */
export function createRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Creates a random history. In 10 of 100 histories a reversal comes first. 20 of 100 pairs of neighbouring events
 * change places. 30 of 100 events are repeated, half of them at the same moment.
 */
export function makeHistory(data: HistoryData, random: () => number): Step[] {
  const [first = '', second = '', third = ''] = data.clicks.keys();
  const transactions = [`${first}-t1`, `${first}-t2`];
  const payouts = [null, 1234, 1234, 1234, 999];
  const event = (kind: Event['kind']): Event => ({
    kind,
    transaction: random() < 0.8 ? (transactions[0] ?? '') : (transactions[1] ?? ''),
    click: random() < 0.8 ? first : pick(random, [second, third, 'never-given']),
    payout: random() < 0.85 ? 1234 : pick(random, payouts),
  });
  const kinds: Event['kind'][] = random() < 0.5 ? ['pending', 'approve'] : ['approve'];
  if (random() < 0.4) kinds.push('reverse');
  if (random() < 0.4) kinds.push(pick(random, ['pending', 'approve', 'approve', 'reverse'] as const));
  const events = kinds.map(event);
  if (random() < 0.1) events.unshift(event('reverse'));
  for (let i = 1; i < events.length; i++) {
    const [before, after] = [events[i - 1], events[i]];
    if (before && after && random() < 0.2) [events[i - 1], events[i]] = [after, before];
  }
  const steps: Step[] = [];
  for (const each of events) {
    const isRepeated = random() < 0.3;
    const atOnce = isRepeated && random() < 0.5;
    steps.push({ postbacks: atOnce ? [each, each] : [each] });
    if (isRepeated && !atOnce) steps.splice(Math.floor(random() * (steps.length + 1)), 0, { postbacks: [each] });
  }
  if (random() < 0.6) steps.splice(Math.floor(random() * (steps.length + 1)), 0, { spin: data.users[0] });
  return steps;
}
