import type { OverCap } from '@inaam/contracts/common/lists';
import type { FraudListInput } from '@inaam/contracts/fraud/fraud';
import type { Db } from '@inaam/db/client';
import { devices, ipAddresses } from '@inaam/db/schema/fraud';
import { asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import { countTableRows } from '../../kernel/totals.ts';
import type { Figures, Source } from './figures.ts';
import { sourceFiltersOf } from './filters.ts';

/**
 * A page of the addresses or of the devices.
 * @param finds whether the search finds many of those who lead to them
 */
export async function listSources(
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
  const direction = sortOrder === 'asc' ? asc : desc;
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
  const [rows, ofMany] = await Promise.all([showing, byMany ? countTableRows(db, source, where, input.total) : null]);
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
