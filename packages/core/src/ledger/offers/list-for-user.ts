import { toRupees } from '@inaam/contracts/common/money';
import { istDay } from '@inaam/contracts/common/time';
import type { UserOffer, UserOfferList } from '@inaam/contracts/offers/offers';
import { rewardType } from '@inaam/contracts/spins/reward-type';
import { getStatementRows, type SessionRows, type SessionStatement } from '../../kernel/caller.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { PrebuiltJson, setPrebuiltJson } from '../../kernel/prebuilt-json.ts';
import { oneRow } from '../../kernel/rows.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import type { Wheel } from '../spins/wheels.ts';
import { NO_CODE, openBoth } from '../vouchers/codes.ts';
import { type Catalogue, type CatalogueEntry, getCatalogue, type SharedFields } from './catalogue.ts';
import { cacheList, getCachedList, hasCandidateList } from './list-cache.ts';
import {
  type CacheKeyRow,
  cacheKeyQuery,
  cacheKeyWithCaller,
  type FactsRow,
  factsQuery,
  factsWithCaller,
  groupFactsByOffer,
  type OfferFacts,
  toIsoFromSeconds,
} from './list-facts.ts';
import { getExperience } from './rates.ts';

/** Finds the session and also reads the cache key, or the facts if no list is cached. */
export const offersStatement: SessionStatement<CacheKeyRow & Partial<FactsRow>> = {
  getCallerQuery: (_, { kernel, personId }) =>
    personId !== undefined && hasCandidateList(kernel, personId) ? cacheKeyWithCaller : factsWithCaller,
};

/**
 * Lists offers that the user can start today or has completed. A completed offer stays listed and shows the odds
 * published at its completion.
 */
export async function listOffersForUser(
  context: { kernel: Kernel; secrets: SecretBox; sessionRows?: SessionRows | undefined },
  userId: number,
): Promise<UserOfferList> {
  const { kernel, secrets } = context;
  const queried = oneRow<CacheKeyRow & Partial<FactsRow>>(
    getStatementRows(offersStatement, context) ??
      (await (hasCandidateList(kernel, userId) ? cacheKeyQuery(kernel, userId) : factsQuery(kernel, userId))),
  );
  const today = istDay(new Date());
  const cached = getCachedList(kernel, userId, queried, today);
  if (cached) return toAnswer(cached);
  const row = hasFacts(queried) ? queried : oneRow(await factsQuery(kernel, userId));
  const catalogue = await getCatalogue(kernel, row.version);
  const facts = await groupFactsByOffer(kernel, row);
  const entries = toEntries(secrets, catalogue, facts, today);
  const offers = entries.map(
    ({ fields, wheel, state }): UserOffer => ({
      ...fields,
      ...(wheel && { spinner_config: wheel.config, wheel: wheel.wedges }),
      ...state,
    }),
  );
  const json = new PrebuiltJson(JSON.stringify({ offers }).slice(1, -1));
  // The catalogue may be newer than the facts. Then the list is not cached.
  const { version, factCounts } = row;
  if (catalogue.version === version)
    cacheList(kernel, userId, { version, factCounts, today, until: getNextStateChange(facts), json });
  return setPrebuiltJson({ offers }, json);
}

const hasFacts = (row: CacheKeyRow & Partial<FactsRow>): row is FactsRow => row.facts !== undefined;

/** Builds an answer from cached JSON, which is parsed only if a caller reads `offers`. */
const toAnswer = (json: PrebuiltJson): UserOfferList =>
  setPrebuiltJson(
    {
      get offers(): UserOffer[] {
        return (JSON.parse(json.between('{', '}').toString()) as UserOfferList).offers;
      },
    },
    json,
  );

/** Returns when a spin's status next changes by time alone, in seconds since 1970. Then the list must be rebuilt. */
function getNextStateChange(facts: ReadonlyMap<number, OfferFacts>): number {
  let first = Number.POSITIVE_INFINITY;
  for (const { completion } of facts.values()) first = Math.min(first, completion?.changesAt ?? first);
  return first;
}

/** @param today today's date in Indian time */
function toEntries(
  secrets: SecretBox,
  { active, byId, finishRate }: Catalogue,
  facts: ReadonlyMap<number, OfferFacts>,
  today: string,
): OfferEntry[] {
  const isOpen = ({ startsOn, endsOn }: CatalogueEntry): boolean =>
    (startsOn === null || startsOn <= today) && (endsOn === null || today <= endsOn);
  // A milestone is listed only after the user completed it.
  const isMilestone = ({ fields }: CatalogueEntry): boolean => fields.milestone !== null;
  const completedEntries: CatalogueEntry[] = [];
  /** The categories of the offers that the user completed, one for each offer. */
  const completedCategories: string[] = [];
  for (const [offerId, { completion }] of facts) {
    const entry = byId.get(offerId);
    if (!entry || !completion || completion.awaiting) continue;
    if (!isMilestone(entry)) completedCategories.push(entry.fields.category);
    if (isMilestone(entry) || !(entry.active && isOpen(entry))) completedEntries.push(entry);
  }
  const open = active.filter((entry) => !isMilestone(entry) && isOpen(entry));
  const shown = completedEntries.length === 0 ? open : [...open, ...completedEntries].sort((a, b) => a.place - b.place);
  const experience = getExperience(completedCategories.length);
  const known = new Set(completedCategories);
  return shown.map(({ fields, goals }) =>
    toEntry(
      secrets,
      { fields, goals },
      finishRate === undefined
        ? null
        : Math.round(100 * finishRate(fields.offer_id, { experience, familiar: known.has(fields.category) })) / 100,
      facts.get(fields.offer_id),
    ),
  );
}

/** A listed offer. `wheel` holds the odds published at completion, if any. */
interface OfferEntry {
  fields: Readonly<SharedFields>;
  wheel: Wheel | undefined;
  state: Omit<UserOffer, keyof SharedFields>;
}

function toEntry(
  secrets: SecretBox,
  { fields, goals: allGoals }: Pick<CatalogueEntry, 'fields' | 'goals'>,
  finish_rate: number | null,
  facts: OfferFacts | undefined,
): OfferEntry {
  const goals = allGoals.map(({ id, ...names }) => ({
    ...names,
    reached: facts?.completion?.goals.includes(id) === true,
  }));
  if (!facts) return { fields, wheel: undefined, state: { ...NOT_STARTED, goals, finish_rate } };
  const { completion, startedAt: started_at, clickId: click_id } = facts;
  // The offer is started but not completed. If an earlier goal was reached, the completion already has its odds.
  if (!completion || completion.awaiting)
    return { fields, wheel: completion?.wheel, state: { ...NOT_STARTED, goals, started_at, click_id, finish_rate } };
  const { spun } = completion;
  const amountPaise = spun?.amountPaise ?? null;
  const state = {
    goals: [],
    completed: true,
    pending: completion.pending,
    held_until: toIsoFromSeconds(completion.heldUntil),
    spinner_used: spun !== undefined,
    reward_type: rewardType(amountPaise === null ? null : toRupees(amountPaise)),
    ...(spun?.code === undefined || amountPaise === null
      ? NO_CODE
      : openBoth(secrets, { code: spun.code, pin: spun.pin, amountPaise })),
    spin_commitment: completion.commitment,
    reversed: completion.reversed,
    owed: spun?.owed === true,
    started_at,
    click_id,
    completed_at: toIsoFromSeconds(completion.at),
    finish_rate,
  };
  return { fields, wheel: completion.wheel, state };
}

const NOT_STARTED = {
  completed: false,
  pending: false,
  held_until: null,
  spinner_used: false,
  reward_type: rewardType(null),
  ...NO_CODE,
  spin_commitment: null,
  reversed: false,
  owed: false,
  started_at: null,
  click_id: null,
  completed_at: null,
} satisfies Partial<UserOffer>;
