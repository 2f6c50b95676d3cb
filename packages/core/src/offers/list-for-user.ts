import { toRupees } from '@inaam/contracts/common/money';
import { istDay } from '@inaam/contracts/common/time';
import type { UserOffer, UserOfferList } from '@inaam/contracts/offers/offers';
import { rewardType } from '@inaam/contracts/spins/reward-type';
import type { MoveSql, SqlPart } from '@inaam/db/client';
import { type SessionColumns, type SessionReading, sessionRow } from '../identity/find-session.ts';
import { writtenBy } from '../kernel/answer-text.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { oneRow } from '../kernel/rows.ts';
import type { SecretBox } from '../kernel/secret-box.ts';
import type { Services } from '../services.ts';
import type { Wheel } from '../spins/wheels.ts';
import { openCode } from '../vouchers/codes.ts';
import { type CatalogueEntry, catalogueAt, promisedWheels, type SharedFields } from './catalogue.ts';
import { experienceOf } from './rates.ts';

/**
 * What a user has to do with offers, in one row, since each row costs its reader and its writer more than what it
 * holds: of each kind of fact its columns, beside each other. Times are seconds since 1970, by the database's clock.
 */
interface FactsRow {
  /** Of the list of offers, in the same snapshot. */
  version: number;
  now: number;
  completions: Columns<{
    id: number;
    offer: number;
    odds: number;
    at: number;
    approved: number | null;
    held: number | null;
    awaits: boolean;
  }>;
  /** What followed them: few have any. */
  events: EventFacts[] | null;
  /** With a roll. */
  spins: Columns<{ completion: number; amount: number | null }>;
  /** Commitments of those that wait, in hex, by their completions. */
  waiting: Record<string, string> | null;
  owed: number[] | null;
  vouchers: Columns<{ completion: number; code: string }>;
  /** The newest of each offer. */
  clicks: Columns<{ offer: number; at: number; id: string }>;
}

interface EventFacts {
  completion: number;
  kind: 'approved' | 'adopted' | 'reversed';
  held: number | null;
}

/** The values of each field, in one order; null where there is no row. */
type Columns<Row> = { [Field in keyof Row]: Row[Field][] | null };

/** What a user has to do with one offer: started it, completed it, or both. */
interface OfferFacts {
  completion: CompletionFacts | undefined;
  startedAt: string | null;
  clickId: string | null;
}

interface CompletionFacts {
  at: number;
  reversed: boolean;
  pending: boolean;
  heldUntil: number | null;
  /** Goals were reached, and the one that completes the offer was not yet. */
  awaiting: boolean;
  /** The odds that were promised. */
  wheel: Wheel;
  /** While it waits for its spin. */
  commitment: string | null;
  spun: { amountPaise: number | null; owed: boolean; code: string | undefined } | undefined;
}

/**
 * One statement, whose cost grows with what this user did and with nobody else's rows: each table is entered by an
 * index on the user, or once by one on the completions, all of them together.
 * @param person a query that gives one row or none, with "personId"; its columns come along
 */
const factsOf = <Person extends object>(sql: MoveSql, person: SqlPart<never>) => sql<(Person & FactsRow)[]>`
  with p as materialized (${person}),
  c as materialized (
    select id, offer_id, odds_version, completed_at, approved_at, held_until, awaited_goal, commitment
    from completions where user_id = (select "personId" from p)
  ),
  mine as materialized (select array_agg(id) as ids from c),
  s as materialized (
    select completion_id, amount_paise from spins
    where completion_id = any((select ids from mine)::bigint[]) and roll is not null
  )
  select p.*, o.version, date_part('epoch', now()) as now,
    (select json_build_object('id', array_agg(id), 'offer', array_agg(offer_id), 'odds', array_agg(odds_version),
      'at', array_agg(date_part('epoch', completed_at)), 'approved', array_agg(date_part('epoch', approved_at)),
      'held', array_agg(date_part('epoch', held_until)), 'awaits', array_agg(awaited_goal is not null))
      from c) as completions,
    (select json_agg(json_build_object('completion', completion_id, 'kind', kind,
      'held', date_part('epoch', held_until)))
      from completion_events where completion_id = any((select ids from mine)::bigint[])) as events,
    (select json_build_object('completion', array_agg(completion_id), 'amount', array_agg(amount_paise))
      from s) as spins,
    (select json_object_agg(id, encode(commitment, 'hex')) from c
      where id <> all(array(select completion_id from s))) as waiting,
    (select json_agg(completion_id) from owed_wins
      where completion_id = any((select ids from mine)::bigint[])) as owed,
    (select json_build_object('completion', array_agg(a.completion_id), 'code', array_agg(v.code))
      from (
        select completion_id, voucher_id from voucher_awards
        where completion_id = any((select ids from mine)::bigint[])
      ) a
      join vouchers v on v.id = a.voucher_id and v.withdrawn_at is null) as vouchers,
    (select json_build_object('offer', array_agg(offer_id), 'at', array_agg(date_part('epoch', created_at)),
      'id', array_agg(click_id))
      from (
        select distinct on (offer_id) offer_id, created_at, click_id from clicks
        where user_id = (select "personId" from p) order by offer_id desc, created_at desc
      ) k) as clicks
  from p cross join offer_catalogue o`;

/** The same, in one statement with the session. */
export const factsReading: SessionReading<FactsRow> = (sql, sessionId, ip) =>
  factsOf<SessionColumns>(sql, sessionRow(sql, sessionId, ip));

/**
 * The offers a user can start today, and those that the user has completed, others included: a spin that was
 * earned stays. A completed offer shows the odds that were promised at its completion.
 * @param read what was read with the session, see {@link factsReading}
 */
export async function listOffersForUser(
  { kernel, secrets }: Pick<Services, 'kernel' | 'secrets'>,
  userId: number,
  read?: readonly FactsRow[],
): Promise<UserOfferList> {
  const row = oneRow(
    read ?? (await kernel.read((_, sql) => factsOf(sql, sql`select ${userId}::bigint as "personId"`))),
  );
  const { active, byId, finishRate } = await catalogueAt(kernel, row.version);
  const facts = factsByOffer(row, await wheelsOf(kernel, row.completions));
  const today = istDay(new Date());
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
  const experience = experienceOf(finished.length);
  const known = new Set(finished);
  const told = shown.map(({ fields }) =>
    offerFor(
      secrets,
      fields,
      finishRate === undefined
        ? null
        : Math.round(100 * finishRate(fields.offer_id, { experience, familiar: known.has(fields.category) })) / 100,
      facts.get(fields.offer_id),
    ),
  );
  const offers = told.map(
    ({ fields, wheel, state }): UserOffer => ({
      ...fields,
      ...(wheel && { spinner_config: wheel.config, wheel: wheel.wedges }),
      ...state,
    }),
  );
  return writtenBy({ offers }, () => `{"offers":[${told.map(offerText).join(',')}]}`);
}

/** What is shown of an offer: what everybody sees, the odds that were promised where there are any, and the rest. */
interface Told {
  fields: Readonly<SharedFields>;
  wheel: Wheel | undefined;
  state: Omit<UserOffer, keyof SharedFields>;
}

/** What is the same in many answers, as text: most of an answer is. */
const texts = new WeakMap<object, string>();

function keptText(of: object, write: () => string): string {
  const known = texts.get(of);
  if (known !== undefined) return known;
  const text = write();
  texts.set(of, text);
  return text;
}

/** The fields of an object within braces of another. */
const within = (fields: object): string => JSON.stringify(fields).slice(1, -1);

/** As `JSON.stringify` writes the offer: the odds stand last of what everybody sees. */
function offerText({ fields, wheel, state }: Told): string {
  const first = keptText(fields, () => {
    const { spinner_config: _, wheel: __, ...others } = fields;
    return within(others);
  });
  const odds = wheel
    ? keptText(wheel, () => within({ spinner_config: wheel.config, wheel: wheel.wedges }))
    : keptText(fields.wheel, () => within({ spinner_config: fields.spinner_config, wheel: fields.wheel }));
  return `{${first},${odds},${within(state)}}`;
}

/** The odds that each completion was promised, in their order. */
function wheelsOf(kernel: Kernel, { offer, odds }: FactsRow['completions']): Promise<readonly Wheel[]> | Wheel[] {
  return offer === null || odds === null ? [] : promisedWheels(kernel, offer, odds);
}

/** Puts the columns together, by offers. @param wheels of the completions, in their order */
function factsByOffer(row: FactsRow, wheels: readonly Wheel[]): Map<number, OfferFacts> {
  const facts = new Map<number, OfferFacts>();
  const { clicks, completions, spins, vouchers } = row;
  for (const [i, offer] of (clicks.offer ?? []).entries())
    facts.set(offer, {
      completion: undefined,
      startedAt: isoOf(clicks.at?.[i] ?? null),
      clickId: clicks.id?.[i] ?? null,
    });
  const spun = new Map<number, NonNullable<CompletionFacts['spun']>>();
  for (const [i, completion] of (spins.completion ?? []).entries())
    spun.set(completion, { amountPaise: spins.amount?.[i] ?? null, owed: false, code: undefined });
  for (const [i, completion] of (vouchers.completion ?? []).entries()) {
    const won = spun.get(completion);
    if (won) won.code = vouchers.code?.[i];
  }
  for (const completion of row.owed ?? []) {
    const won = spun.get(completion);
    if (won) won.owed = true;
  }
  const events = new Map((row.events ?? []).map((event) => [`${event.kind} ${event.completion}`, event]));
  for (const [i, id] of (completions.id ?? []).entries()) {
    const offer = completions.offer?.[i];
    const wheel = wheels[i];
    if (offer === undefined || wheel === undefined) continue;
    const of = (kind: EventFacts['kind']) => events.get(`${kind} ${id}`);
    const approved = completions.approved?.[i] ?? null;
    const confirmed = approved === null ? of('approved') : { held: completions.held?.[i] ?? null };
    const reversed = of('reversed') !== undefined;
    const isHeld = !reversed && confirmed !== undefined && confirmed.held !== null && confirmed.held > row.now;
    const completion: CompletionFacts = {
      at: completions.at?.[i] ?? 0,
      reversed,
      pending: !reversed && (confirmed === undefined || isHeld),
      heldUntil: isHeld ? confirmed.held : null,
      awaiting: completions.awaits?.[i] === true && of('adopted') === undefined,
      wheel,
      commitment: row.waiting?.[id] ?? null,
      spun: spun.get(id),
    };
    const started = facts.get(offer);
    if (started) started.completion = completion;
    else facts.set(offer, { completion, startedAt: null, clickId: null });
  }
  return facts;
}

/** Seconds since 1970, exact to the microsecond, as ISO 8601 in UTC: what is less than a millisecond is left out. */
const isoOf = (seconds: number | null): string | null =>
  seconds === null ? null : new Date(Math.floor(Math.round(seconds * 1e6) / 1e3)).toISOString();

function offerFor(
  secrets: SecretBox,
  fields: Readonly<SharedFields>,
  finish_rate: number | null,
  facts: OfferFacts | undefined,
): Told {
  if (!facts) return { fields, wheel: undefined, state: { ...UNTOUCHED, finish_rate } };
  const { completion, startedAt: started_at, clickId: click_id } = facts;
  // Started, and on its way: the odds are those that it will be drawn by.
  if (!completion || completion.awaiting)
    return { fields, wheel: completion?.wheel, state: { ...UNTOUCHED, started_at, click_id, finish_rate } };
  const { spun } = completion;
  const amountPaise = spun?.amountPaise ?? null;
  const state = {
    completed: true,
    pending: completion.pending,
    held_until: isoOf(completion.heldUntil),
    spinner_used: spun !== undefined,
    reward_type: rewardType(amountPaise === null ? null : toRupees(amountPaise)),
    voucher_code: spun?.code === undefined || amountPaise === null ? null : openCode(secrets, spun.code, amountPaise),
    spin_commitment: completion.commitment,
    reversed: completion.reversed,
    owed: spun?.owed === true,
    started_at,
    click_id,
    completed_at: isoOf(completion.at),
    finish_rate,
  };
  return { fields, wheel: completion.wheel, state };
}

const UNTOUCHED = {
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
