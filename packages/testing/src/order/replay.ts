import { experienceOf, finishRates, type RateCell } from '@inaam/core/offers/rates';

/** One person's first start of an offer, and whether they finished it. */
export interface Start {
  userId: number;
  offerId: number;
  category: string;
  /** ms since 1970. */
  at: number;
  finishedAt: number | undefined;
}

/** What an order may go by. */
export interface Known {
  offerId: number;
  /** Rupees that a spin wins on average. */
  averageWin: number;
  /** ms since 1970: when the offer was made. */
  madeAt: number;
}

/** By name: the larger an offer's number, the further up it stands. */
export type Orders = Record<string, (offer: Known, finishRate: number) => number>;

export const orders: Orders = {
  'this order': ({ averageWin }, finishRate) => averageWin * finishRate,
  'average win alone': ({ averageWin }) => averageWin,
  'newest first': ({ madeAt }) => madeAt,
};

export interface Verdict {
  order: string;
  /** Starts that fell among the first places of the order. */
  starts: number;
  /** Rupees won on average by a start: the wheel's average where it was finished, else nothing. */
  perStart: number;
  /** Of 1,000 histories with the people drawn again, the 25th and the 975th. */
  interval: [number, number];
  /** The share of them that was finished. */
  finished: number;
}

const AGAIN = 1000;

/**
 * Replays the later part of a history: what the earlier part taught orders the offers that a person had not started,
 * and a start counts for an order where it was of one of its first places. Where people chose by chance this estimates
 * without bias what they would have won by choosing there (Li, Chu, Langford, Wang: Unbiased Offline Evaluation of
 * Contextual-bandit-based News Article Recommendation Algorithms, WSDM 2011); where a list led them, it favours that
 * list.
 * @param share of the starts that is learnt from
 * @param first places that count
 * @param random a number from 0 to 1
 */
export function replay(
  starts: readonly Start[],
  offers: readonly Known[],
  { share = 0.6, first = 3, random = Math.random }: { share?: number; first?: number; random?: () => number } = {},
): Verdict[] {
  const inOrder = starts.toSorted((a, b) => a.at - b.at);
  const learnt = Math.floor(inOrder.length * share);
  const until = inOrder[learnt]?.at ?? 0;
  const of = new Map<number, Start[]>();
  for (const start of inOrder) of.set(start.userId, [...(of.get(start.userId) ?? []), start]);
  const categoryOf = new Map(inOrder.map(({ offerId, category }) => [offerId, category]));
  const habitsAt = (userId: number, category: string, at: number) => {
    const done = (of.get(userId) ?? []).filter(({ finishedAt }) => finishedAt !== undefined && finishedAt < at);
    return { experience: experienceOf(done.length), familiar: done.some((each) => each.category === category) };
  };
  const counts = new Map<number, RateCell[]>();
  for (const { userId, offerId, category, at, finishedAt } of inOrder.slice(0, learnt)) {
    const habits = habitsAt(userId, category, at);
    const cells = counts.get(offerId) ?? [];
    let cell = cells.find((each) => each.experience === habits.experience && each.familiar === habits.familiar);
    if (!cell) cells.push((cell = { ...habits, starts: 0, finished: 0 }));
    cell.starts += 1;
    // Only what was known when the later part began.
    if (finishedAt !== undefined && finishedAt < until) cell.finished += 1;
    counts.set(offerId, cells);
  }
  const rate = finishRates(counts);
  const known = new Map(offers.map((offer) => [offer.offerId, offer]));
  const events = new Map<string, { userId: number; value: number; finished: boolean }[]>();
  for (const { userId, offerId, at, finishedAt } of inOrder.slice(learnt)) {
    const started = new Set((of.get(userId) ?? []).filter((each) => each.at < at).map((each) => each.offerId));
    const open = offers.filter((offer) => !started.has(offer.offerId) && offer.madeAt <= at);
    const value = finishedAt === undefined ? 0 : (known.get(offerId)?.averageWin ?? 0);
    const event = { userId, value, finished: finishedAt !== undefined };
    const note = (order: string) => events.set(order, [...(events.get(order) ?? []), event]);
    // Every place is as good as any: all starts count.
    note('at random');
    for (const [order, rank] of Object.entries(orders)) {
      const ranked = open
        .map((offer) => ({
          id: offer.offerId,
          rank: rank(offer, rate?.(offer.offerId, habitsAt(userId, categoryOf.get(offer.offerId) ?? '', at)) ?? 1),
        }))
        .toSorted((a, b) => b.rank - a.rank);
      if (ranked.slice(0, first).some(({ id }) => id === offerId)) note(order);
    }
  }
  return [...Object.keys(orders), 'at random'].map((order) => {
    const all = events.get(order) ?? [];
    const mean = (values: readonly number[]) =>
      values.reduce((sum, each) => sum + each, 0) / Math.max(values.length, 1);
    const byPerson = [...Map.groupBy(all, ({ userId }) => userId).values()];
    const again = Array.from({ length: AGAIN }, () =>
      mean(byPerson.flatMap(() => byPerson[Math.floor(random() * byPerson.length)]?.map(({ value }) => value) ?? [])),
    ).toSorted((a, b) => a - b);
    return {
      order,
      starts: all.length,
      perStart: mean(all.map(({ value }) => value)),
      interval: [again[Math.floor(AGAIN * 0.025)] ?? 0, again[Math.floor(AGAIN * 0.975)] ?? 0],
      finished: mean(all.map(({ finished }) => (finished ? 1 : 0))),
    };
  });
}
