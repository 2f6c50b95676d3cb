import { DomainError } from '@inaam/contracts/common/errors';
import type { SqlClient } from '@inaam/db/client';
import type { Kernel } from '../../kernel/kernel.ts';

/** SQL condition for a blocked IP address or device. */
export const buildBlockedCondition = (sql: SqlClient, ip: string | null, device: string | null) => sql`
  (exists (select 1 from ip_addresses where address = ${ip} and blocked_at is not null)
    or exists (select 1 from devices where fingerprint = ${device} and blocked_at is not null))`;

/** Refuses callers whose IP address or device an admin has blocked. @throws DomainError BLOCKED */
export async function refuseBlocked(kernel: Kernel, ip: string | null, device: string | null): Promise<void> {
  const [row] = await kernel.read(
    (_, sql) => sql<{ blocked: boolean }[]>`select ${buildBlockedCondition(sql, ip, device)} as blocked`,
  );
  if (row?.blocked) throw new DomainError('BLOCKED');
}
