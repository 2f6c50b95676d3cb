import { DomainError } from '@inaam/contracts/common/errors';
import type { FraudSubject } from '@inaam/contracts/fraud/fraud';
import type { SqlClient } from '@inaam/db/client';
import { toIsoOrNull } from '../../kernel/rows.ts';
import { parseAddress } from './block.ts';

/** A user with the addresses and devices of the registration and of recent sign-ins, or a single address or device. */
export interface Subject {
  kind: FraudSubject['kind'];
  key: string;
  title: string;
  bannedAt: string | null;
  note: string | null;
  /** For a user, the address of registration comes first. */
  addresses: string[];
  devices: string[];
}

/** Maximum number of recent addresses, and of recent devices, to read for a user. */
const MAX_RECENT = 8;

interface Ban {
  banned_at: string | null;
  note: string | null;
}

/**
 * Reads the subject of evidence. An unknown address or device is returned as not blocked.
 * @throws DomainError USER_NOT_FOUND; BAD_INPUT for an invalid address
 */
export async function readSubject(sql: SqlClient, { kind, key }: FraudSubject): Promise<Subject> {
  if (kind === 'user') return readUser(sql, key);
  if (kind === 'ip') {
    const address = parseAddress(key, 'key');
    const rows = await sql<Ban[]>`
      select blocked_at as banned_at, blocked_note as note from ip_addresses where address = ${address}`;
    return { kind, key: address, title: address, ...toBan(rows), addresses: [address], devices: [] };
  }
  const rows = await sql<Ban[]>`
    select blocked_at as banned_at, blocked_note as note from devices where fingerprint = ${key}`;
  return { kind, key, title: key, ...toBan(rows), addresses: [], devices: [key] };
}

const toBan = ([row]: readonly Ban[]) => ({ bannedAt: toIsoOrNull(row?.banned_at ?? null), note: row?.note ?? null });

interface UserRow extends Ban {
  name: string;
  email: string;
  registration_ip: string | null;
  registration_device: string | null;
  addresses: string[];
  devices: string[];
}

async function readUser(sql: SqlClient, id: number): Promise<Subject> {
  const rows = await sql<UserRow[]>`
    select btrim(u.first_name || ' ' || u.last_name) as name,
      u.email, u.suspended_at as banned_at, u.suspended_note as note,
      u.registration_ip, u.registration_device,
      coalesce((select jsonb_agg(ip) from (
        select ip, max(created_at) from (
          select ip, created_at from user_sessions where user_id = u.id
          union all select ip, created_at from suspended_sessions where user_id = u.id
        ) s where ip is not null group by ip order by 2 desc limit ${MAX_RECENT}) seen), '[]') as addresses,
      coalesce((select jsonb_agg(device) from (
        select device, last_seen_at from known_devices where user_id = u.id order by 2 desc limit ${MAX_RECENT}) seen),
          '[]') as devices
    from users u where u.id = ${id}`;
  const [row] = rows;
  if (!row) throw new DomainError('USER_NOT_FOUND', { field: 'key' });
  return {
    kind: 'user',
    key: String(id),
    title: `${row.name}, ${row.email}`,
    ...toBan(rows),
    addresses: distinctValues([row.registration_ip, ...row.addresses]),
    devices: distinctValues([row.registration_device, ...row.devices]),
  };
}

const distinctValues = (values: readonly (string | null)[]): string[] => [
  ...new Set(values.filter((value) => value !== null)),
];
