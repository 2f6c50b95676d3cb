import type { FraudListInput } from '@inaam/contracts/fraud/fraud';
import { devices, ipAddresses } from '@inaam/db/schema/fraud';
import { users } from '@inaam/db/schema/identity';
import { userSearch } from '@inaam/db/schema/user-search';
import { and, type Column, eq, gt, ilike, isNotNull, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import { findAddressesContaining, formatAddress } from '../../kernel/address.ts';
import { isSince } from '../../kernel/date-range.ts';
import { containsPattern } from '../../kernel/search.ts';
import { hasNameOrEmail, userRowDetails } from '../users/search-users.ts';

/**
 * Whether another account registered from the user's address or device. False for a user without either.
 * @param end `offset 0` makes PostgreSQL look up the address and device of each user, which is faster if few users are
 *   read. With an empty `end`, PostgreSQL chooses between these lookups and one hash table of all shared addresses and
 *   devices
 */
const buildShareCondition = (end: SQL) => sql`(
  exists (select 1 from ${ipAddresses} where ${ipAddresses.address} = ${users.registrationIp}
    and ${ipAddresses.registrationCount} > 1 ${end})
  or exists (select 1 from ${devices} where ${devices.fingerprint} = ${users.registrationDevice}
    and ${devices.registrationCount} > 1 ${end}))`;

/** Up to this number of rows, each row looks up its own address and device. */
const MAX_ROWS_WITH_LOOKUPS = 1000;

/** @param rows number of rows to read, including those before the page */
export const buildShareConditionFor = (rows: number): SQL =>
  buildShareCondition(rows > MAX_ROWS_WITH_LOOKUPS ? sql`` : sql`offset 0`);

/**
 * The classification by `classify` (packages/contracts/src/fraud/fraud.ts) as a condition.
 * @param shares condition that suits the number of rows to read; see {@link buildShareConditionFor}
 */
export function hasClassification(
  name: FraudListInput['user_filter'],
  shares: SQL = buildShareCondition(sql``),
): SQL | undefined {
  if (name === 'all') return undefined;
  if (name === 'suspicious') return isNotNull(users.suspendedAt);
  return and(isNull(users.suspendedAt), name === 'questionable' ? shares : not(shares));
}

const byDevice = (search: string, device: Column = userSearch.device): SQL => ilike(device, containsPattern(search));

function byAddress(search: string, ip: Column = userSearch.ip): SQL | undefined {
  // An IPv6 address matches its /64. The pattern already matches an address in its stored form.
  const address = formatAddress(search);
  const isStoredForm = address === null || address === search;
  return or(ilike(ip, containsPattern(search)), isStoredForm ? undefined : eq(ip, address));
}

/**
 * Matches a complete address by equality, because the trigrams of an address occur in nearly all other addresses.
 * Undefined if the text is no complete address.
 */
function isOneOf(column: Column, search: string): SQL | undefined {
  const list = findAddressesContaining(search);
  return list && sql`${column} = any(${sql.param(list)}::text[])`;
}

/**
 * Selects IDs of users that the text matches by email, name, address or fingerprint.
 * @param fromMany true if many users registered from matching addresses: then these users are not selected by address
 *   first, and PostgreSQL can check users one by one in the sort order of the list
 */
export function searchUsers(search: string, fromMany: boolean): SQL {
  const registeredFrom = fromMany ? undefined : isOneOf(users.registrationIp, search);
  return registeredFrom
    ? sql`(select ${userSearch.userId} from ${userSearch} where ${or(hasNameOrEmail(search), byDevice(search))}
        union select ${users.id} from ${users} where ${registeredFrom})`
    : sql`(select ${userSearch.userId} from ${userSearch}
        where ${or(hasNameOrEmail(search), byAddress(search), byDevice(search))})`;
}

/**
 * Matches users by text, to find the addresses or devices that they registered from. A search for addresses ignores the
 * users' addresses, and a search for devices ignores their devices, because the caller searches these directly. If
 * the text is a complete address, a search for devices also ignores the users' addresses, because callers compare these
 * by equality.
 * @param fromUsers reads `users` instead of `user_search`
 */
export function searchSourcesByUser(
  source: typeof ipAddresses | typeof devices,
  search: string,
  fromUsers = false,
): SQL | undefined {
  const [device, ip, details] = fromUsers
    ? [users.registrationDevice, users.registrationIp, userRowDetails]
    : [userSearch.device, userSearch.ip, userSearch];
  const byDetails = hasNameOrEmail(search, details);
  if (source === ipAddresses) return or(byDetails, byDevice(search, device));
  return findAddressesContaining(search) ? byDetails : or(byDetails, byAddress(search, ip));
}

/** Filters users by classification, registration date and text, as a condition of a statement that locks their rows. */
export const buildUserFilters = ({
  user_filter,
  date_filter,
  search,
}: Pick<FraudListInput, 'user_filter' | 'date_filter' | 'search'>): SQL | undefined =>
  and(
    hasClassification(user_filter),
    isSince(users.createdAt, date_filter),
    search ? sql`${users.id} in ${searchUsers(search, false)}` : undefined,
  );

/** Whether a source is suspicious. Written like the conditions of the partial indexes, so that PostgreSQL uses them. */
export const isSuspicious = (source: typeof ipAddresses | typeof devices): SQL =>
  sql`(${source.registrationCount} > 1 or ${source.blockedAt} is not null)`;

/** Matches addresses that equal or contain the text. An IPv6 address matches its /64. */
export const isAddressSearch = (search: string): SQL | undefined =>
  isOneOf(ipAddresses.address, search) ??
  or(ilike(ipAddresses.address, containsPattern(search)), eq(ipAddresses.address, formatAddress(search) ?? search));

/**
 * Whether the text matches the source or a user who registered from the source. If few users match, their sources form
 * one set, which is joined once. If many match, PostgreSQL looks for one matching user per source, and stops when the
 * page is full.
 */
function buildSourceMatch(source: typeof ipAddresses | typeof devices, search: string, byMany: boolean): SQL {
  const pattern = containsPattern(search);
  const [key, registered, copied, itself] =
    source === ipAddresses
      ? [ipAddresses.address, users.registrationIp, userSearch.ip, isAddressSearch(search)]
      : [devices.fingerprint, users.registrationDevice, userSearch.device, ilike(devices.fingerprint, pattern)];
  const registeredFrom = source === devices ? isOneOf(users.registrationIp, search) : undefined;
  const matchesRegistrant = searchSourcesByUser(source, search);
  if (!byMany) {
    const registrants = registeredFrom
      ? sql`union all select ${registered} from ${users} where ${registeredFrom}`
      : sql``;
    return sql`${key} in (
        select ${key} from ${source} where ${itself}
        union all
        select ${copied} from ${userSearch} where ${matchesRegistrant} ${registrants})`;
  }
  return registeredFrom
    ? sql`(${itself} or ${key} in (select ${copied} from ${userSearch} where ${matchesRegistrant})
        or exists (select from ${users} where ${registered} = ${key} and ${registeredFrom} offset 0))`
    : sql`(${itself} or exists (
        select from ${users} where ${registered} = ${key} and ${searchSourcesByUser(source, search, true)} offset 0))`;
}

type SourceFilter = FraudListInput['ip_filter'];

/**
 * Filters addresses or devices. A suspicious source is blocked or has at least two registrations.
 * @param byMany true if the text matches many registrants
 */
export function buildSourceFilters(
  source: typeof ipAddresses | typeof devices,
  filter: SourceFilter,
  { date_filter, search }: Pick<FraudListInput, 'date_filter' | 'search'>,
  byMany: boolean,
): SQL | undefined {
  const multiple = gt(source.registrationCount, 1);
  const blocked = isNotNull(source.blockedAt);
  return and(
    filter === 'all' ? isSuspicious(source) : filter === 'multiple' ? multiple : blocked,
    isSince(source.lastRegistration, date_filter),
    search ? buildSourceMatch(source, search, byMany) : undefined,
  );
}
