import { DomainError } from '@inaam/contracts/common/errors';
import type { ExportInput } from '@inaam/contracts/common/exports';
import type { CodeExport } from '@inaam/contracts/vouchers/code-export';
import { measureConversionCodes } from '../../insight/conversions/list-conversions.ts';
import { measureClickCodes } from '../../insight/offer-clicks/list-offer-clicks.ts';
import { measureVoucherCodes } from '../../insight/stock/list.ts';
import { hasCapability } from '../../kernel/actor.ts';
import type { ApprovalContext } from '../../kernel/approval.ts';
import { writeAuditEntry } from '../../kernel/audit.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { requireCodeAllowance } from '../../ledger/vouchers/code-read-allowance.ts';

/**
 * Records the export of a list with its filters in the audit log.
 * @returns whether the file may contain personal data
 */
export async function recordExport(
  { kernel, actor }: ApprovalContext,
  { list, filters, reason }: ExportInput,
): Promise<{ personal: boolean }> {
  const personal = hasCapability(actor, 'exportPersonalData');
  const note = reason ? { note: reason } : {};
  await kernel.write((tx) =>
    writeAuditEntry(tx, actor, { action: `${list}.export`, subject: list, after: filters, ...note }),
  );
  return { personal };
}

type ExportContext = ApprovalContext & { secrets: SecretBox };

function measureCodes(
  context: ExportContext,
  { list, filters }: CodeExport,
): Promise<{ codes: number; paise: number }> {
  if (list === 'vouchers') return measureVoucherCodes(context, filters);
  if (list === 'conversions') return measureConversionCodes(context, filters);
  return measureClickCodes(context, filters);
}

/**
 * Checks that the caller may export the voucher codes of a list, by the number and value of the codes. The check covers
 * the whole file before its first line, because a refusal of a later page would cut the file off.
 * @throws DomainError BAD_INPUT without a reason; STEP_UP_REQUIRED; WAITS_FOR_APPROVAL if the caller
 *   may not read so many codes, or codes of such a value, without approval
 */
export async function requireCodeExportAllowance(context: ExportContext, input: CodeExport): Promise<void> {
  // Without this capability, the file contains only masked codes.
  if (!hasCapability(context.actor, 'readCodes')) return;
  const { codes, paise } = await measureCodes(context, input);
  if (codes === 0) return;
  context.requireStepUp?.();
  if (!input.reason) throw new DomainError('BAD_INPUT', { field: 'reason', text: 'reason: is required' });
  await requireCodeAllowance(context, { codes, paise, list: input.list });
}
