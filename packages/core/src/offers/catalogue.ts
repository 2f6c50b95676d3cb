import { type Odds, toSpinnerConfig } from '@inaam/contracts/offers/odds';
import type { UserOffer } from '@inaam/contracts/offers/offers';
import { wedges } from '@inaam/contracts/spins/wheel';
import type { Kernel } from '../kernel/kernel.ts';

/** What is the same of an offer for everybody. */
export type SharedFields = Pick<
  UserOffer,
  'offer_id' | 'title' | 'description' | 'category' | 'model' | 'targeting' | 'preview_url' | 'spinner_config' | 'wheel'
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
  odds: Odds;
  active: boolean;
  starts_on: string | null;
  ends_on: string | null;
}

interface Kept {
  current?: Catalogue;
  /** The reading that is under way; there is one at a time, so the last to end is the newest. */
  reading?: Promise<Catalogue> | undefined;
}

const kept = new WeakMap<Kernel, Kept>();

/**
 * The offers, kept in the process. Whoever asks has read the version of the list in the statement that reads their own
 * facts, so a change made by any process shows in the next answer after it is committed; nothing has to be told, and no
 * lost connection matters.
 * @param version what `offer_catalogue` says
 * @returns the offers of that version, or of a newer one
 */
export async function catalogueAt(kernel: Kernel, version: number): Promise<Catalogue> {
  let mine = kept.get(kernel);
  if (!mine) kept.set(kernel, (mine = {}));
  if (mine.current?.version === version) return mine.current;
  // This one may have begun before that version was there; the next begins after.
  if (mine.reading) await mine.reading.catch(() => {});
  if (mine.current?.version === version) return mine.current;
  mine.reading ??= readInto(kernel, mine);
  return mine.reading;
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
      select c.version, o.id, o.title, o.description, o.category, o.model, o.targeting, o.preview_url, v.odds, o.active,
        o.starts_on::text, o.ends_on::text
      from offer_catalogue c
      left join (offers o join offer_odds v on v.offer_id = o.id and v.version = o.odds_version) on true
      order by o.created_at desc, o.id desc`,
  );
  const byId = new Map<number, CatalogueEntry>();
  for (const { id, odds, active, starts_on: startsOn, ends_on: endsOn, version: _, ...told } of rows) {
    if (id === null) continue;
    const fields = { offer_id: id, ...told, spinner_config: toSpinnerConfig(odds), wheel: wedges(odds) };
    byId.set(id, { fields, active, startsOn, endsOn, place: byId.size });
  }
  const [first] = rows;
  if (!first) throw new Error('offer_catalogue has lost its row');
  return { version: first.version, active: [...byId.values()].filter(({ active }) => active), byId };
}
