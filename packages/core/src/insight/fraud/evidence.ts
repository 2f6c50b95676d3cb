import type { Evidence, EvidenceAccount } from '@inaam/contracts/fraud/evidence';
import type { FraudSubject } from '@inaam/contracts/fraud/fraud';
import type { Db, SqlClient } from '@inaam/db/client';
import type { Kernel } from '../../kernel/kernel.ts';
import { readBehaviour } from './behaviour.ts';
import { getLinks, readLinkedAccounts } from './linked-accounts.ts';
import {
  addressReasons,
  behaviourReasons,
  byWeight,
  deviceReasons,
  listBlockedReasons,
  listFlaggedReasons,
  listLinkedReasons,
  type Reason,
} from './reasons.ts';
import { countRegistrations, listRegistrations } from './registrations.ts';
import { carrierHint, type Registration } from './sharing.ts';
import { readSubject, type Subject } from './subject.ts';
import { readTimeline } from './timeline.ts';

/**
 * Returns the evidence about a user, an address or a device: reasons for suspicion, whether an address looks shared by
 * a carrier, and linked accounts with their activity.
 * @throws DomainError USER_NOT_FOUND; BAD_INPUT for an invalid address
 */
export async function getEvidence(kernel: Kernel, input: FraudSubject): Promise<Evidence> {
  return kernel.read(async (db, sql) => {
    const subject = await readSubject(sql, input);
    const [registrations, group] = await Promise.all([
      readRegistrations(db, subject.addresses),
      // For a user, the addresses of carriers must be found first, because these link no accounts.
      subject.kind === 'user' ? null : readLinkedAccounts(sql, getLinks(subject, subject.addresses)),
    ]);
    const carriers = findCarriers(registrations);
    const linking = subject.addresses.filter((address) => !carriers.has(address));
    const { accounts, figures, addresses, devices } =
      group ?? (await readLinkedAccounts(sql, getLinks(subject, linking)));
    const ids = accounts.map(({ user_id }) => user_id);
    const [reasons, timeline] = await Promise.all([
      collectReasons(db, sql, { subject, registrations, carriers, accounts, figures, addresses, devices }),
      readTimeline(sql, ids, subject),
    ]);
    return {
      kind: subject.kind,
      key: subject.key,
      title: subject.title,
      is_banned: subject.bannedAt !== null,
      banned_at: subject.bannedAt,
      note: subject.note,
      reasons: byWeight(reasons),
      shared: [...carriers.values()].join(' ') || null,
      figures,
      accounts,
      addresses,
      devices,
      timeline,
    };
  });
}

type Registrations = ReadonlyMap<string, readonly Registration[]>;

async function readRegistrations(db: Db, addresses: readonly string[]): Promise<Registrations> {
  const found = new Map<string, readonly Registration[]>();
  for (const address of addresses) found.set(address, await listRegistrations(db, 'ip', address));
  return found;
}

/** Returns the addresses that look shared by a carrier, with the reason. */
function findCarriers(registrations: Registrations): Map<string, string> {
  const carriers = new Map<string, string>();
  for (const [address, newest] of registrations) {
    const hint = carrierHint(address, newest);
    if (hint !== null) carriers.set(address, hint);
  }
  return carriers;
}

type EvidenceFacts = Pick<Evidence, 'accounts' | 'figures' | 'addresses' | 'devices'> & {
  subject: Subject;
  registrations: Registrations;
  carriers: ReadonlyMap<string, string>;
};

async function collectReasons(db: Db, sql: SqlClient, facts: EvidenceFacts): Promise<Reason[]> {
  const { subject, carriers, accounts, figures } = facts;
  const source = async (kind: 'ip' | 'device', key: string) => {
    const [registered, registrations] = await Promise.all([
      countRegistrations(db, kind, key),
      (kind === 'ip' && facts.registrations.get(key)) || listRegistrations(db, kind, key),
    ]);
    return { accounts: registered, registrations };
  };
  const [address] = subject.addresses;
  const [device] = subject.devices;
  const registrationReasons = [
    ...(device === undefined ? [] : deviceReasons(await source('device', device))),
    ...(address === undefined ? [] : addressReasons(await source('ip', address), carriers.has(address))),
  ];
  if (subject.kind !== 'user') {
    const isCarrier = carriers.size > 0;
    const behaviour = await readBehaviour(
      sql,
      accounts.map(({ user_id }) => user_id),
    );
    return [
      ...registrationReasons,
      ...listFlaggedReasons(figures.flagged, figures.accounts, !isCarrier),
      // Behaviour of single users says little about an address that thousands share.
      ...behaviourReasons(behaviour, figures.accounts).map((reason) =>
        isCarrier ? { ...reason, weight: 'weak' as const } : reason,
      ),
    ];
  }
  const self = Number(subject.key);
  const flagged = accounts.filter(({ user_id, is_suspicious }) => is_suspicious && user_id !== self);
  const onDevice = flagged.filter(sharesDevice);
  const banned = await readBlockedSources(sql, subject);
  return [
    ...listLinkedReasons(
      'device',
      onDevice.map(({ name }) => name),
      'strong',
    ),
    ...listBlockedReasons('device', banned.devices),
    ...registrationReasons,
    ...listBlockedReasons(
      'address',
      banned.addresses.filter((key) => !carriers.has(key)),
    ),
    ...listLinkedReasons(
      'address',
      flagged.filter((account) => !sharesDevice(account)).map(({ name }) => name),
      'weak',
    ),
    ...behaviourReasons(await readBehaviour(sql, [self]), 1),
  ];
}

const sharesDevice = ({ shares }: EvidenceAccount): boolean =>
  shares.includes('device') || shares.includes('session_device');

async function readBlockedSources(sql: SqlClient, { addresses, devices }: Subject) {
  const [row] = await sql<{ addresses: string[]; devices: string[] }[]>`
    select coalesce((select jsonb_agg(address) from ip_addresses where blocked_at is not null
        and address in (select jsonb_array_elements_text(${JSON.stringify(addresses)}::jsonb))), '[]') as addresses,
      coalesce((select jsonb_agg(fingerprint) from devices where blocked_at is not null
        and fingerprint in (select jsonb_array_elements_text(${JSON.stringify(devices)}::jsonb))), '[]') as devices`;
  return row ?? { addresses: [], devices: [] };
}
