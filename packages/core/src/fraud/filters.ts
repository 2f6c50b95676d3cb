import type { FraudListInput } from '@inaam/contracts/fraud';
import { devices, ipAddresses } from '@inaam/db/schema/fraud';
import { users } from '@inaam/db/schema/identity';
import { and, eq, gt, ilike, isNotNull, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import { writtenAddress } from '../kernel/address.ts';
import { since } from '../kernel/date-range.ts';
import { containing } from '../kernel/search.ts';

/** What the three lists of the fraud page hold. Sets of shared addresses and devices come from their partial indexes. */

const sharesAddress = sql`${users.registrationIp} in (
  select ${ipAddresses.address} from ${ipAddresses} where ${ipAddresses.registrationCount} > 1)`;
const sharesDevice = sql`${users.registrationDevice} in (
  select ${devices.fingerprint} from ${devices} where ${devices.registrationCount} > 1)`;
// Without an address or a device the test is null, which is no sharing.
const shares = sql`coalesce(${sharesAddress}, false) or coalesce(${sharesDevice}, false)`;

/** The classification that contracts/fraud.ts shows, as conditions. */
const classes: Record<Exclude<FraudListInput['user_filter'], 'all'>, SQL | undefined> = {
  suspicious: isNotNull(users.suspendedAt),
  questionable: and(isNull(users.suspendedAt), sql`(${shares})`),
  normal: and(isNull(users.suspendedAt), not(sql`(${shares})`)),
};

function foundUsers(search: string): SQL | undefined {
  const pattern = containing(search);
  // An IPv6 address finds its /64.
  const address = writtenAddress(search);
  return or(
    ilike(users.email, pattern),
    ilike(sql`${users.firstName} || ' ' || ${users.lastName}`, pattern),
    ilike(users.registrationIp, pattern),
    ilike(users.registrationDevice, pattern),
    address === null ? undefined : eq(users.registrationIp, address),
  );
}

export type UserFilters = Pick<FraudListInput, 'user_filter' | 'date_filter'> & { search?: string | undefined };

/** Users by classification, registration date, and text in address, e-mail, name or fingerprint. */
export function userFiltersOf({ user_filter, date_filter, search }: UserFilters): SQL | undefined {
  return and(
    user_filter === 'all' ? undefined : classes[user_filter],
    since(users.createdAt, date_filter),
    search ? foundUsers(search) : undefined,
  );
}

/**
 * Keys that are found by themselves, or by somebody who registered from there. A union and no `or`: the set is then joined
 * once, where each row would search it anew.
 */
function foundSources(source: typeof ipAddresses | typeof devices, search: string): SQL {
  const pattern = containing(search);
  if (source !== ipAddresses)
    return sql`
      select ${devices.fingerprint} from ${devices} where ${ilike(devices.fingerprint, pattern)}
      union all select ${users.registrationDevice} from ${users} where ${foundUsers(search)}`;
  return sql`
    select ${ipAddresses.address} from ${ipAddresses}
    where ${or(ilike(ipAddresses.address, pattern), eq(ipAddresses.address, writtenAddress(search) ?? search))}
    union all select ${users.registrationIp} from ${users} where ${foundUsers(search)}`;
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
    filter === 'all' ? or(multiple, blocked) : filter === 'multiple' ? multiple : blocked,
    since(source.lastRegistration, date_filter),
    search ? sql`${key} in (${foundSources(source, search)})` : undefined,
  );
}

export const addressFiltersOf = (input: FraudListInput): SQL | undefined =>
  sourceFiltersOf(ipAddresses, input.ip_filter, input);

export const deviceFiltersOf = (input: FraudListInput): SQL | undefined =>
  sourceFiltersOf(devices, input.device_filter, input);
