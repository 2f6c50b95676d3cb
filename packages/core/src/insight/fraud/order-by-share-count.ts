import { OVER_CAP, type OverCap, type Totals } from '@inaam/contracts/common/lists';
import type { FraudListInput } from '@inaam/contracts/fraud/fraud';
import type { Db } from '@inaam/db/client';
import { devices, ipAddresses } from '@inaam/db/schema/fraud';
import { users } from '@inaam/db/schema/identity';
import { and, isNull, type SQL, sql } from 'drizzle-orm';
import { oneRow } from '../../kernel/rows.ts';
import { countRows } from '../../kernel/totals.ts';
import { buildShareConditionFor } from './filters.ts';
import { type RegistrationContext, registrations } from './registration-list.ts';

const isNotFlagged = isNull(users.suspendedAt);

/**
 * Selects users who share an address or a device, as `sharing (id, count)`. Users who share both appear twice.
 * @param most reads only the users with the highest counts: this many by address and this many by device, plus all that
 *   tie with the last one; null for all users
 */
function buildSharing(where: SQL | undefined, most: number | null): SQL {
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
 * Counts unflagged users who share an address or a device. For a capped total, first counts all users who share an
 * address, flagged or not. If they are more than `many`, the unflagged users among them must exceed the cap, and
 * nothing else is read.
 * @param many the cap plus the number of flagged users
 */
export async function countUsersSharing(db: Db, totals: Totals, many: number): Promise<number | OverCap> {
  if (totals === 'capped') {
    const onSharedAddresses = sql`
      from ${ipAddresses} s join ${users} on ${users.registrationIp} = s.address
      where s.registration_count > 1`;
    const rows = await db.execute<{ total: string }>(sql`
      select count(*) as total from (
        select ${onSharedAddresses} order by s.registration_count desc limit ${many + 1}::int) counted`);
    if (Number(oneRow(rows).total) > many) return OVER_CAP;
  }
  return countRows(db, sql`from (select distinct id from ${buildSharing(isNotFlagged, null)}) accounts`, totals);
}

/**
 * A part of the list: users who share an address or a device; users who have an address or a device, but share
 * neither; or users who have neither.
 */
interface Part {
  ids: SQL;
  order: SQL;
}

function splitIntoParts({ user_filter, sortOrder, page, limit }: FraudListInput): Part[] {
  const way = sql.raw(sortOrder);
  const rows = page * limit;
  const filter = user_filter === 'all' ? undefined : isNotFlagged;
  const neither = and(isNull(users.registrationIp), isNull(users.registrationDevice));
  const buildUnsharedPart = (where: SQL | undefined): Part => ({
    ids: sql`select ${users.id} as id from ${users} where ${and(where, filter)}`,
    order: sql`id ${way}`,
  });
  const shared: Part = {
    ids: sql`select id from ${buildSharing(filter, sortOrder === 'desc' ? rows : null)} group by id`,
    order: sql`max(count) ${way}, id ${way}`,
  };
  const parts = [
    ...(user_filter === 'normal' ? [] : [shared]),
    ...(user_filter === 'questionable'
      ? []
      : [buildUnsharedPart(sql`not (${neither}) and not ${buildShareConditionFor(rows)}`), buildUnsharedPart(neither)]),
  ];
  return sortOrder === 'desc' ? parts : parts.toReversed();
}

const toIds = (rows: readonly { id: string }[]): number[] => rows.map(({ id }) => Number(id));

/**
 * Lists the IDs of a page. The list is a sequence of parts. Most users are in a part that is sorted by ID, so no page
 * sorts all users. With a search, a date filter or the filter for suspicious users, the list sorts all matching users.
 */
export async function listIdsByShareCount(
  db: Db,
  input: FraudListInput,
  context: RegistrationContext,
): Promise<number[]> {
  const { user_filter, date_filter, search, page, limit } = input;
  let offset = (page - 1) * limit;
  if (search || date_filter !== 'all' || user_filter === 'suspicious')
    return registrations.ids(db, { ...input, sortBy: 'registration_count' }, context, { limit, offset });
  const ids: number[] = [];
  for (const { ids: part, order } of splitIntoParts(input)) {
    const rows = await db.execute<{ id: string }>(sql`
      ${part} order by ${order} limit ${limit - ids.length}::int offset ${offset}::int`);
    ids.push(...toIds(rows));
    if (ids.length === limit) break;
    // If this part gave rows, the offset ended within this part, and the next part is read from its start.
    const passed = rows.length > 0 || offset === 0 ? offset : await countPart(db, part);
    offset = Math.max(0, offset - passed);
  }
  return ids;
}

async function countPart(db: Db, part: SQL): Promise<number> {
  return Number(oneRow(await db.execute<{ total: string }>(sql`select count(*) as total from (${part}) part`)).total);
}
