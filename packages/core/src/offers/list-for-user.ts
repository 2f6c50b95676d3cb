import { toRupees } from '@inaam/contracts/common/money';
import { istDay } from '@inaam/contracts/common/time';
import type { Odds } from '@inaam/contracts/offers/odds';
import type { UserOffer, UserOfferList } from '@inaam/contracts/offers/offers';
import { toHex } from '@inaam/contracts/spins/draw';
import { rewardType } from '@inaam/contracts/spins/reward-type';
import type { MoveSql, SqlPart } from '@inaam/db/client';
import { type SessionReading, sessionRow } from '../identity/find-session.ts';
import { oneRow, toIso, toIsoOrNull } from '../kernel/rows.ts';
import type { SecretBox } from '../kernel/secret-box.ts';
import type { Services } from '../services.ts';
import { wheelOf } from '../spins/wheels.ts';
import { openCode } from '../vouchers/codes.ts';
import { type CatalogueEntry, catalogueAt, type SharedFields } from './catalogue.ts';
import { experienceOf } from './rates.ts';

/** What a user has to do with an offer: started it, completed it, or both. */
interface FactsRow {
  offer_id: number;
  completed_at: string | null;
  reversed: boolean;
  pending: boolean;
  held_until: string | null;
  outcome: 'waiting' | 'lost' | 'owed' | 'won' | null;
  /** Goals were reached, and the one that completes the offer was not yet. */
  awaiting: boolean;
  odds: Odds | null;
  commitment: Uint8Array | null;
  amount_paise: number | null;
  voucher_code: string | null;
  started_at: string | null;
  click_id: string | null;
}

/**
 * A user's facts, and in the same snapshot the version of the offers: a row with no `offer_id` where there are none.
 */
type ReadRow = { version: number } & (FactsRow | { offer_id: null });

/**
 * One statement, whose cost grows with what this user did and with nobody else's rows: each table is entered by an
 * index on the user or on the completion. `limit 1` keeps the planner from joining the whole table instead.
 */
const factsOf = (sql: MoveSql, userId: SqlPart<number>) => sql`
      select o.version, f.* from offer_catalogue o left join (
        select coalesce(c.offer_id, k.offer_id) as offer_id, c.completed_at, c.reversed, c.pending, c.held_until,
          c.outcome, c.awaiting, c.odds, c.commitment, c.amount_paise, c.voucher_code, k.created_at as started_at,
          k.click_id
        from (
          select c.offer_id, c.completed_at, e.reversed_at is not null as reversed,
            (e.reversed_at is null and (approved.at is null or approved.held_until > now())) is true as pending,
            case when e.reversed_at is null and approved.held_until > now() then approved.held_until end as held_until,
            case when s.roll is null then 'waiting' when s.amount_paise is null then 'lost'
              when w.completion_id is null then 'won' else 'owed' end as outcome,
            c.awaited_goal is not null and e.adopted_at is null as awaiting,
            o.odds, case when s.roll is null then c.commitment end as commitment, s.amount_paise,
            v.code as voucher_code
          from completions c
          join lateral (
            select odds from offer_odds where offer_id = c.offer_id and version = c.odds_version limit 1
          ) o on true
          left join lateral (
            select max(at) filter (where kind = 'approved') as approved_at,
              max(held_until) filter (where kind = 'approved') as held_until,
              max(at) filter (where kind = 'reversed') as reversed_at,
              max(at) filter (where kind = 'adopted') as adopted_at
            from completion_events where completion_id = c.id
          ) e on true
          cross join lateral (
            select coalesce(c.approved_at, e.approved_at) as at,
              case when c.approved_at is null then e.held_until else c.held_until end as held_until
          ) approved
          left join lateral (select roll, amount_paise from spins where completion_id = c.id limit 1) s on true
          left join lateral (
            select completion_id from owed_wins where completion_id = c.id and s.amount_paise is not null limit 1
          ) w on true
          left join lateral (
            select code from completion_vouchers where completion_id = c.id and s.amount_paise is not null limit 1
          ) v on true
          where c.user_id = ${userId}
        ) c
        full join (
          select distinct on (offer_id) offer_id, created_at, click_id from clicks where user_id = ${userId}
          order by offer_id desc, created_at desc
        ) k on k.offer_id = c.offer_id
      ) f on true`;

/** The same, in one statement with the session. */
export const factsReading: SessionReading<ReadRow> = (sql, sessionId, ip) => sql`
  select p.*, x.* from (${sessionRow(sql, sessionId, ip)}) p
  cross join lateral (${factsOf(sql, sql`p."personId"`)}) x`;

/**
 * The offers a user can start today, and those that the user has completed, others included: a spin that was
 * earned stays. A completed offer shows the odds that were promised at its completion.
 * @param read what was read with the session, see {@link factsReading}
 */
export async function listOffersForUser(
  { kernel, secrets }: Pick<Services, 'kernel' | 'secrets'>,
  userId: number,
  read?: readonly ReadRow[],
): Promise<UserOfferList> {
  const rows = read ?? (await kernel.read((_, sql) => factsOf(sql, userId) as unknown as Promise<ReadRow[]>));
  const { active, byId, finishRate } = await catalogueAt(kernel, oneRow(rows).version);
  const today = istDay(new Date());
  const isOpen = ({ startsOn, endsOn }: CatalogueEntry): boolean =>
    (startsOn === null || startsOn <= today) && (endsOn === null || today <= endsOn);
  const facts = new Map<number, FactsRow>();
  const earned: CatalogueEntry[] = [];
  /** Categories of what was completed, one for each. */
  const finished: string[] = [];
  for (const row of rows) {
    if (row.offer_id === null) continue;
    facts.set(row.offer_id, row);
    const entry = byId.get(row.offer_id);
    if (entry && row.completed_at !== null && !row.awaiting) finished.push(entry.fields.category);
    if (entry && !(entry.active && isOpen(entry)) && row.completed_at !== null && !row.awaiting) earned.push(entry);
  }
  const open = active.filter(isOpen);
  const shown = earned.length === 0 ? open : [...open, ...earned].sort((a, b) => a.place - b.place);
  const experience = experienceOf(finished.length);
  const known = new Set(finished);
  return {
    offers: shown.map(({ fields }) => ({
      ...offerFor(secrets, fields, facts.get(fields.offer_id)),
      finish_rate:
        finishRate === undefined
          ? null
          : Math.round(100 * finishRate(fields.offer_id, { experience, familiar: known.has(fields.category) })) / 100,
    })),
  };
}

/** The odds that were promised, as an offer shows its own. */
function promised(odds: Odds): Pick<UserOffer, 'spinner_config' | 'wheel'> {
  const { config: spinner_config, wedges: wheel } = wheelOf(odds);
  return { spinner_config, wheel };
}

function offerFor(secrets: SecretBox, fields: SharedFields, row: FactsRow | undefined): Omit<UserOffer, 'finish_rate'> {
  if (!row) return { ...fields, ...UNTOUCHED };
  // Started, and on its way: the odds are those that it will be drawn by.
  if (row.awaiting) {
    return {
      ...fields,
      ...UNTOUCHED,
      ...(row.odds !== null && promised(row.odds)),
      started_at: toIsoOrNull(row.started_at),
      click_id: row.click_id,
    };
  }
  return {
    ...fields,
    completed: row.completed_at !== null,
    pending: row.pending ?? false,
    held_until: toIsoOrNull(row.held_until),
    spinner_used: row.outcome !== null && row.outcome !== 'waiting',
    reward_type: rewardType(row.amount_paise === null ? null : toRupees(row.amount_paise)),
    voucher_code:
      row.voucher_code === null || row.amount_paise === null
        ? null
        : openCode(secrets, row.voucher_code, row.amount_paise),
    ...(row.odds !== null && promised(row.odds)),
    spin_commitment: row.commitment === null ? null : toHex(row.commitment),
    reversed: row.reversed ?? false,
    owed: row.outcome === 'owed',
    started_at: toIsoOrNull(row.started_at),
    click_id: row.click_id,
    completed_at: row.completed_at === null ? null : toIso(row.completed_at),
  };
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
