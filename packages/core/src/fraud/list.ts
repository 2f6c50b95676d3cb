import { type Beyond, paginate } from '@inaam/contracts/common/lists';
import type { FraudData, FraudListInput } from '@inaam/contracts/fraud/fraud';
import type { Db } from '@inaam/db/client';
import { devices, ipAddresses } from '@inaam/db/schema/fraud';
import { users } from '@inaam/db/schema/identity';
import { userSearch } from '@inaam/db/schema/user-search';
import { asc, desc, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Kernel } from '../kernel/kernel.ts';
import { countIn } from '../kernel/totals.ts';
import { addressFiltersOf, deviceFiltersOf, foundUsers, isSuspicious, userFiltersOf } from './filters.ts';

/**
 * Registrations, addresses and devices that share `page` and `limit`, each with a total of its own. The figures of the
 * cards are over everything, whatever the filters.
 */
export async function listFraud(kernel: Kernel, input: FraudListInput): Promise<FraudData> {
  const { page, limit } = input;
  return kernel.read(async (db) => {
    const figures = await stats(db);
    const people = await pageOfUsers(db, input, figures.total_users);
    const addresses = await pageOfSources(db, ipAddresses, addressFiltersOf(input), input);
    const fingerprints = await pageOfSources(db, devices, deviceFiltersOf(input), input);
    const ofUsers = paginate(page, limit, people.total);
    return {
      recentRegistrations: people.rows,
      suspiciousIPs: addresses.rows.map(({ key, ...row }) => ({ ip_address: key, ...row })),
      suspiciousDevices: fingerprints.rows.map(({ key, ...row }) => ({ device_fingerprint: key, ...row })),
      stats: figures,
      pagination: {
        ...ofUsers,
        user_total: ofUsers.total,
        ip_total: addresses.total,
        device_total: fingerprints.total,
        user_total_pages: ofUsers.totalPages,
        ip_total_pages: paginate(page, limit, addresses.total).totalPages,
        device_total_pages: paginate(page, limit, fingerprints.total).totalPages,
      },
    };
  });
}

type Page = Pick<FraudListInput, 'page' | 'limit' | 'sortBy' | 'sortOrder' | 'search'>;
const directed = (order: Page['sortOrder']) => (order === 'asc' ? asc : desc);

// Of addresses and devices only those that are shared: the rest have one registration, which is the user's own.
const sharedIps = sql`(select address, registration_count as count from ${ipAddresses}
  where registration_count > 1) shared_ips`;
const sharedDevices = sql`(select fingerprint, registration_count as count from ${devices}
  where registration_count > 1) shared_devices`;
const countShared = sql`greatest(coalesce(shared_ips.count, (${users.registrationIp} is not null)::int),
  coalesce(shared_devices.count, (${users.registrationDevice} is not null)::int))`;

/** Ids of what the filters match; with the counts, where they are what the page is sorted by. */
function keysOfUsers(db: Db, input: FraudListInput) {
  let keys = db.select({ id: users.id }).from(users).$dynamic();
  if (input.sortBy === 'registration_count') {
    keys = keys
      .leftJoin(sharedIps, sql`shared_ips.address = ${users.registrationIp}`)
      .leftJoin(sharedDevices, sql`shared_devices.fingerprint = ${users.registrationDevice}`);
  }
  return keys.where(userFiltersOf(input));
}

/** The page's ids are found first and joined after. */
async function pageOfUsers(db: Db, input: FraudListInput, everybody: number) {
  const { page, limit, sortBy, sortOrder } = input;
  const direction = directed(sortOrder);
  const keys = keysOfUsers(db, input)
    .orderBy(direction(sortBy === 'created_at' ? users.createdAt : countShared), direction(users.id))
    .limit(limit)
    .offset((page - 1) * limit)
    .as('keys');
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
    .from(keys)
    .innerJoin(users, eq(users.id, keys.id))
    .leftJoin(ipAddresses, eq(ipAddresses.address, users.registrationIp))
    .leftJoin(devices, eq(devices.fingerprint, users.registrationDevice))
    .orderBy(direction(order[sortBy]), direction(users.id));
  return {
    rows: rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() })),
    total: await countUsers(db, input, everybody),
  };
}

/**
 * Counting everybody again would cost as much as all the rest; what is searched for alone is counted where it is found.
 */
async function countUsers(db: Db, input: FraudListInput, everybody: number): Promise<number | Beyond> {
  const { search, total } = input;
  const others = userFiltersOf({ ...input, search: undefined });
  if (!search) return others ? countIn(db, users, others, total) : everybody;
  return others ? countIn(db, users, userFiltersOf(input), total) : countIn(db, userSearch, foundUsers(search), total);
}

async function pageOfSources(
  db: Db,
  source: typeof ipAddresses | typeof devices,
  where: SQL | undefined,
  { page, limit, sortBy, sortOrder, search }: Page,
) {
  const direction = directed(sortOrder);
  const key = source === ipAddresses ? ipAddresses.address : devices.fingerprint;
  const order = { created_at: source.lastRegistration, registration_count: source.registrationCount };
  const rows = await db
    .select({
      key,
      registration_count: source.registrationCount,
      first_registration: source.firstRegistration,
      last_registration: source.lastRegistration,
      blocked_at: source.blockedAt,
      // With the rows, where there is a search: it looks through every user, once is enough.
      total: search ? sql<number>`count(*) over ()`.mapWith(Number) : sql<null>`null`,
    })
    .from(source)
    .where(where)
    // Those that nobody has registered from come last, whatever the order.
    .orderBy(
      sortBy === 'registration_count' ? direction(order[sortBy]) : sql`${direction(order[sortBy])} nulls last`,
      sortBy === 'registration_count' ? direction(key) : sql`${direction(key)} nulls last`,
    )
    .limit(limit)
    .offset((page - 1) * limit);
  const total = rows[0]?.total ?? (rows.length === 0 && page === 1 ? 0 : await countOf(db, source, where));
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

const countOf = (db: Db, source: typeof ipAddresses | typeof devices, where: SQL | undefined): Promise<number> =>
  db.$count(source, where);

async function stats(db: Db): Promise<FraudData['stats']> {
  const suspicious = (source: typeof ipAddresses | typeof devices) => countOf(db, source, isSuspicious(source));
  return {
    total_users: await db.$count(users),
    suspicious_users: await db.$count(users, isNotNull(users.suspendedAt)),
    suspicious_ips: await suspicious(ipAddresses),
    suspicious_devices: await suspicious(devices),
  };
}
