import { OVER_CAP, type OverCap, type Totals } from '@inaam/contracts/common/lists';
import type { FraudListInput } from '@inaam/contracts/fraud/fraud';
import type { Db } from '@inaam/db/client';
import { devices, ipAddresses } from '@inaam/db/schema/fraud';
import { users } from '@inaam/db/schema/identity';
import { and, isNull, type SQL, sql } from 'drizzle-orm';
import { oneRow } from '../../kernel/rows.ts';
import { countRows } from '../../kernel/totals.ts';
import { isShareCountIn, type UserFilters, userFiltersOf } from './filters.ts';

/** Users by how many registrations share their address or device, whichever are more. */

type Input = Pick<FraudListInput, 'user_filter' | 'date_filter' | 'search' | 'sortOrder' | 'page' | 'limit'> &
  Pick<UserFilters, 'fromMany'>;

const isNotFlagged = isNull(users.suspendedAt);

// Of addresses and devices only those that are shared: the rest have one registration, which is the user's own.
const sharedIps = sql`(select address, registration_count as count from ${ipAddresses}
  where registration_count > 1) shared_ips on shared_ips.address = ${users.registrationIp}`;
const sharedDevices = sql`(select fingerprint, registration_count as count from ${devices}
  where registration_count > 1) shared_devices on shared_devices.fingerprint = ${users.registrationDevice}`;
const counted = sql`greatest(coalesce(shared_ips.count, (${users.registrationIp} is not null)::int),
  coalesce(shared_devices.count, (${users.registrationDevice} is not null)::int))`;

/**
 * Who shares an address or a device, as `sharing (id, count)`; who shares both is in it twice.
 * @param most enough of each kind to hold the first `most` by how many share, with all that share with as many as the
 *   last; null: all
 */
function sharing(where: SQL | undefined, most: number | null): SQL {
  const further = where ? sql`and ${where}` : sql``;
  const end = most === null ? sql`` : sql`order by s.registration_count desc fetch first (${most}::int) rows with ties`;
  return sql`(
    (select ${users.id}, s.registration_count as count from ${ipAddresses} s
      join ${users} on ${users.registrationIp} = s.address where s.registration_count > 1 ${further} ${end})
    union all
    (select ${users.id}, s.registration_count from ${devices} s
      join ${users} on ${users.registrationDevice} = s.fingerprint where s.registration_count > 1 ${further} ${end})
    ) sharing`;
}

/**
 * How many that are not flagged share an address or a device. Where those of addresses are more than are counted even
 * if all who are flagged were among them, the index of addresses alone is read.
 * @param many more of them, flagged or not, are more than are counted
 */
export async function countUsersSharing(db: Db, totals: Totals, many: number): Promise<number | OverCap> {
  if (totals === 'capped') {
    const ofAddresses = sql`
      from ${ipAddresses} s join ${users} on ${users.registrationIp} = s.address
      where s.registration_count > 1`;
    const rows = await db.execute<{ total: string }>(sql`
      select count(*) as total from (
        select ${ofAddresses} order by s.registration_count desc limit ${many + 1}::int) counted`);
    if (Number(oneRow(rows).total) > many) return OVER_CAP;
  }
  return countRows(db, sql`from (select distinct id from ${sharing(isNotFlagged, null)}) accounts`, totals);
}

/** A part of the list, without its page: who shares, who is alone, who has neither address nor device. */
interface Part {
  ids: SQL;
  order: SQL;
}

function partsOf({ user_filter, sortOrder, page, limit }: Input): Part[] {
  const way = sql.raw(sortOrder);
  const rows = page * limit;
  const filter = user_filter === 'all' ? undefined : isNotFlagged;
  const neither = and(isNull(users.registrationIp), isNull(users.registrationDevice));
  const alone = (where: SQL | undefined): Part => ({
    ids: sql`select ${users.id} as id from ${users} where ${and(where, filter)}`,
    order: sql`id ${way}`,
  });
  const shared: Part = {
    ids: sql`select id from ${sharing(filter, sortOrder === 'desc' ? rows : null)} group by id`,
    order: sql`max(count) ${way}, id ${way}`,
  };
  const parts = [
    ...(user_filter === 'normal' ? [] : [shared]),
    ...(user_filter === 'questionable'
      ? []
      : [alone(sql`not (${neither}) and not ${isShareCountIn(rows)}`), alone(neither)]),
  ];
  return sortOrder === 'desc' ? parts : parts.toReversed();
}

const idsOf = (rows: readonly { id: string }[]): number[] => rows.map(({ id }) => Number(id));

/**
 * Ids of the page. The list is one list after another, and most are in the one that is sorted by ids: neither it nor
 * all who share are sorted for a page. Where few are left by the filters, those are.
 */
export async function listIdsByShareCount(db: Db, input: Input): Promise<number[]> {
  const { user_filter, date_filter, search, sortOrder, page, limit } = input;
  let offset = (page - 1) * limit;
  if (search || date_filter !== 'all' || user_filter === 'suspicious') {
    const way = sql.raw(sortOrder);
    const where = userFiltersOf(input);
    return idsOf(
      await db.execute<{ id: string }>(sql`
        select ${users.id} as id from ${users} left join ${sharedIps} left join ${sharedDevices}
        ${where ? sql`where ${where}` : sql``} order by ${counted} ${way}, ${users.id} ${way}
        limit ${limit}::int offset ${offset}::int`),
    );
  }
  const ids: number[] = [];
  for (const { ids: part, order } of partsOf(input)) {
    const rows = await db.execute<{ id: string }>(sql`
      ${part} order by ${order} limit ${limit - ids.length}::int offset ${offset}::int`);
    ids.push(...idsOf(rows));
    if (ids.length === limit) break;
    // Where some came, the part ended with them.
    const passed = rows.length > 0 || offset === 0 ? offset : await countPart(db, part);
    offset = Math.max(0, offset - passed);
  }
  return ids;
}

async function countPart(db: Db, part: SQL): Promise<number> {
  return Number(oneRow(await db.execute<{ total: string }>(sql`select count(*) as total from (${part}) part`)).total);
}
