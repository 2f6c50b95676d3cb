import type { FraudListInput } from '@inaam/contracts/fraud/fraud';
import { devices, ipAddresses } from '@inaam/db/schema/fraud';
import { users } from '@inaam/db/schema/identity';
import { userSearch } from '@inaam/db/schema/user-search';
import { and, type Column, eq, gt, ilike, isNotNull, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import { findAddressesContaining, formatAddress } from '../../kernel/address.ts';
import { isSince } from '../../kernel/date-range.ts';
import { containsPattern } from '../../kernel/search.ts';
import { hasNameOrEmail, userRowDetails } from '../users/search-users.ts';

/** What the three lists of the fraud page hold. */

/**
 * Whether another account was registered from a user's address or device. Without either there is no sharing.
 * @param end `offset 0` lets each row ask for its own: of a page that is found early, few do. Without it all that are
 *   shared are hashed once, or each row asks: the server chooses
 */
const sharesBy = (end: SQL) => sql`(
  exists (select 1 from ${ipAddresses} where ${ipAddresses.address} = ${users.registrationIp}
    and ${ipAddresses.registrationCount} > 1 ${end})
  or exists (select 1 from ${devices} where ${devices.fingerprint} = ${users.registrationDevice}
    and ${devices.registrationCount} > 1 ${end}))`;

/** Up to so many rows each one asks for its own address and device. */
const EARLY = 1000;

/** @param rows how many are wanted, those before the page included */
export const isShareCountIn = (rows: number): SQL => sharesBy(rows > EARLY ? sql`` : sql`offset 0`);

/** The classification that contracts/fraud.ts shows, as conditions. */
const classOf = (name: Exclude<FraudListInput['user_filter'], 'all'>, shares: SQL): SQL | undefined =>
  name === 'suspicious'
    ? isNotNull(users.suspendedAt)
    : and(isNull(users.suspendedAt), name === 'questionable' ? shares : not(shares));

const byDevice = (search: string, device: Column = userSearch.device): SQL => ilike(device, containsPattern(search));

function byAddress(search: string, ip: Column = userSearch.ip): SQL | undefined {
  // An IPv6 address finds its /64. What is written as it is kept is found by the pattern, too.
  const address = formatAddress(search);
  const isWritten = address === null || address === search;
  return or(ilike(ip, containsPattern(search)), isWritten ? undefined : eq(ip, address));
}

/** A whole address finds these by an index: its trigrams are those of nearly all addresses. */
function isOneOf(column: Column, search: string): SQL | undefined {
  const list = findAddressesContaining(search);
  return list && sql`${column} = any(${sql.param(list)}::text[])`;
}

/**
 * Ids of whom the text finds by e-mail, name, address or fingerprint.
 * @param fromMany whether they were registered from addresses of many: then a list asks each in its order
 */
export function searchUsers(search: string, fromMany: boolean): SQL {
  const fromThem = fromMany ? undefined : isOneOf(users.registrationIp, search);
  return fromThem
    ? sql`(select ${userSearch.userId} from ${userSearch} where ${or(hasNameOrEmail(search), byDevice(search))}
        union select ${users.id} from ${users} where ${fromThem})`
    : sql`(select ${userSearch.userId} from ${userSearch}
        where ${or(hasNameOrEmail(search), byAddress(search), byDevice(search))})`;
}

/**
 * Those who lead to addresses or devices that the text does not find by themselves: whom an address finds was
 * registered from one that it finds. Whom a whole address leads to devices is known without these.
 * @param own asks the users' own rows in place of `user_search`
 */
export function searchSourcesByUser(
  source: typeof ipAddresses | typeof devices,
  search: string,
  own = false,
): SQL | undefined {
  const [device, ip, details] = own
    ? [users.registrationDevice, users.registrationIp, userRowDetails]
    : [userSearch.device, userSearch.ip, userSearch];
  const byDetails = hasNameOrEmail(search, details);
  if (source === ipAddresses) return or(byDetails, byDevice(search, device));
  return findAddressesContaining(search) ? byDetails : or(byDetails, byAddress(search, ip));
}

export type UserFilters = Pick<FraudListInput, 'user_filter' | 'date_filter'> & {
  search?: string | undefined;
  /** Of {@link searchUsers}. */
  fromMany?: boolean;
};

/**
 * Users by classification, registration date, and text in address, e-mail, name or fingerprint.
 * @param shares whether a user shares, in the way that suits how many are read
 */
export function userFiltersOf(
  { user_filter, date_filter, search, fromMany = false }: UserFilters,
  shares: SQL = sharesBy(sql``),
): SQL | undefined {
  return and(
    user_filter === 'all' ? undefined : classOf(user_filter, shares),
    isSince(users.createdAt, date_filter),
    search ? sql`${users.id} in ${searchUsers(search, fromMany)}` : undefined,
  );
}

/** Written out, not passed: as it stands in the conditions of the indexes. */
export const isSuspicious = (source: typeof ipAddresses | typeof devices): SQL =>
  sql`(${source.registrationCount} > 1 or ${source.blockedAt} is not null)`;

/** An address itself: an IPv6 address finds its /64. */
export const isAddressSearch = (search: string): SQL | undefined =>
  isOneOf(ipAddresses.address, search) ??
  or(ilike(ipAddresses.address, containsPattern(search)), eq(ipAddresses.address, formatAddress(search) ?? search));

/**
 * Whether the text finds the source, or somebody who registered from there. Of few people each leads to a source: a
 * union and no `or`, so that the set is joined once. Where many are found, each source asks for one of them: those that
 * are listed first have them, and a page ends there.
 */
function foundSource(source: typeof ipAddresses | typeof devices, search: string, byMany: boolean): SQL {
  const pattern = containsPattern(search);
  const [key, registered, copied, itself] =
    source === ipAddresses
      ? [ipAddresses.address, users.registrationIp, userSearch.ip, isAddressSearch(search)]
      : [devices.fingerprint, users.registrationDevice, userSearch.device, ilike(devices.fingerprint, pattern)];
  const fromThem = source === devices ? isOneOf(users.registrationIp, search) : undefined;
  const found = searchSourcesByUser(source, search);
  if (!byMany) {
    const registrants = fromThem ? sql`union all select ${registered} from ${users} where ${fromThem}` : sql``;
    return sql`${key} in (
        select ${key} from ${source} where ${itself}
        union all
        select ${copied} from ${userSearch} where ${found} ${registrants})`;
  }
  return fromThem
    ? sql`(${itself} or ${key} in (select ${copied} from ${userSearch} where ${found})
        or exists (select from ${users} where ${registered} = ${key} and ${fromThem} offset 0))`
    : sql`(${itself} or exists (
        select from ${users} where ${registered} = ${key} and ${searchSourcesByUser(source, search, true)} offset 0))`;
}

type SourceFilter = FraudListInput['ip_filter'];

/**
 * Addresses or devices: suspicious are those with two registrations or more, and those that are blocked.
 * @param byMany whether the text finds many of those who lead to them
 */
export function sourceFiltersOf(
  source: typeof ipAddresses | typeof devices,
  filter: SourceFilter,
  { date_filter, search }: UserFilters,
  byMany: boolean,
): SQL | undefined {
  const multiple = gt(source.registrationCount, 1);
  const blocked = isNotNull(source.blockedAt);
  return and(
    filter === 'all' ? isSuspicious(source) : filter === 'multiple' ? multiple : blocked,
    isSince(source.lastRegistration, date_filter),
    search ? foundSource(source, search, byMany) : undefined,
  );
}
