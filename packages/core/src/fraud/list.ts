import { BEYOND, type Beyond, MAX_COUNTED, paginate } from '@inaam/contracts/common/lists';
import type { FraudData, FraudListInput } from '@inaam/contracts/fraud/fraud';
import type { Db } from '@inaam/db/client';
import { devices, ipAddresses } from '@inaam/db/schema/fraud';
import { users } from '@inaam/db/schema/identity';
import { userSearch } from '@inaam/db/schema/user-search';
import { asc, desc, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import { countUsers } from '../identity/count-users.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { oneRow } from '../kernel/rows.ts';
import { countIn, countRows, upTo } from '../kernel/totals.ts';
import { countSharing, idsByCount } from './by-count.ts';
import {
  findsAddress,
  foundUsers,
  isSuspicious,
  leadingTo,
  sharesWithin,
  sourceFiltersOf,
  type UserFilters,
  userFiltersOf,
} from './filters.ts';

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
    const counting = figuresOf(db);
    const peopleAndDevices = async () => {
      const [figures, fromAddresses] = await Promise.all([counting, countFromAddresses(db, input.search)]);
      const [people, fingerprints] = await Promise.all([
        pageOfUsers(db, { ...input, fromMany: fromAddresses > many }, figures, fromAddresses, many),
        // Who was registered from addresses that the text finds leads to devices.
        pageOfSources(db, devices, input, counting, async (source) => fromAddresses > many || finds(source)),
      ]);
      return { figures: figures.shown, people, fingerprints };
    };
    // Of a text that finds many, the addresses take longest: nothing waits for them.
    const [addresses, { figures, people, fingerprints }] = await Promise.all([
      pageOfSources(db, ipAddresses, input, counting, finds),
      peopleAndDevices(),
    ]);
    const ofUsers = paginate(page, limit, people.total);
    const ofIps = paginate(page, limit, addresses.total);
    const ofDevices = paginate(page, limit, fingerprints.total);
    return {
      recentRegistrations: people.rows,
      suspiciousIPs: addresses.rows.map(({ key, ...row }) => ({ ip_address: key, ...row })),
      suspiciousDevices: fingerprints.rows.map(({ key, ...row }) => ({ device_fingerprint: key, ...row })),
      stats: figures,
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

type Source = typeof ipAddresses | typeof devices;
type PeopleInput = FraudListInput & Pick<UserFilters, 'fromMany'>;
const directed = (order: FraudListInput['sortOrder']) => (order === 'asc' ? asc : desc);

/** Ids of the page, by the time of their registration or by how many share the address or device. */
async function pageOfIds(db: Db, input: PeopleInput): Promise<number[]> {
  const { page, limit, sortBy, sortOrder } = input;
  if (sortBy === 'registration_count') return idsByCount(db, input);
  const direction = directed(sortOrder);
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(userFiltersOf(input, input.search ? undefined : sharesWithin(page * limit)))
    .orderBy(direction(users.createdAt), direction(users.id))
    .limit(limit)
    .offset((page - 1) * limit);
  return rows.map(({ id }) => id);
}

/** The page's ids are found first and joined after. */
async function pageOfUsers(db: Db, input: PeopleInput, figures: Figures, fromAddresses: number, many: number) {
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
  return {
    rows: rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() })),
    total: await countMatching(db, input, figures, fromAddresses, many),
  };
}

/**
 * Counting everybody again would cost as much as all the rest; what is searched for alone is counted where it is found,
 * and who shares an address or a device is counted by these. Who shares nothing is everybody but those who share: where
 * these are more than are counted even if nobody shares both, nobody is looked at.
 * @param fromAddresses how many were registered from addresses that the text finds, at the least
 */
async function countMatching(
  db: Db,
  input: PeopleInput,
  { shown: { total_users: everybody, suspicious_users: flagged }, sharing }: Figures,
  fromAddresses: number,
  many: number,
): Promise<number | Beyond> {
  const { search, total, user_filter, date_filter } = input;
  const others = userFiltersOf({ ...input, search: undefined });
  if (!search && !others) return everybody;
  if (!search && date_filter === 'all') {
    if (user_filter === 'questionable') return countSharing(db, total, many + flagged);
    if (user_filter === 'normal' && total === 'capped' && everybody - flagged - sharing > many) return BEYOND;
  }
  if (!search) return countIn(db, users, others, total);
  if (others) return countIn(db, users, userFiltersOf(input), total);
  return upTo(fromAddresses, total) === BEYOND
    ? BEYOND
    : countRows(db, sql`from ${foundUsers(search, false)} found`, total);
}

/**
 * How many were registered from addresses that the text finds, no further than one beyond the cap: the addresses lead
 * to them by their index, where the trigrams of an address are those of many. 0 for what no address holds.
 */
async function countFromAddresses(db: Db, search: string | undefined): Promise<number> {
  if (!search || !/^[\da-f.:/]+$/i.test(search)) return 0;
  const rows = await db.execute<{ n: string }>(sql`
    select count(*) as n from (select from ${users} where ${users.registrationIp} in (
      select ${ipAddresses.address} from ${ipAddresses} where ${findsAddress(search)})
      limit ${MAX_COUNTED + 1}::int) found`);
  return Number(oneRow(rows).n);
}

/** Does the text find more of those who lead to these sources than are counted? */
async function findsMany(db: Db, source: Source, search: string, many: number): Promise<boolean> {
  const rows = await db.execute<{ many: boolean }>(sql`
    select count(*) > ${many}::int as many
    from (select from ${userSearch} where ${leadingTo(source, search)} limit ${many + 1}::int) found`);
  return oneRow(rows).many;
}

async function pageOfSources(
  db: Db,
  source: Source,
  input: FraudListInput,
  counting: Promise<Figures>,
  finds: (source: Source) => Promise<boolean>,
) {
  const { page, limit, sortBy, sortOrder, search } = input;
  const byMany = search !== undefined && search !== '' && (await finds(source));
  const filter = source === ipAddresses ? input.ip_filter : input.device_filter;
  const where = sourceFiltersOf(source, filter, input, byMany);
  const direction = directed(sortOrder);
  const key = source === ipAddresses ? ipAddresses.address : devices.fingerprint;
  const order =
    sortBy === 'registration_count'
      ? [direction(source.registrationCount), direction(key)]
      : // Those that nobody has registered from come last, whatever the order.
        [sql`${direction(source.lastRegistration)} nulls last`, sql`${direction(key)} nulls last`];
  // An index holds the keys in their order: what lies before the page is not looked up.
  const keys = db
    .select({
      key: sql<string>`${key}`.as('found_key'),
      // With the rows, where there is a search of few: it looks through every user, once is enough.
      total: (search && !byMany ? sql<number>`count(*) over ()`.mapWith(Number) : sql<null>`null::bigint`).as('total'),
    })
    .from(source)
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset((page - 1) * limit)
    .as('keys');
  const showing = db
    .select({
      key,
      registration_count: source.registrationCount,
      first_registration: source.firstRegistration,
      last_registration: source.lastRegistration,
      blocked_at: source.blockedAt,
      total: keys.total,
    })
    .from(keys)
    .innerJoin(source, eq(key, keys.key))
    .orderBy(...order);
  const [rows, ofMany] = await Promise.all([showing, byMany ? countIn(db, source, where, input.total) : null]);
  const total =
    ofMany ??
    rows[0]?.total ??
    (await countSources(db, source, where, { input, counting, isEmpty: rows.length === 0 }));
  return {
    rows: rows.map(({ blocked_at, first_registration, last_registration, key: name, registration_count }) => ({
      key: name,
      registration_count,
      first_registration: first_registration?.toISOString() ?? null,
      last_registration: last_registration?.toISOString() ?? null,
      is_blocked: blocked_at !== null,
    })),
    total,
  };
}

/** All that are suspicious are counted with the figures. @param isEmpty whether the page is */
async function countSources(
  db: Db,
  source: Source,
  where: SQL | undefined,
  { input, counting, isEmpty }: { input: FraudListInput; counting: Promise<Figures>; isEmpty: boolean },
): Promise<number | Beyond> {
  const { page, search, date_filter, total } = input;
  if (isEmpty && page === 1) return 0;
  const [filter, name] =
    source === ipAddresses
      ? ([input.ip_filter, 'suspicious_ips'] as const)
      : ([input.device_filter, 'suspicious_devices'] as const);
  if (!search && filter === 'all' && date_filter === 'all') return (await counting).shown[name];
  return countIn(db, source, where, search ? total : 'exact');
}

interface Figures {
  shown: FraudData['stats'];
  /** How many have registered from shared addresses and on shared devices: who does both is in both. */
  sharing: number;
}

async function figuresOf(db: Db): Promise<Figures> {
  const [total_users, suspicious_users, ips, fingerprints] = await Promise.all([
    countUsers(db),
    db.$count(users, isNotNull(users.suspendedAt)),
    countSuspicious(db, ipAddresses),
    countSuspicious(db, devices),
  ]);
  return {
    shown: { total_users, suspicious_users, suspicious_ips: ips.total, suspicious_devices: fingerprints.total },
    sharing: ips.registrations + fingerprints.registrations,
  };
}

/** Addresses or devices that are shared or blocked, and how many registrations the shared have. */
async function countSuspicious(db: Db, source: Source): Promise<{ total: number; registrations: number }> {
  const rows = await db.execute<{ total: string; registrations: string }>(sql`
    select count(*) as total,
      coalesce(sum(${source.registrationCount}) filter (where ${source.registrationCount} > 1), 0) as registrations
    from ${source} where ${isSuspicious(source)}`);
  const { total, registrations } = oneRow(rows);
  return { total: Number(total), registrations: Number(registrations) };
}
