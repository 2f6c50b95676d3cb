import { getWinPermille, oddsOrDefault, ROLLS } from '@inaam/contracts/offers/odds';
import type { UserOffer } from '@inaam/contracts/offers/offers';
import { CATEGORIES } from './category-icon.tsx';
import { getPlace, type Place, type Places } from './offer-places.ts';
import { getLargestPrize } from './parts/offer-state.ts';

/** Filters and sort order of the offers. */
export interface OfferView {
  category: string;
  sort: 'recommended' | 'prize' | 'chance' | 'effort' | 'new';
  text: string;
}
export const DEFAULT_VIEW: OfferView = { category: 'all', sort: 'recommended', text: '' };

/** The filters appear if there are more offers than this. */
export const MOST_UNFILTERED = 10;

/** The average value of a spin in rupees: each prize times its probability. The operator's earnings do not count. */
export const getAverageWin = (offer: UserOffer): number =>
  oddsOrDefault(offer.spinner_config).reduce((sum, { amount, permille }) => sum + amount * permille, 0) / ROLLS;

/**
 * What starting the offer is worth to this person, in rupees: the average win times the finish rate of similar people.
 * The operator's earnings do not count (infra/docs/decisions/0018).
 */
export const getExpectedValue = (offer: UserOffer): number => getAverageWin(offer) * (offer.finish_rate ?? 1);

/** The chance of any win, in permille. */
export const getWinChance = (offer: UserOffer): number => getWinPermille(oddsOrDefault(offer.spinner_config));

const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'fifteen', 'twenty'];
const MINUTES = new RegExp(`\\b(\\d{1,3}|${NUMBERS.join('|')})[ -](?:min|mins|minute|minutes)\\b`, 'i');
const VALUES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20];

/** The minutes in the offer's description; undefined if it names none. */
export function estimateMinutes({ description }: UserOffer): number | undefined {
  const match = MINUTES.exec(description)?.[1]?.toLowerCase();
  if (match === undefined) return undefined;
  const minutes = VALUES[NUMBERS.indexOf(match)] ?? Number(match);
  return minutes > 0 ? minutes : undefined;
}

/**
 * Minutes for sorting if the description names none: a registration takes less time than an installation, and an
 * installation less than an action.
 */
const BY_MODEL: Record<string, number> = { CPR: 10, CPI: 15, CPA: 60 };
const effort = (offer: UserOffer): number => estimateMinutes(offer) ?? BY_MODEL[offer.model] ?? 30;

/** The value by which each sort order ranks offers, largest first. Offers of equal value keep the server's order. */
const RANKS: Record<OfferView['sort'], (offer: UserOffer) => number> = {
  recommended: getExpectedValue,
  prize: (offer) => getLargestPrize(offer) ?? 0,
  chance: getWinChance,
  effort: (offer) => -effort(offer),
  new: () => 0,
};

/**
 * Sorts offers by value. Computes each value only once, not in every comparison, because a value may require parsing
 * the odds.
 */
const sortOffers = (offers: readonly UserOffer[], sort: OfferView['sort']): UserOffer[] =>
  offers
    .map((offer) => ({ offer, rank: RANKS[sort](offer) }))
    .sort((a, b) => b.rank - a.rank)
    .map(({ offer }) => offer);

const normalizeText = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/**
 * Whether an offer matches the filters of the view. Every search word must occur in its title, description or category.
 */
export function isMatch(offer: UserOffer, { category, text }: OfferView): boolean {
  if (category !== 'all' && offer.category !== category) return false;
  const searched = normalizeText(`${offer.title} ${offer.description} ${offer.category}`);
  return normalizeText(text)
    .split(/\s+/)
    .every((word) => searched.includes(word));
}

export type Sections = Record<Place, UserOffer[]>;

/**
 * Groups offers by what to do next; the 'For you' group follows the view's order.
 * @param places the groups when the screen opened; an offer without an entry is grouped by its state
 */
export function groupOffers(offers: readonly UserOffer[], view: OfferView, places?: Places): Sections {
  const sections: Sections = { ready: [], progress: [], forYou: [], done: [] };
  for (const offer of offers)
    if (isMatch(offer, view)) sections[places?.get(offer.offer_id) ?? getPlace(offer)].push(offer);
  return { ...sections, forYou: sortOffers(sections.forYou, view.sort) };
}

/** Categories with offers, in the specification's order. */
export const listCategories = (offers: readonly UserOffer[]): string[] => {
  const present = new Set(offers.map(({ category }) => category));
  return CATEGORIES.filter((category) => present.has(category));
};
