import { type Odds, toSpinnerConfig } from '@inaam/contracts/offers/odds';
import type { UserOffer } from '@inaam/contracts/offers/offers';
import { defaultTasks } from '@inaam/contracts/offers/tasks';
import { picturePath } from '@inaam/contracts/pictures/pictures';
import { computeWedges } from '@inaam/contracts/spins/wheel';
import type { StoredGoal } from '@inaam/db/schema/offers';
import type { Kernel } from '../../kernel/kernel.ts';
import { getWheel, type Wheel } from '../spins/wheels.ts';
import { type FinishRate, type FinishRateRow, getFinishRates, MIN_PEOPLE } from './rates.ts';

/** Offer fields that are the same for all users. */
export type SharedFields = Pick<
  UserOffer,
  | 'offer_id'
  | 'title'
  | 'description'
  | 'task'
  | 'title_hi'
  | 'description_hi'
  | 'task_hi'
  | 'category'
  | 'model'
  | 'targeting'
  | 'preview_url'
  | 'picture'
  | 'steps'
  | 'steps_hi'
  | 'is_new'
  | 'usual_seconds'
  | 'milestone'
  | 'spinner_config'
  | 'wheel'
>;

export interface CatalogueEntry {
  fields: Readonly<SharedFields>;
  /** The goals up to the one that gives the spin, in order; empty if there is only one. */
  goals: readonly CatalogueGoal[];
  active: boolean;
  /** First and last day on which the offer can be started, in the Indian time zone; null for no limit. */
  startsOn: string | null;
  endsOn: string | null;
  /** List position; 0 is the newest. */
  place: number;
}

interface CatalogueGoal {
  id: string;
  /** The name as users see it; never empty. */
  name: string;
  /** null: Hindi screens show `name`. */
  name_hi: string | null;
}

/** All offers at one version of the catalogue. */
export interface Catalogue {
  version: number;
  /** Active offers, newest first. */
  active: readonly CatalogueEntry[];
  byId: ReadonlyMap<number, CatalogueEntry>;
  /** undefined if no start of an offer has been counted. */
  finishRate: FinishRate | undefined;
}

interface OfferRow {
  version: number;
  id: number | null;
  title: string;
  description: string;
  task: string | null;
  title_hi: string | null;
  description_hi: string | null;
  task_hi: string | null;
  category: string;
  model: keyof typeof defaultTasks;
  targeting: string;
  preview_url: string | null;
  steps: string[];
  steps_hi: string[];
  goals: StoredGoal[];
  picture_id: string | null;
  placeholder: string | null;
  usual_seconds: number | null;
  /** A tuple [experience, familiar, starts, finished] for each row of `offer_rates`. */
  rates: [number, boolean, number, number][] | null;
  odds: Odds;
  active: boolean;
  milestone: number | null;
  starts_on: string | null;
  ends_on: string | null;
}

interface CatalogueCache {
  current?: Catalogue;
  /** The load in progress. Loads run one at a time, so the last load to finish has the newest data. */
  loading?: Promise<Catalogue> | undefined;
  /** Wheels of published odds, by offer ID and version of the odds. */
  wheels: Map<string, Wheel>;
}

const caches = new WeakMap<Kernel, CatalogueCache>();

function getCache(kernel: Kernel): CatalogueCache {
  const known = caches.get(kernel);
  if (known) return known;
  const created = { wheels: new Map() };
  caches.set(kernel, created);
  return created;
}

/**
 * Returns the offers from the process's cache. A caller has read the current version together with its own data, so a
 * committed change shows in the next answer without notifications between processes.
 * @param version the version that the caller read from `offer_catalogue`
 * @returns the offers at this version or a newer one
 */
export async function getCatalogue(kernel: Kernel, version: number): Promise<Catalogue> {
  const cache = getCache(kernel);
  if (cache.current?.version === version) return cache.current;
  // The load in progress may have started before this version was committed. The next load starts after that.
  if (cache.loading) await cache.loading.catch(() => {});
  if (cache.current?.version === version) return cache.current;
  cache.loading ??= loadCatalogue(kernel, cache);
  return cache.loading;
}

/** Returns the last version that this process loaded. Another process may have created a newer one. */
export const getCachedVersion = (kernel: Kernel): number | undefined => getCache(kernel).current?.version;

/** The cache of wheels is cleared if it would exceed this number. */
const MAX_CACHED_WHEELS = 20_000;

/**
 * Returns the wheels of published odds. Published versions never change, so they are cached without expiry.
 * @param versions the version of the odds for each offer, in the same order
 * @returns the wheels, in the same order
 */
export async function getPublishedWheels(
  kernel: Kernel,
  offers: readonly number[],
  versions: readonly number[],
): Promise<Wheel[]> {
  const { wheels } = getCache(kernel);
  const keyed = offers.map((offer, i) => `${offer} ${versions[i]}`);
  const known = keyed.every((key) => wheels.has(key))
    ? wheels
    : await readPublishedWheels(kernel, wheels, offers, versions);
  return keyed.map((key) => {
    const wheel = known.get(key);
    if (!wheel) throw new Error(`published odds not found: ${key}`);
    return wheel;
  });
}

async function readPublishedWheels(
  kernel: Kernel,
  wheels: Map<string, Wheel>,
  offers: readonly number[],
  versions: readonly number[],
): Promise<ReadonlyMap<string, Wheel>> {
  const rows = await kernel.read(
    (_, sql) => sql<{ offer_id: number; version: number; odds: Odds }[]>`
      select o.offer_id, o.version, o.odds
      from unnest(${offers as number[]}::bigint[], ${versions as number[]}::int[]) g (offer_id, version)
      join offer_odds o on o.offer_id = g.offer_id and o.version = g.version`,
  );
  if (wheels.size + rows.length > MAX_CACHED_WHEELS) wheels.clear();
  const read = new Map(rows.map(({ offer_id, version, odds }) => [`${offer_id} ${version}`, getWheel(odds)]));
  for (const [key, wheel] of read) wheels.set(key, wheel);
  return read;
}

function listGoalsToSpin(
  goals: readonly StoredGoal[] | null,
  { task, task_hi }: Pick<SharedFields, 'task' | 'task_hi'>,
): CatalogueGoal[] {
  if (!goals) return [];
  const toSpin = goals.slice(0, goals.findIndex(({ gives_spin }) => gives_spin) + 1);
  if (toSpin.length < 2) return [];
  return toSpin.map(({ goal_id, name, name_hi }) => ({
    id: goal_id,
    name: name || goal_id || task,
    name_hi: name_hi ?? (name || goal_id ? null : task_hi),
  }));
}

async function loadCatalogue(kernel: Kernel, cache: CatalogueCache): Promise<Catalogue> {
  try {
    cache.current = await readCatalogue(kernel);
    return cache.current;
  } finally {
    cache.loading = undefined;
  }
}

async function readCatalogue(kernel: Kernel): Promise<Catalogue> {
  const rows = await kernel.read(
    (_, sql) => sql<OfferRow[]>`
      select c.version, o.id, o.title, o.description, o.task, o.title_hi, o.description_hi, o.task_hi, o.category,
        o.model, o.targeting, o.preview_url, o.steps, o.steps_hi, o.goals,
        p.id as picture_id, p.placeholder, t.usual_seconds, v.odds, o.active,
        (select h.milestone from list_house_offers() h where h.offer_id = o.id) as milestone,
        o.starts_on::text, o.ends_on::text,
        (select json_agg(json_build_array(experience, familiar, starts, finished)) from offer_rates
          where offer_id = o.id) as rates
      from offer_catalogue c
      left join (offers o join offer_odds v on v.offer_id = o.id and v.version = o.odds_version) on true
      left join picture_fetches s on s.url = o.picture_url
      left join pictures p on p.id = s.picture_id
      left join offer_completion_times t on t.offer_id = o.id
      order by o.created_at desc, o.id desc`,
  );
  const byId = new Map<number, CatalogueEntry>();
  const counts = new Map<number, FinishRateRow[]>();
  for (const row of rows) {
    const { id, odds, active, starts_on: startsOn, ends_on: endsOn, version: _, rates, goals, ...rest } = row;
    if (id === null) continue;
    const { picture_id, placeholder, ...display } = rest;
    const picture = picture_id === null || placeholder === null ? null : { url: picturePath(picture_id), placeholder };
    const fields = {
      offer_id: id,
      ...display,
      task: display.task ?? defaultTasks[display.model],
      is_new: (rates ?? []).reduce((sum, [, , starts]) => sum + starts, 0) < MIN_PEOPLE,
      picture,
      spinner_config: toSpinnerConfig(odds),
      wheel: computeWedges(odds),
    };
    const cells = rates?.map(([experience, familiar, starts, finished]) => ({
      experience,
      familiar,
      starts,
      finished,
    }));
    if (cells) counts.set(id, cells);
    byId.set(id, { fields, goals: listGoalsToSpin(goals, fields), active, startsOn, endsOn, place: byId.size });
  }
  const [first] = rows;
  if (!first) throw new Error('offer_catalogue has no row');
  return {
    version: first.version,
    active: [...byId.values()].filter(({ active }) => active),
    byId,
    finishRate: getFinishRates(counts),
  };
}
