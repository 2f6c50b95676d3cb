import { MAX_COUNTED, OVER_CAP, type OverCap, paginate } from '@inaam/contracts/common/lists';
import type { FraudData, FraudListInput } from '@inaam/contracts/fraud/fraud';
import type { Db } from '@inaam/db/client';
import { devices, ipAddresses } from '@inaam/db/schema/fraud';
import { users } from '@inaam/db/schema/identity';
import { userSearch } from '@inaam/db/schema/user-search';
import { sql } from 'drizzle-orm';
import type { Kernel } from '../../kernel/kernel.ts';
import { oneRow } from '../../kernel/rows.ts';
import { countRows, withCap } from '../../kernel/totals.ts';
import { type Figures, getFraudFigures, type Source } from './figures.ts';
import { buildShareConditionFor, isAddressSearch, searchSourcesByUser, searchUsers } from './filters.ts';
import { countUsersSharing, listIdsByShareCount } from './order-by-share-count.ts';
import { type RegistrationContext, registrations } from './registration-list.ts';
import { listSources } from './sources.ts';

/**
 * Lists registrations, addresses and devices. All three lists show the same page number, each with its own total. The
 * figures in `stats` cover all rows, regardless of filters.
 * @param many a number of users. If a search matches more, the query looks for one matching user per address or device
 *   (see `buildSourceMatch`), and screens show the cap instead of an exact count
 */
export async function listFraud(kernel: Kernel, input: FraudListInput, many = MAX_COUNTED): Promise<FraudData> {
  const { page, limit } = input;
  return kernel.read(async (db) => {
    const isBroad = (source: Source) => findsMany(db, source, input.search ?? '', many);
    const counting = getFraudFigures(db);
    const fromAddresses = countFromAddresses(db, input.search);
    const counts = { figures: counting, fromAddresses, many };
    const [addresses, people, fingerprints, figures] = await Promise.all([
      listSources(db, ipAddresses, input, counting, isBroad),
      readUserPage(db, input, counts),
      // A search by address also finds the devices of users who registered from the address.
      listSources(db, devices, input, counting, async (source) => (await fromAddresses) > many || isBroad(source)),
      counting,
    ]);
    const userPages = paginate(page, limit, people.total);
    const ipPages = paginate(page, limit, addresses.total);
    const devicePages = paginate(page, limit, fingerprints.total);
    return {
      recentRegistrations: people.rows,
      suspiciousIPs: addresses.rows.map(({ key, ...row }) => ({ ip_address: key, ...row })),
      suspiciousDevices: fingerprints.rows.map(({ key, ...row }) => ({ device_fingerprint: key, ...row })),
      stats: figures.shown,
      pagination: {
        ...userPages,
        user_total: userPages.total,
        ip_total: ipPages.total,
        device_total: devicePages.total,
        user_total_pages: userPages.totalPages,
        ip_total_pages: ipPages.totalPages,
        device_total_pages: devicePages.totalPages,
        ...(ipPages.capped && { ip_capped: true as const }),
        ...(devicePages.capped && { device_capped: true as const }),
      },
    };
  });
}

/** Reads the user IDs of a page, in order of registration time or of the number of sharing accounts. */
async function listPageIds(db: Db, input: FraudListInput, context: RegistrationContext): Promise<number[]> {
  const { page, limit, sortBy, search } = input;
  if (sortBy === 'registration_count') return listIdsByShareCount(db, input, context);
  const shares = search ? undefined : buildShareConditionFor(page * limit);
  return registrations.ids(db, input, { ...context, shares }, { limit, offset: (page - 1) * limit });
}

/** Counts that run while the page is read. */
interface Counts {
  figures: Promise<Figures>;
  /** The number of users who registered from matching addresses; only a minimum if it is above the cap. */
  fromAddresses: Promise<number>;
  /** See {@link listFraud}. */
  many: number;
}

async function readUserPage(db: Db, input: FraudListInput, counts: Counts) {
  const context = { fromMany: (await counts.fromAddresses) > counts.many };
  const [rows, total] = await Promise.all([
    listPageIds(db, input, context).then((ids) => registrations.readRows(db, ids, context)),
    countMatching(db, input, context, counts),
  ]);
  return { rows, total };
}

/**
 * Counts matching users, if possible without reading all of them. A search without filters has its own query. Users who
 * share an address or a device are counted through the shared addresses and devices. At least
 * `all - flagged - sharing` unflagged users share nothing; if this number exceeds the cap, no row is read.
 */
async function countMatching(
  db: Db,
  input: FraudListInput,
  context: RegistrationContext,
  counts: Counts,
): Promise<number | OverCap> {
  const { search, total, user_filter, date_filter } = input;
  const isUnfiltered = user_filter === 'all' && date_filter === 'all';
  if (search && !isUnfiltered) return registrations.count(db, input, context);
  if (search) {
    const isBeyond = withCap(await counts.fromAddresses, total) === OVER_CAP;
    return isBeyond ? OVER_CAP : countRows(db, sql`from ${searchUsers(search, false)} found`, total);
  }
  const { shown, sharing } = await counts.figures;
  const { total_users: allUsers, suspicious_users: flagged } = shown;
  if (isUnfiltered) return allUsers;
  if (date_filter === 'all') {
    if (user_filter === 'questionable') return countUsersSharing(db, total, counts.many + flagged);
    if (user_filter === 'normal' && total === 'capped' && allUsers - flagged - sharing > counts.many) return OVER_CAP;
  }
  return registrations.count(db, input, context);
}

/**
 * Counts users who registered from matching addresses, up to one beyond the cap. The query starts from the index of
 * addresses, because the trigrams of an address match many users. Returns 0 for text that no address can contain.
 */
async function countFromAddresses(db: Db, search: string | undefined): Promise<number> {
  if (!search || !/^[\da-f.:/]+$/i.test(search)) return 0;
  const rows = await db.execute<{ n: string }>(sql`
    select count(*) as n from (select from ${users} where ${users.registrationIp} in (
      select ${ipAddresses.address} from ${ipAddresses} where ${isAddressSearch(search)})
      limit ${MAX_COUNTED + 1}::int) found`);
  return Number(oneRow(rows).n);
}

/** Returns whether the text matches more than `many` users who registered from a source of this kind. */
async function findsMany(db: Db, source: Source, search: string, many: number): Promise<boolean> {
  const rows = await db.execute<{ many: boolean }>(sql`
    select count(*) > ${many}::int as many
    from (select from ${userSearch} where ${searchSourcesByUser(source, search)} limit ${many + 1}::int) found`);
  return oneRow(rows).many;
}
