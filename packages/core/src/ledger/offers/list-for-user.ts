import { toRupees } from '@inaam/contracts/common/money';
import { istDay } from '@inaam/contracts/common/time';
import type { UserOffer, UserOfferList } from '@inaam/contracts/offers/offers';
import { rewardType } from '@inaam/contracts/spins/reward-type';
import { rowsOf, type SessionRows, type SessionStatement } from '../../kernel/caller.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { bytesOf, setPrebuiltJson } from '../../kernel/prebuilt-json.ts';
import { oneRow } from '../../kernel/rows.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import type { CachedLine } from '../list-cache/store.ts';
import type { Wheel } from '../spins/wheels.ts';
import { openCode } from '../vouchers/codes.ts';
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

/** The session, and what a list has to be made of or is compared with. */
export const offersStatement: SessionStatement<CacheKeyRow & Partial<FactsRow>> = {
  readingOf: (_, { kernel, personId }) =>
    personId !== undefined && hasCandidateList(kernel, personId) ? cacheKeyWithCaller : factsWithCaller,
};

/**
 * The offers a user can start today, and those that the user has completed, others included: a spin that was
 * earned stays. A completed offer shows the odds that were promised at its completion.
 */
export async function listOffersForUser(
  context: { kernel: Kernel; secrets: SecretBox; sessionRows?: SessionRows | undefined },
  userId: number,
): Promise<UserOfferList> {
  const { kernel, secrets } = context;
  const found = oneRow<CacheKeyRow & Partial<FactsRow>>(
    rowsOf(offersStatement, context) ??
      (await (hasCandidateList(kernel, userId) ? cacheKeyQuery(kernel, userId) : factsQuery(kernel, userId))),
  );
  const today = istDay(new Date());
  const known = getCachedList(kernel, userId, found, today);
  if (known) return answerOf(known);
  const row = isWhole(found) ? found : oneRow(await factsQuery(kernel, userId));
  const catalogue = await getCatalogue(kernel, row.version);
  const facts = await groupFactsByOffer(kernel, row);
  const told = toEntries(secrets, catalogue, facts, today);
  const lines = told.map(
    (offer): CachedLine => ({ shared: sharedJson(offer), own: bytesOf(`${within(offer.state)}}`) }),
  );
  // A newer list than the one that was asked for may have been read.
  const { version, mark } = row;
  if (catalogue.version === version)
    cacheList(kernel, userId, { version, mark, today, until: getNextStateChange(facts), lines });
  const offers = told.map(
    ({ fields, wheel, state }): UserOffer => ({
      ...fields,
      ...(wheel && { spinner_config: wheel.config, wheel: wheel.wedges }),
      ...state,
    }),
  );
  return setPrebuiltJson({ offers }, () => fieldsOf(lines));
}

const isWhole = (row: CacheKeyRow & Partial<FactsRow>): row is FactsRow => row.facts !== undefined;

/** A list whose JSON is there already: whoever wants more than that reads it. */
const answerOf = (lines: readonly CachedLine[]): UserOfferList =>
  setPrebuiltJson(
    {
      get offers(): UserOffer[] {
        return (JSON.parse(`{${Buffer.concat(fieldsOf(lines)).toString()}}`) as UserOfferList).offers;
      },
    },
    () => fieldsOf(lines),
  );

const [BEGIN, COMMA, END] = ['"offers":[', ',', ']'].map(bytesOf) as [Buffer, Buffer, Buffer];

/** The fields of the answer, in parts. */
function fieldsOf(lines: readonly CachedLine[]): Uint8Array[] {
  const parts: Uint8Array[] = [BEGIN];
  for (const [i, { shared, own }] of lines.entries()) {
    if (i > 0) parts.push(COMMA);
    parts.push(...shared, own);
  }
  parts.push(END);
  return parts;
}

/** Seconds since 1970 at which the status of a spin changes by itself: the list is made anew then. */
function getNextStateChange(facts: ReadonlyMap<number, OfferFacts>): number {
  let first = Number.POSITIVE_INFINITY;
  for (const { completion } of facts.values()) first = Math.min(first, completion?.changesAt ?? first);
  return first;
}

/** What is shown, in the order of the list. @param today the day in India */
function toEntries(
  secrets: SecretBox,
  { active, byId, finishRate }: Catalogue,
  facts: ReadonlyMap<number, OfferFacts>,
  today: string,
): OfferEntry[] {
  const isOpen = ({ startsOn, endsOn }: CatalogueEntry): boolean =>
    (startsOn === null || startsOn <= today) && (endsOn === null || today <= endsOn);
  const earned: CatalogueEntry[] = [];
  /** Categories of what was completed, one for each. */
  const finished: string[] = [];
  for (const [offerId, { completion }] of facts) {
    const entry = byId.get(offerId);
    if (!entry || !completion || completion.awaiting) continue;
    finished.push(entry.fields.category);
    if (!(entry.active && isOpen(entry))) earned.push(entry);
  }
  const open = active.filter(isOpen);
  const shown = earned.length === 0 ? open : [...open, ...earned].sort((a, b) => a.place - b.place);
  const experience = getExperience(finished.length);
  const known = new Set(finished);
  return shown.map(({ fields }) =>
    offerFor(
      secrets,
      fields,
      finishRate === undefined
        ? null
        : Math.round(100 * finishRate(fields.offer_id, { experience, familiar: known.has(fields.category) })) / 100,
      facts.get(fields.offer_id),
    ),
  );
}

/** What is shown of an offer: what everybody sees, the odds that were promised where there are any, and the rest. */
interface OfferEntry {
  fields: Readonly<SharedFields>;
  wheel: Wheel | undefined;
  state: Omit<UserOffer, keyof SharedFields>;
}

/** What is the same in many answers: most of an answer is. */
const kept = new WeakMap<object, Buffer>();

function keptJson(of: object, write: () => string): Buffer {
  const known = kept.get(of);
  if (known !== undefined) return known;
  const json = bytesOf(write());
  kept.set(of, json);
  return json;
}

/** The fields of an object within braces of another. */
const within = (fields: object): string => JSON.stringify(fields).slice(1, -1);

/** The fields that many people see alike, as `JSON.stringify` writes them: the odds stand last. */
function sharedJson({ fields, wheel }: OfferEntry): Buffer[] {
  const first = keptJson(fields, () => {
    const { spinner_config: _, wheel: __, ...others } = fields;
    return `{${within(others)},`;
  });
  const odds = wheel
    ? keptJson(wheel, () => `${within({ spinner_config: wheel.config, wheel: wheel.wedges })},`)
    : keptJson(fields.wheel, () => `${within({ spinner_config: fields.spinner_config, wheel: fields.wheel })},`);
  return [first, odds];
}

function offerFor(
  secrets: SecretBox,
  fields: Readonly<SharedFields>,
  finish_rate: number | null,
  facts: OfferFacts | undefined,
): OfferEntry {
  if (!facts) return { fields, wheel: undefined, state: { ...NOT_STARTED, finish_rate } };
  const { completion, startedAt: started_at, clickId: click_id } = facts;
  // Started, and on its way: the odds are those that it will be drawn by.
  if (!completion || completion.awaiting)
    return { fields, wheel: completion?.wheel, state: { ...NOT_STARTED, started_at, click_id, finish_rate } };
  const { spun } = completion;
  const amountPaise = spun?.amountPaise ?? null;
  const state = {
    completed: true,
    pending: completion.pending,
    held_until: toIsoFromSeconds(completion.heldUntil),
    spinner_used: spun !== undefined,
    reward_type: rewardType(amountPaise === null ? null : toRupees(amountPaise)),
    voucher_code: spun?.code === undefined || amountPaise === null ? null : openCode(secrets, spun.code, amountPaise),
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
  voucher_code: null,
  spin_commitment: null,
  reversed: false,
  owed: false,
  started_at: null,
  click_id: null,
  completed_at: null,
} satisfies Partial<UserOffer>;
