import { DomainError } from '@inaam/contracts/common/errors';
import type { RevealedVoucher } from '@inaam/contracts/vouchers/bulk-and-check';
import { vouchers } from '@inaam/db/schema/vouchers';
import { eq } from 'drizzle-orm';
import type { ApprovalRequests } from '../../kernel/approval.ts';
import { writeAuditEntry } from '../../kernel/audit.ts';
import type { BackOfficePolicy } from '../../kernel/back-office-policy.ts';
import type { CommandContext } from '../../kernel/command.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { recordCodeReads } from './code-read-allowance.ts';
import { openBoth } from './codes.ts';

/**
 * Returns one plain code, with its PIN, to an admin and audits it.
 * @throws DomainError VOUCHER_NOT_FOUND, WAITS_FOR_APPROVAL above the caller's 24-hour allowance
 */
export async function revealVoucher(
  command: CommandContext<{
    secrets: SecretBox;
    backOfficePolicy: BackOfficePolicy;
    approvalRequests: ApprovalRequests;
  }>,
  voucherId: number,
): Promise<RevealedVoucher> {
  const { secrets, actor } = command;
  const [row] = await command.kernel.read((db) =>
    db
      .select({ code: vouchers.code, pin: vouchers.pin, amountPaise: vouchers.amountPaise })
      .from(vouchers)
      .where(eq(vouchers.id, voucherId)),
  );
  if (!row) throw new DomainError('VOUCHER_NOT_FOUND');
  const reading = { codes: 1, paise: row.amountPaise };
  return recordCodeReads(command, { ...reading, list: 'one voucher' }, async (tx) => {
    await writeAuditEntry(tx, actor, { action: 'vouchers.reveal', subject: String(voucherId), after: reading });
    return { voucher_id: voucherId, ...openBoth(secrets, row) };
  });
}
