import { DomainError } from '@inaam/contracts/common/errors';
import { type Pagination, paginate } from '@inaam/contracts/common/lists';
import { toRupees } from '@inaam/contracts/common/money';
import type { Odds } from '@inaam/contracts/offers/odds';
import { toSpinnerConfig } from '@inaam/contracts/offers/odds';
import { toHex } from '@inaam/contracts/spins/draw';
import type { DrawListInput, DrawRow, Fairness, FairnessPath } from '@inaam/contracts/spins/fairness';
import { getMerklePath, treeSteps } from '@inaam/contracts/spins/merkle';
import type { SqlClient } from '@inaam/db/client';
import { publishedDraws } from '@inaam/db/schema/fairness';
import { sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { systemActor } from '../../kernel/actor.ts';
import { writeAuditEntry } from '../../kernel/audit.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { runWithNodeCrypto } from './draw.ts';
import { openSeed } from './seed.ts';

/**
 * Publishes a Merkle root over each finished day's commitments. Afterwards no draw of that day can be added, removed or
 * changed without a different root. `/fairness.json` lists the roots; users see the page `/fairness`.
 */

/**
 * Time after midnight at which a day is published. It is longer than the statement timeout, so by then all completions
 * of the day are committed.
 */
const PUBLISH_DELAY = '10 minutes';
/** Maximum number of days that one run publishes, to limit the work after a long downtime. */
const MAX_DAYS_PER_RUN = 31;

const readLeaves = (query: SqlClient, day: string) =>
  query<{ id: number; commitment: Uint8Array }[]>`
    select id, commitment from completions
    where completed_at >= ${day}::date::timestamp at time zone 'Asia/Kolkata'
      and completed_at < (${day}::date + 1)::timestamp at time zone 'Asia/Kolkata'
    order by id`;

const buildTree = (leaves: readonly { commitment: Uint8Array }[]): Uint8Array[][] =>
  runWithNodeCrypto(treeSteps(leaves.map(({ commitment }) => commitment)));

const getRoot = (levels: readonly Uint8Array[][]): Uint8Array => levels.at(-1)?.[0] ?? new Uint8Array();

/**
 * Publishes finished days, each with a chained and signed audit entry. Idempotent and safe in several processes.
 * @returns the published days, oldest first
 */
export async function publishDraws({ kernel }: { kernel: Kernel }): Promise<string[]> {
  const days = await kernel.runIdempotent(async (query) => {
    await query`insert into published_draws_start (day) values (ist_day(now())) on conflict (id) do nothing`;
    return query<{ day: string }[]>`
      select d::date::text as day from published_draws_start s,
        generate_series(coalesce((select max(day) + 1 from published_draws), s.day)::timestamp,
          ist_day(now() - ${PUBLISH_DELAY}::interval)::timestamp - interval '1 day', interval '1 day') d
      order by d limit ${MAX_DAYS_PER_RUN}`;
  });
  const published: string[] = [];
  for (const { day } of days) {
    const leaves = await kernel.read((_, query) => readLeaves(query, day));
    const root = getRoot(buildTree(leaves));
    await kernel.write(async (tx) => {
      const created = await tx
        .insert(publishedDraws)
        .values({ day, root, count: leaves.length })
        .onConflictDoNothing()
        .returning({ day: publishedDraws.day });
      if (created.length === 0) return;
      published.push(day);
      const after = { root: toHex(root), count: leaves.length };
      await writeAuditEntry(tx, systemActor, { action: 'fairness.publish', subject: day, after });
    });
  }
  return published;
}

/** Lists published days, newest first. */
export async function listPublishedDays(kernel: Kernel): Promise<Fairness> {
  const rows = await kernel.read((db) => db.select().from(publishedDraws).orderBy(sql`${publishedDraws.day} desc`));
  return { days: rows.map(({ day, root, count }) => ({ day, root: toHex(root), count })) };
}

interface Tree {
  ids: number[];
  levels: Uint8Array[][];
}

/** Recently used trees. A published day's tree does not change. */
const trees = new WeakMap<Kernel, LRUCache<string, Tree>>();
const MAX_CACHED_TREES = 4;

/** Returns the kernel's cache of trees. Concurrent calls share one query. Failures are not cached. */
function getTreeCache(kernel: Kernel): LRUCache<string, Tree> {
  const cached = trees.get(kernel);
  if (cached) return cached;
  const cache = new LRUCache<string, Tree>({
    max: MAX_CACHED_TREES,
    async fetchMethod(day) {
      const leaves = await kernel.read((_, query) => readLeaves(query, day));
      return { ids: leaves.map(({ id }) => id), levels: buildTree(leaves) };
    },
  });
  trees.set(kernel, cache);
  return cache;
}

/**
 * Returns the position of the caller's own completion in its day's tree, with the path to the root. `place` is null
 * until the day is published.
 * @throws DomainError OFFER_NOT_COMPLETED
 */
export async function getFairnessPath(kernel: Kernel, userId: number, offerId: number): Promise<FairnessPath> {
  const [row] = await kernel.read(
    (_, query) => query<{ id: number; commitment: Uint8Array; day: string; root: Uint8Array | null; count: number }[]>`
      select c.id, c.commitment, ist_day(c.completed_at)::text as day, f.root, f.count
      from completions c left join published_draws f on f.day = ist_day(c.completed_at)
      where c.user_id = ${userId} and c.offer_id = ${offerId}`,
  );
  if (!row) throw new DomainError('OFFER_NOT_COMPLETED');
  if (row.root === null) return { place: null };
  const { ids, levels } = await getTreeCache(kernel).forceFetch(row.day);
  const { index, path } = getMerklePath(levels, ids.indexOf(row.id));
  const { day, count } = row;
  return {
    place: { day, root: toHex(row.root), count, commitment: toHex(row.commitment), index, path: [...path] },
  };
}

interface DrawColumns {
  id: number;
  commitment: Uint8Array;
  client_seed_hash: Uint8Array | null;
  seed: Uint8Array;
  odds: Odds;
  roll: number | null;
  client_seed: string | null;
  client_seed_status: DrawRow['share'];
  amount_paise: number | null;
}

/** Lists a day's draws for external verification. Seeds of unspun completions are not included. */
export async function listDraws(
  { kernel, secrets }: { kernel: Kernel; secrets: SecretBox },
  { day, page, limit }: DrawListInput,
): Promise<{ draws: DrawRow[]; pagination: Pagination }> {
  const [from, to] = [
    sql`${day}::date::timestamp at time zone 'Asia/Kolkata'`,
    sql`(${day}::date + 1)::timestamp at time zone 'Asia/Kolkata'`,
  ];
  const { rows, total } = await kernel.read(async (db) => ({
    rows: await db.execute<DrawColumns & Record<string, unknown>>(sql`
      select c.id, c.commitment, c.client_seed_hash, c.seed, v.odds, s.roll, s.client_seed, s.client_seed_status,
        s.amount_paise
      from completions c join offer_odds v on v.offer_id = c.offer_id and v.version = c.odds_version
      left join spins s on s.completion_id = c.id and s.roll is not null
      where c.completed_at >= ${from} and c.completed_at < ${to}
      order by c.id limit ${limit} offset ${(page - 1) * limit}`),
    total:
      (
        await db.execute<{ draws: number }>(sql`
        select count(*)::int as draws from completions c where c.completed_at >= ${from} and c.completed_at < ${to}`)
      )[0]?.draws ?? 0,
  }));
  return {
    draws: rows.map((row) => ({
      completion_id: row.id,
      commitment: toHex(row.commitment),
      client_seed_hash: row.client_seed_hash && toHex(row.client_seed_hash),
      server_seed: row.roll === null ? null : toHex(openSeed(secrets, row.seed, row.commitment)),
      client_seed: row.client_seed,
      share: row.client_seed_status,
      roll: row.roll,
      spinner_config: toSpinnerConfig(row.odds),
      amount: row.amount_paise === null ? null : toRupees(row.amount_paise),
    })),
    pagination: paginate(page, limit, total),
  };
}
