import type { ExportInput } from '@inaam/contracts/common/exports';
import { isCapable } from '../../kernel/actor.ts';
import type { ApprovalContext } from '../../kernel/approval.ts';
import { audit } from '../../kernel/audit.ts';
import { mayReadCodes } from '../../ledger/vouchers/allowance.ts';

/**
 * Writes down that a list left as a file, and with which filters.
 * @returns whether the file may say who people are
 * @throws DomainError WAITS_FOR_APPROVAL where more codes would leave than one caller may read
 */
export async function recordExport(
  command: ApprovalContext,
  { list, filters, codes }: ExportInput,
): Promise<{ personal: boolean }> {
  const { kernel, actor } = command;
  await mayExportCodes(command, { list, codes });
  const personal = isCapable(actor, 'exportPersonalData');
  await kernel.write((tx) => audit(tx, actor, { action: `${list}.export`, subject: list, after: filters }));
  return { personal };
}

/** @throws DomainError WAITS_FOR_APPROVAL where more codes would leave than one caller may read */
export async function mayExportCodes(
  command: ApprovalContext,
  { list, codes }: Omit<ExportInput, 'filters'>,
): Promise<void> {
  if (isCapable(command.actor, 'readCodes')) await mayReadCodes(command, { codes, list });
}
