import { toRupees } from '@inaam/contracts/common/money';
import type { Evidence, EvidenceAccount } from '@inaam/contracts/fraud/evidence';
import type { MoveSql } from '@inaam/db/client';
import { oneRow, toIso } from '../kernel/rows.ts';
import type { Subject } from './subject.ts';

/** The accounts that an address or a device links, or the addresses and devices of a user. */

/** Accounts, addresses and devices that are shown at most. */
export const SHOWN = 200;

/** By which addresses and devices accounts are linked. */
export interface Links {
  /** Of a user: themself, who belongs to the group whatever links it. */
  self: number | null;
  addresses: readonly string[];
  devices: readonly string[];
}

export const linksOf = (subject: Subject, addresses: readonly string[]): Links => ({
  self: subject.kind === 'user' ? Number(subject.key) : null,
  addresses,
  devices: subject.devices,
});

/**
 * The common table `accounts (user_id, shares)`. A sign-in links too: sessions end, known devices stay. A flag hides
 * nobody.
 */
const group = (sql: MoveSql, { self, addresses, devices }: Links) => sql`
  a as (select jsonb_array_elements_text(${JSON.stringify(addresses)}::jsonb) as address),
  d as (select jsonb_array_elements_text(${JSON.stringify(devices)}::jsonb) as fingerprint),
  links as (
    select id as user_id, 'ip' as share from users where registration_ip in (select address from a)
    union select id, 'device' from users where registration_device in (select fingerprint from d)
    union select user_id, 'session_ip' from user_sessions where ip in (select address from a)
    union select user_id, 'session_ip' from suspended_sessions where ip in (select address from a)
    union select user_id, 'session_device' from user_sessions where device in (select fingerprint from d)
    union select user_id, 'session_device' from suspended_sessions where device in (select fingerprint from d)
    union select user_id, 'session_device' from known_devices where device in (select fingerprint from d)
    union select id, 'self' from users where id = ${self}
  ),
  accounts as (select user_id, jsonb_agg(share order by share) as shares from links group by user_id)`;

type Share = EvidenceAccount['shares'][number];

/** Without what goes without saying: who registers somewhere also signs in there. */
function withoutImplied(shares: readonly (Share | 'self')[]): Share[] {
  if (shares.includes('self')) return [];
  return shares.filter(
    (share): share is Share =>
      share !== 'self' &&
      !(share === 'session_ip' && shares.includes('ip')) &&
      !(share === 'session_device' && shares.includes('device')),
  );
}

interface AccountRow extends Omit<EvidenceAccount, 'voucher_value' | 'shares'> {
  voucher_value_paise: number;
  shares: (Share | 'self')[];
}

/** The newest accounts; of a user's, themself first. */
export async function readAccounts(sql: MoveSql, links: Links): Promise<EvidenceAccount[]> {
  const rows = await sql<AccountRow[]>`
    with ${group(sql, links)}
    select u.id as user_id, u.first_name || ' ' || u.last_name as name, u.email, u.created_at,
      u.suspended_at is not null as is_suspicious, s.completions as total_completions, s.voucher_value_paise, g.shares
    from accounts g join users u on u.id = g.user_id join user_stats_now() s on s.user_id = u.id
    order by u.id is not distinct from ${links.self}::bigint desc, u.created_at desc, u.id desc limit ${SHOWN}`;
  return rows.map(({ voucher_value_paise, shares, created_at, ...row }) => ({
    ...row,
    created_at: toIso(created_at),
    voucher_value: toRupees(voucher_value_paise),
    shares: withoutImplied(shares),
  }));
}

interface FigureRow extends Omit<Evidence['figures'], 'revenue' | 'voucher_value'> {
  revenue_paise: number;
  voucher_value_paise: number;
}

/** Figures of the whole group, however large. */
export async function readFigures(sql: MoveSql, links: Links): Promise<Evidence['figures']> {
  const row = oneRow(
    await sql<FigureRow[]>`
    with ${group(sql, links)},
    people as (
      select u.*, s.last_activity_at, s.completions, s.revenue_paise, s.voucher_value_paise
      from accounts g join users u on u.id = g.user_id
      join user_stats_now() s on s.user_id = u.id
    ),
    seen as (
      select s.ip, s.device, s.user_agent from accounts g join user_sessions s on s.user_id = g.user_id
      union all select s.ip, s.device, s.user_agent from accounts g join suspended_sessions s on s.user_id = g.user_id
    )
    select count(*) as accounts, count(*) filter (where p.last_activity_at > now() - interval '7 days') as active_last_week,
      count(suspended_at) as flagged,
      (select count(*) from (select registration_device from people union select device from seen
        union select k.device from accounts g join known_devices k on k.user_id = g.user_id) v (value)
          where value is not null) as devices,
      (select count(*) from (select registration_ip from people union select ip from seen) v (value)
        where value is not null) as addresses,
      (select count(*) from (select registration_user_agent from people union select user_agent from seen) v (value)
        where value is not null) as user_agents,
      coalesce(sum(p.completions), 0)::bigint as completions,
      coalesce(sum(p.revenue_paise), 0)::bigint as revenue_paise,
      coalesce(sum(p.voucher_value_paise), 0)::bigint as voucher_value_paise
    from people p`,
  );
  const { revenue_paise, voucher_value_paise, ...figures } = row;
  return { ...figures, revenue: toRupees(revenue_paise), voucher_value: toRupees(voucher_value_paise) };
}

/** Where the group's accounts were registered, most accounts first. */
export async function readAddresses(sql: MoveSql, links: Links): Promise<Evidence['addresses']> {
  return await sql<Evidence['addresses']>`
    with ${group(sql, links)}
    select u.registration_ip as ip_address, count(*) as accounts, bool_or(i.blocked_at is not null) as is_blocked
    from accounts g join users u on u.id = g.user_id join ip_addresses i on i.address = u.registration_ip
    group by 1 order by 2 desc, 1 limit ${SHOWN}`;
}

/** On which devices they were registered. */
export async function readDevices(sql: MoveSql, links: Links): Promise<Evidence['devices']> {
  return await sql<Evidence['devices']>`
    with ${group(sql, links)}
    select u.registration_device as device_fingerprint, count(*) as accounts,
      bool_or(d.blocked_at is not null) as is_blocked
    from accounts g join users u on u.id = g.user_id join devices d on d.fingerprint = u.registration_device
    group by 1 order by 2 desc, 1 limit ${SHOWN}`;
}
