import { DomainError } from '@inaam/contracts/common/errors';
import type { FraudImpact, FraudSubject } from '@inaam/contracts/fraud/fraud';
import type { Kernel } from '../../kernel/kernel.ts';
import { oneRow } from '../../kernel/rows.ts';
import { USER_SESSION_LIFETIME } from '../../people/sessions/find-session.ts';
import { parseAddress } from './block.ts';
import { getCarrierHint } from './registrations.ts';

/** The columns that find the accounts and sessions of each kind of subject. */
const columns = {
  user: { account: 'id', session: 'user_id' },
  ip: { account: 'registration_ip', session: 'ip' },
  device: { account: 'registration_device', session: 'device' },
};

type Figures = Pick<FraudImpact, 'registered' | 'active_last_week' | 'sessions' | 'unused_vouchers'>;

/**
 * Counts the accounts, sessions and vouchers that flagging a user, or blocking an address or a device, would affect.
 * @param ownAddress the acting admin's address
 * @throws DomainError USER_NOT_FOUND; BAD_INPUT for an invalid address
 */
export async function getImpact(
  kernel: Kernel,
  ownAddress: string | null,
  subject: FraudSubject,
): Promise<FraudImpact> {
  const { kind } = subject;
  const key = kind === 'ip' ? parseAddress(subject.key, 'key') : subject.key;
  const { account, session } = columns[kind];
  const [figures, hint] = await Promise.all([
    kernel.read(async (_, sql) =>
      oneRow(
        await sql<Figures[]>`
      with accounts as materialized (
        select u.id, s.last_activity_at, s.vouchers_won from users u join user_stats_now() s on s.user_id = u.id
        where ${sql(`u.${account}`)} = ${key}
      )
      select (select count(*) from accounts) as registered,
        (select count(*) from accounts where last_activity_at > now() - interval '7 days') as active_last_week,
        (select count(*) from user_sessions
          where ${sql(session)} = ${key} and expires_at > now() and created_at > now()
            - ${USER_SESSION_LIFETIME}::interval) as sessions,
        -- Won vouchers come from counters. Used vouchers are looked up for each account. In a plain join for an
        -- address with thousands of accounts, the planner would start from the wins of all users.
        (select coalesce(sum(vouchers_won), 0)::int from accounts) - (
          select count(*)::int from accounts a
          cross join lateral (select completion_id from completion_rows where user_id = a.id offset 0) c
          cross join lateral (
            select from completion_vouchers v where v.completion_id = c.completion_id and v.status = 'used' offset 0) used
          where a.vouchers_won > 0) as unused_vouchers`,
      ),
    ),
    kind === 'ip' ? kernel.read((db) => getCarrierHint(db, String(key))) : null,
  ]);
  if (kind === 'user' && figures.registered === 0) throw new DomainError('USER_NOT_FOUND', { field: 'key' });
  return { ...figures, looks_shared: hint !== null, is_own: kind === 'ip' && key === ownAddress };
}
