import { type Odds, toSpinnerConfig } from '@inaam/contracts/offers/odds';
import type { UserOffer } from '@inaam/contracts/offers/offers';
import { picturePath } from '@inaam/contracts/pictures/pictures';
import { computeWedges } from '@inaam/contracts/spins/wheel';
import type { Kernel } from '../../kernel/kernel.ts';
import { getWheel, type Wheel } from '../spins/wheels.ts';
import { type FinishRate, type FinishRateRow, getFinishRates } from './rates.ts';

/** What is the same of an offer for everybody. */
export type SharedFields = Pick<
  UserOffer,
  | 'offer_id'
  | 'title'
  | 'description'
  | 'category'
  | 'model'
  | 'targeting'
  | 'preview_url'
  | 'picture'
  | 'steps'
  | 'usual_seconds'
  | 'spinner_config'
  | 'wheel'
>;

export interface CatalogueEntry {
  fields: Readonly<SharedFields>;
  active: boolean;
  /** The first and the last day in India on which it can be started; null: no such day. */
  startsOn: string | null;
  endsOn: string | null;
  /** Place in the list: the newest offer has 0. */
  place: number;
}

/** All offers, as they were in one version of their list. */
export interface Catalogue {
  version: number;
  /** Those that can be started, the newest first. */
  active: readonly CatalogueEntry[];
  byId: ReadonlyMap<number, CatalogueEntry>;
  /** How likely who starts one is to finish it; undefined where nothing was measured. */
  finishRate: FinishRate | undefined;
}

interface OfferRow {
  version: number;
  id: number | null;
  title: string;
  description: string;
  category: string;
  model: string;
  targeting: string;
  preview_url: string | null;
  steps: string[];
  picture_id: string | null;
  placeholder: string | null;
  usual_seconds: number | null;
  /** [experience, familiar, starts, finished]. */
  rates: [number, boolean, number, number][] | null;
  odds: Odds;
  active: boolean;
  starts_on: string | null;
  ends_on: string | null;
}

interface Kept {
  current?: Catalogue;
  /** The reading that is under way; there is one at a time, so the last to end is the newest. */
  reading?: Promise<Catalogue> | undefined;
  /** Versions of odds that were asked for, by offer and version. */
  promised: Map<string, Wheel>;
}

const kept = new WeakMap<Kernel, Kept>();

function keptBy(kernel: Kernel): Kept {
  const known = kept.get(kernel);
  if (known) return known;
  const made = { promised: new Map() };
  kept.set(kernel, made);
  return made;
}

/**
 * The offers, kept in the process. Whoever asks has read the version of the list in the statement that reads their own
 * facts, so a change made by any process shows in the next answer after it is committed; nothing has to be told, and no
 * lost connection matters.
 * @param version what `offer_catalogue` says
 * @returns the offers of that version, or of a newer one
 */
export async function getCatalogue(kernel: Kernel, version: number): Promise<Catalogue> {
  const mine = keptBy(kernel);
  if (mine.current?.version === version) return mine.current;
  // This one may have begun before that version was there; the next begins after.
  if (mine.reading) await mine.reading.catch(() => {});
  if (mine.current?.version === version) return mine.current;
  mine.reading ??= readInto(kernel, mine);
  return mine.reading;
}

/** The version that this process read last; another process may have made a newer one. */
export const getCachedVersion = (kernel: Kernel): number | undefined => keptBy(kernel).current?.version;

/** Versions of odds that a process keeps: beyond them it begins anew. */
const MAX_CACHED_WHEELS = 20_000;

/**
 * The wheels of odds as they were promised. A version of odds is a fact: what was read of it once stays true.
 * @param offers with the version of each beside it
 * @returns theirs, in the same order
 */
export async function getPublishedWheels(
  kernel: Kernel,
  offers: readonly number[],
  versions: readonly number[],
): Promise<Wheel[]> {
  const { promised } = keptBy(kernel);
  const keyed = offers.map((offer, i) => `${offer} ${versions[i]}`);
  const known = keyed.every((key) => promised.has(key))
    ? promised
    : await readPublishedWheels(kernel, promised, offers, versions);
  return keyed.map((key) => {
    const wheel = known.get(key);
    if (!wheel) throw new Error(`there is no version of odds as promised: ${key}`);
    return wheel;
  });
}

async function readPublishedWheels(
  kernel: Kernel,
  promised: Map<string, Wheel>,
  offers: readonly number[],
  versions: readonly number[],
): Promise<ReadonlyMap<string, Wheel>> {
  const rows = await kernel.read(
    (_, sql) => sql<{ offer_id: number; version: number; odds: Odds }[]>`
      select o.offer_id, o.version, o.odds
      from unnest(${offers as number[]}::bigint[], ${versions as number[]}::int[]) g (offer_id, version)
      join offer_odds o on o.offer_id = g.offer_id and o.version = g.version`,
  );
  if (promised.size + rows.length > MAX_CACHED_WHEELS) promised.clear();
  const read = new Map(rows.map(({ offer_id, version, odds }) => [`${offer_id} ${version}`, getWheel(odds)]));
  for (const [key, wheel] of read) promised.set(key, wheel);
  return read;
}

async function readInto(kernel: Kernel, mine: Kept): Promise<Catalogue> {
  try {
    mine.current = await readCatalogue(kernel);
    return mine.current;
  } finally {
    mine.reading = undefined;
  }
}

async function readCatalogue(kernel: Kernel): Promise<Catalogue> {
  const rows = await kernel.read(
    (_, sql) => sql<OfferRow[]>`
      select c.version, o.id, o.title, o.description, o.category, o.model, o.targeting, o.preview_url, o.steps,
        p.id as picture_id, p.placeholder, t.usual_seconds, v.odds, o.active, o.starts_on::text, o.ends_on::text,
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
    const { id, odds, active, starts_on: startsOn, ends_on: endsOn, version: _, rates, ...rest } = row;
    if (id === null) continue;
    const { picture_id, placeholder, ...told } = rest;
    const picture = picture_id === null || placeholder === null ? null : { url: picturePath(picture_id), placeholder };
    const fields = {
      offer_id: id,
      ...told,
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
    byId.set(id, { fields, active, startsOn, endsOn, place: byId.size });
  }
  const [first] = rows;
  if (!first) throw new Error('offer_catalogue has lost its row');
  return {
    version: first.version,
    active: [...byId.values()].filter(({ active }) => active),
    byId,
    finishRate: getFinishRates(counts),
  };
}
