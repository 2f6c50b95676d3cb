import { MAX_COUNTED, OVER_CAP, type OverCap, paginate } from '@inaam/contracts/common/lists';
import type { FraudData, FraudListInput } from '@inaam/contracts/fraud/fraud';
import type { Db } from '@inaam/db/client';
import { devices, ipAddresses } from '@inaam/db/schema/fraud';
import { users } from '@inaam/db/schema/identity';
import { userSearch } from '@inaam/db/schema/user-search';
import { asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Kernel } from '../../kernel/kernel.ts';
import { oneRow } from '../../kernel/rows.ts';
import { countRows, countTableRows, withCap } from '../../kernel/totals.ts';
import { type Figures, getFraudFigures, type Source } from './figures.ts';
import {
  isAddressSearch,
  isShareCountIn,
  searchSourcesByUser,
  searchUsers,
  type UserFilters,
  userFiltersOf,
} from './filters.ts';
import { countUsersSharing, listIdsByShareCount } from './order-by-share-count.ts';
import { listSources } from './sources.ts';

/**
 * Registrations, addresses and devices that share `page` and `limit`, each with a total of its own. The figures of the
 * cards are over everything, whatever the filters.
 * @param many of a text that finds more people, addresses and devices are looked through in their order; and people of
 *   whom it is known that they are more are not counted for a screen
 */
export async function listFraud(kernel: Kernel, input: FraudListInput, many = MAX_COUNTED): Promise<FraudData> {
  const { page, limit } = input;
  return kernel.read(async (db) => {
    const finds = (source: Source) => findsMany(db, source, input.search ?? '', many);
    const counting = getFraudFigures(db);
    const fromAddresses = countFromAddresses(db, input.search);
    const known = { figures: counting, fromAddresses, many };
    const [addresses, people, fingerprints, figures] = await Promise.all([
      listSources(db, ipAddresses, input, counting, finds),
      pageOfUsers(db, input, known),
      // Who was registered from addresses that the text finds leads to devices.
      listSources(db, devices, input, counting, async (source) => (await fromAddresses) > many || finds(source)),
      counting,
    ]);
    const ofUsers = paginate(page, limit, people.total);
    const ofIps = paginate(page, limit, addresses.total);
    const ofDevices = paginate(page, limit, fingerprints.total);
    return {
      recentRegistrations: people.rows,
      suspiciousIPs: addresses.rows.map(({ key, ...row }) => ({ ip_address: key, ...row })),
      suspiciousDevices: fingerprints.rows.map(({ key, ...row }) => ({ device_fingerprint: key, ...row })),
      stats: figures.shown,
      pagination: {
        ...ofUsers,
        user_total: ofUsers.total,
        ip_total: ofIps.total,
        device_total: ofDevices.total,
        user_total_pages: ofUsers.totalPages,
        ip_total_pages: ofIps.totalPages,
        device_total_pages: ofDevices.totalPages,
        ...(ofIps.capped && { ip_capped: true as const }),
        ...(ofDevices.capped && { device_capped: true as const }),
      },
    };
  });
}

type PeopleInput = FraudListInput & Pick<UserFilters, 'fromMany'>;
const directed = (order: FraudListInput['sortOrder']) => (order === 'asc' ? asc : desc);

/** Ids of the page, by the time of their registration or by how many share the address or device. */
async function pageOfIds(db: Db, input: PeopleInput): Promise<number[]> {
  const { page, limit, sortBy, sortOrder } = input;
  if (sortBy === 'registration_count') return listIdsByShareCount(db, input);
  const direction = directed(sortOrder);
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(userFiltersOf(input, input.search ? undefined : isShareCountIn(page * limit)))
    .orderBy(direction(users.createdAt), direction(users.id))
    .limit(limit)
    .offset((page - 1) * limit);
  return rows.map(({ id }) => id);
}

/** What is being counted while the page is read. */
interface Known {
  figures: Promise<Figures>;
  /** How many were registered from addresses that the text finds, at the least. */
  fromAddresses: Promise<number>;
  /** Of {@link listFraud}. */
  many: number;
}

async function pageOfUsers(db: Db, filters: FraudListInput, known: Known) {
  const input = { ...filters, fromMany: (await known.fromAddresses) > known.many };
  const [rows, total] = await Promise.all([rowsOfUsers(db, input), countMatching(db, input, known)]);
  return { rows, total };
}

/** The page's ids are found first and joined after. */
async function rowsOfUsers(db: Db, input: PeopleInput) {
  const { sortBy, sortOrder } = input;
  const direction = directed(sortOrder);
  const ipCount = sql<number>`coalesce(${ipAddresses.registrationCount}, 0)`;
  const deviceCount = sql<number>`coalesce(${devices.registrationCount}, 0)`;
  const order = { created_at: users.createdAt, registration_count: sql`greatest(${ipCount}, ${deviceCount})` };
  const rows = await db
    .select({
      user_id: users.id,
      first_name: users.firstName,
      last_name: users.lastName,
      email: users.email,
      registration_ip: users.registrationIp,
      ip_count: ipCount,
      device_fingerprint: users.registrationDevice,
      device_count: deviceCount,
      created_at: users.createdAt,
      is_suspicious: sql<boolean>`${users.suspendedAt} is not null`,
    })
    .from(users)
    .leftJoin(ipAddresses, eq(ipAddresses.address, users.registrationIp))
    .leftJoin(devices, eq(devices.fingerprint, users.registrationDevice))
    .where(inArray(users.id, await pageOfIds(db, input)))
    .orderBy(direction(order[sortBy]), direction(users.id));
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
}

/**
 * Counting everybody again would cost as much as all the rest; what is searched for alone is counted where it is found,
 * and who shares an address or a device is counted by these. Who shares nothing is everybody but those who share: where
 * these are more than are counted even if nobody shares both, nobody is looked at.
 */
async function countMatching(db: Db, input: PeopleInput, known: Known): Promise<number | OverCap> {
  const { search, total, user_filter, date_filter } = input;
  const others = userFiltersOf({ ...input, search: undefined });
  if (search && others) return countTableRows(db, users, userFiltersOf(input), total);
  if (search) {
    const isBeyond = withCap(await known.fromAddresses, total) === OVER_CAP;
    return isBeyond ? OVER_CAP : countRows(db, sql`from ${searchUsers(search, false)} found`, total);
  }
  const { shown, sharing } = await known.figures;
  const { total_users: everybody, suspicious_users: flagged } = shown;
  if (!others) return everybody;
  if (date_filter === 'all') {
    if (user_filter === 'questionable') return countUsersSharing(db, total, known.many + flagged);
    if (user_filter === 'normal' && total === 'capped' && everybody - flagged - sharing > known.many) return OVER_CAP;
  }
  return countTableRows(db, users, others, total);
}

/**
 * How many were registered from addresses that the text finds, no further than one beyond the cap: the addresses lead
 * to them by their index, where the trigrams of an address are those of many. 0 for what no address holds.
 */
async function countFromAddresses(db: Db, search: string | undefined): Promise<number> {
  if (!search || !/^[\da-f.:/]+$/i.test(search)) return 0;
  const rows = await db.execute<{ n: string }>(sql`
    select count(*) as n from (select from ${users} where ${users.registrationIp} in (
      select ${ipAddresses.address} from ${ipAddresses} where ${isAddressSearch(search)})
      limit ${MAX_COUNTED + 1}::int) found`);
  return Number(oneRow(rows).n);
}

/** Does the text find more of those who lead to these sources than are counted? */
async function findsMany(db: Db, source: Source, search: string, many: number): Promise<boolean> {
  const rows = await db.execute<{ many: boolean }>(sql`
    select count(*) > ${many}::int as many
    from (select from ${userSearch} where ${searchSourcesByUser(source, search)} limit ${many + 1}::int) found`);
  return oneRow(rows).many;
}
