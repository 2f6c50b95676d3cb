import { toRupees } from '@inaam/contracts/common/money';
import type { Evidence, EvidenceAccount } from '@inaam/contracts/fraud/evidence';
import type { SqlClient } from '@inaam/db/client';
import { oneRow, toIso } from '../../kernel/rows.ts';
import type { Subject } from './subject.ts';

/** Maximum number of accounts, of addresses and of devices that are shown. */
export const MAX_SHOWN = 200;

/** The addresses and devices that link accounts. */
export interface Links {
  /** The ID of the user in question, who always belongs to the group; null for an address or device. */
  self: number | null;
  addresses: readonly string[];
  devices: readonly string[];
}

export const getLinks = (subject: Subject, addresses: readonly string[]): Links => ({
  self: subject.kind === 'user' ? Number(subject.key) : null,
  addresses,
  devices: subject.devices,
});

/**
 * The common table expression `accounts (user_id, shares)`. Sign-ins link accounts, too: through sessions, through the
 * kept sessions of flagged accounts (`suspended_sessions`), and through known devices, which outlast the sessions.
 */
const group = (sql: SqlClient, { self, addresses, devices }: Links) => sql`
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

/** Removes shares by sign-in that a share by registration implies, since users sign in where they registered. */
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

interface GroupRow extends Omit<Evidence['figures'], 'revenue' | 'voucher_value'> {
  revenue_paise: number;
  voucher_value_paise: number;
  shown: AccountRow[];
  shown_addresses: Evidence['addresses'];
  shown_devices: Evidence['devices'];
}

export type LinkedAccounts = Pick<Evidence, 'accounts' | 'figures' | 'addresses' | 'devices'>;

/**
 * Reads the newest accounts (the user in question first), the sources with most accounts, and figures of the whole
 * group. A single statement does this, so that the group and its counters are read once.
 */
export async function readLinkedAccounts(sql: SqlClient, links: Links): Promise<LinkedAccounts> {
  const row = oneRow(
    await sql<GroupRow[]>`
    with ${group(sql, links)},
    people as materialized (
      select u.*, s.last_activity_at, s.completions, s.revenue_paise, s.voucher_value_paise, g.shares
      from accounts g join users u on u.id = g.user_id join user_stats_now() s on s.user_id = u.id
    ),
    seen as (
      select s.ip, s.device, s.user_agent from accounts g join user_sessions s on s.user_id = g.user_id
      union all select s.ip, s.device, s.user_agent from accounts g join suspended_sessions s on s.user_id = g.user_id
    ),
    shown as (
      select row_number() over (order by id is not distinct from ${links.self}::bigint desc, created_at desc, id desc)
        as place, p.* from people p order by place limit ${MAX_SHOWN}
    ),
    shown_addresses as (
      select p.registration_ip as ip_address, count(*) as accounts, bool_or(i.blocked_at is not null) as is_blocked
      from people p join ip_addresses i on i.address = p.registration_ip
      group by 1 order by 2 desc, 1 limit ${MAX_SHOWN}
    ),
    shown_devices as (
      select p.registration_device as device_fingerprint, count(*) as accounts,
        bool_or(d.blocked_at is not null) as is_blocked
      from people p join devices d on d.fingerprint = p.registration_device
      group by 1 order by 2 desc, 1 limit ${MAX_SHOWN}
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
      coalesce(sum(p.voucher_value_paise), 0)::bigint as voucher_value_paise,
      (select coalesce(json_agg(json_build_object('user_id', id, 'name', btrim(first_name || ' ' || last_name), 'email', email,
        'created_at', created_at, 'is_suspicious', suspended_at is not null, 'total_completions', completions,
        'voucher_value_paise', voucher_value_paise, 'shares', shares) order by place), '[]') from shown) as shown,
      (select coalesce(json_agg(a order by accounts desc, ip_address), '[]') from shown_addresses a)
        as shown_addresses,
      (select coalesce(json_agg(d order by accounts desc, device_fingerprint), '[]') from shown_devices d)
        as shown_devices
    from people p`,
  );
  const { revenue_paise, voucher_value_paise, shown, shown_addresses, shown_devices, ...figures } = row;
  return {
    accounts: shown.map(toAccount),
    figures: { ...figures, revenue: toRupees(revenue_paise), voucher_value: toRupees(voucher_value_paise) },
    addresses: shown_addresses,
    devices: shown_devices,
  };
}

const toAccount = ({ voucher_value_paise, shares, created_at, ...row }: AccountRow): EvidenceAccount => ({
  ...row,
  created_at: toIso(created_at),
  voucher_value: toRupees(voucher_value_paise),
  shares: withoutImplied(shares),
});
