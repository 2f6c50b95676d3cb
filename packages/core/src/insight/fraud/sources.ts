import type { OverCap } from '@inaam/contracts/common/lists';
import type { FraudListInput } from '@inaam/contracts/fraud/fraud';
import type { Db } from '@inaam/db/client';
import { devices, ipAddresses } from '@inaam/db/schema/fraud';
import { asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import { countTableRows } from '../../kernel/totals.ts';
import type { Figures, Source } from './figures.ts';
import { buildSourceFilters } from './filters.ts';

/**
 * Returns a page of addresses or devices.
 * @param isBroad returns whether the search matches many users who registered from this kind of source
 */
export async function listSources(
  db: Db,
  source: Source,
  input: FraudListInput,
  counting: Promise<Figures>,
  isBroad: (source: Source) => Promise<boolean>,
) {
  const { page, limit, sortBy, sortOrder, search } = input;
  const byMany = search !== undefined && search !== '' && (await isBroad(source));
  const filter = source === ipAddresses ? input.ip_filter : input.device_filter;
  const where = buildSourceFilters(source, filter, input, byMany);
  const direction = sortOrder === 'asc' ? asc : desc;
  const key = source === ipAddresses ? ipAddresses.address : devices.fingerprint;
  const order =
    sortBy === 'registration_count'
      ? [direction(source.registrationCount), direction(key)]
      : // Sources without registrations come last in both directions.
        [sql`${direction(source.lastRegistration)} nulls last`, sql`${direction(key)} nulls last`];
  // An index gives the keys in order, so rows of earlier pages are not read from the table.
  const keys = db
    .select({
      key: sql<string>`${key}`.as('found_key'),
      // A search that matches few users finds all matching sources anyway, so the same query also counts them.
      total: (search && !byMany ? sql<number>`count(*) over ()`.mapWith(Number) : sql<null>`null::bigint`).as('total'),
    })
    .from(source)
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset((page - 1) * limit)
    .as('keys');
  const rowsOfPage = db
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
  const [rows, broadTotal] = await Promise.all([
    rowsOfPage,
    byMany ? countTableRows(db, source, where, input.total) : null,
  ]);
  const total =
    broadTotal ??
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

/** Counts sources; without filters, takes the number from the figures. @param isEmpty true if the page is empty */
async function countSources(
  db: Db,
  source: Source,
  where: SQL | undefined,
  { input, counting, isEmpty }: { input: FraudListInput; counting: Promise<Figures>; isEmpty: boolean },
): Promise<number | OverCap> {
  const { page, search, date_filter, total } = input;
  if (isEmpty && page === 1) return 0;
  const [filter, name] =
    source === ipAddresses
      ? ([input.ip_filter, 'suspicious_ips'] as const)
      : ([input.device_filter, 'suspicious_devices'] as const);
  if (!search && filter === 'all' && date_filter === 'all') return (await counting).shown[name];
  return countTableRows(db, source, where, search ? total : 'exact');
}
