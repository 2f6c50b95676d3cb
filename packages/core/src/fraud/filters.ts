import type { FraudListInput } from '@inaam/contracts/fraud/fraud';
import { devices, ipAddresses } from '@inaam/db/schema/fraud';
import { users } from '@inaam/db/schema/identity';
import { userSearch } from '@inaam/db/schema/user-search';
import { and, eq, gt, ilike, isNotNull, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import { hasNameOrEmail } from '../identity/search-users.ts';
import { writtenAddress } from '../kernel/address.ts';
import { since } from '../kernel/date-range.ts';
import { containing } from '../kernel/search.ts';

/** What the three lists of the fraud page hold. */

// Each row asks the source's own key, or all of them are hashed once: the server chooses. Without an address or a
// device there is no sharing.
const shares = sql`(
  exists (select 1 from ${ipAddresses} where ${ipAddresses.address} = ${users.registrationIp}
    and ${ipAddresses.registrationCount} > 1)
  or exists (select 1 from ${devices} where ${devices.fingerprint} = ${users.registrationDevice}
    and ${devices.registrationCount} > 1))`;

/** The classification that contracts/fraud.ts shows, as conditions. */
const classes: Record<Exclude<FraudListInput['user_filter'], 'all'>, SQL | undefined> = {
  suspicious: isNotNull(users.suspendedAt),
  questionable: and(isNull(users.suspendedAt), shares),
  normal: and(isNull(users.suspendedAt), not(shares)),
};

/** A condition on `user_search`: e-mail, name, address or fingerprint. */
export function foundUsers(search: string): SQL | undefined {
  const pattern = containing(search);
  // An IPv6 address finds its /64.
  const address = writtenAddress(search);
  return or(
    hasNameOrEmail(search),
    ilike(userSearch.ip, pattern),
    ilike(userSearch.device, pattern),
    address === null ? undefined : eq(userSearch.ip, address),
  );
}

export type UserFilters = Pick<FraudListInput, 'user_filter' | 'date_filter'> & { search?: string | undefined };

/** Users by classification, registration date, and text in address, e-mail, name or fingerprint. */
export function userFiltersOf({ user_filter, date_filter, search }: UserFilters): SQL | undefined {
  return and(
    user_filter === 'all' ? undefined : classes[user_filter],
    since(users.createdAt, date_filter),
    search
      ? sql`${users.id} in (select ${userSearch.userId} from ${userSearch} where ${foundUsers(search)})`
      : undefined,
  );
}

/** Written out, not passed: as it stands in the conditions of the indexes. */
export const isSuspicious = (source: typeof ipAddresses | typeof devices): SQL =>
  sql`(${source.registrationCount} > 1 or ${source.blockedAt} is not null)`;

/**
 * Keys that are found by themselves, or by somebody who registered from there. A union and no `or`: the set is then
 * joined once, where each row would search it anew. Of those whom a text finds, only the few that can be listed are
 * looked at.
 */
function foundSources(source: typeof ipAddresses | typeof devices, search: string): SQL {
  const pattern = containing(search);
  const [key, registered, itself] =
    source === ipAddresses
      ? [
          ipAddresses.address,
          users.registrationIp,
          or(ilike(ipAddresses.address, pattern), eq(ipAddresses.address, writtenAddress(search) ?? search)),
        ]
      : [devices.fingerprint, users.registrationDevice, ilike(devices.fingerprint, pattern)];
  return sql`
    select ${key} from ${source} where ${itself}
    union all
    select ${key} from ${source} join ${users} on ${registered} = ${key}
      join ${userSearch} on ${userSearch.userId} = ${users.id}
    where ${isSuspicious(source)} and ${foundUsers(search)}`;
}

type SourceFilter = FraudListInput['ip_filter'];

/** Addresses or devices: suspicious are those with two registrations or more, and those that are blocked. */
function sourceFiltersOf(
  source: typeof ipAddresses | typeof devices,
  filter: SourceFilter,
  { date_filter, search }: UserFilters,
): SQL | undefined {
  const multiple = gt(source.registrationCount, 1);
  const blocked = isNotNull(source.blockedAt);
  const key = source === ipAddresses ? ipAddresses.address : devices.fingerprint;
  return and(
    filter === 'all' ? isSuspicious(source) : filter === 'multiple' ? multiple : blocked,
    since(source.lastRegistration, date_filter),
    search ? sql`${key} in (${foundSources(source, search)})` : undefined,
  );
}

export const addressFiltersOf = (input: FraudListInput): SQL | undefined =>
  sourceFiltersOf(ipAddresses, input.ip_filter, input);

export const deviceFiltersOf = (input: FraudListInput): SQL | undefined =>
  sourceFiltersOf(devices, input.device_filter, input);
