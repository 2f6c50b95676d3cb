import { DomainError } from '@inaam/contracts/common/errors';
import type { ExportInput } from '@inaam/contracts/common/exports';
import { hasCapability } from '../../kernel/actor.ts';
import type { ApprovalContext } from '../../kernel/approval.ts';
import { writeAuditEntry } from '../../kernel/audit.ts';
import { requireCodeAllowance } from '../../ledger/vouchers/code-read-allowance.ts';

/**
 * Records the export of a list with its filters in the audit log.
 * @returns whether the file may contain personal data
 * @throws DomainError as {@link requireCodeExportAllowance}
 */
export async function recordExport(
  command: ApprovalContext,
  { list, filters, codes, reason }: ExportInput,
): Promise<{ personal: boolean }> {
  const { kernel, actor } = command;
  await requireCodeExportAllowance(command, { list, codes, reason });
  const personal = hasCapability(actor, 'exportPersonalData');
  const note = reason ? { note: reason } : {};
  await kernel.write((tx) =>
    writeAuditEntry(tx, actor, { action: `${list}.export`, subject: list, after: filters, ...note }),
  );
  return { personal };
}

/**
 * Checks that the caller may export this many voucher codes.
 * @throws DomainError BAD_INPUT without a reason; STEP_UP_REQUIRED; WAITS_FOR_APPROVAL above the number of codes that
 *   the caller may read
 */
export async function requireCodeExportAllowance(
  command: ApprovalContext,
  { list, codes, reason }: Omit<ExportInput, 'filters'>,
): Promise<void> {
  // Without this capability the file has masked codes.
  if (codes === 0 || !hasCapability(command.actor, 'readCodes')) return;
  command.requireStepUp?.();
  if (!reason) throw new DomainError('BAD_INPUT', { field: 'reason', text: 'reason: is required' });
  await requireCodeAllowance(command, { codes, paise: 0, list });
}
