import type { ExportInput } from '@inaam/contracts/common/exports';
import { isCapable } from '../../kernel/actor.ts';
import type { ApprovalContext } from '../../kernel/approval.ts';
import { audit } from '../../kernel/audit.ts';
import { mayReadCodes } from '../../ledger/vouchers/allowance.ts';

/**
 * Writes down that a list left as a file, and with which filters.
 * @returns whether the file may say who people are
 * @throws DomainError as {@link mayExportCodes}
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

/** @throws DomainError STEP_UP_REQUIRED, WAITS_FOR_APPROVAL where more codes would leave than one caller may read */
export async function mayExportCodes(
  command: ApprovalContext,
  { list, codes }: Omit<ExportInput, 'filters'>,
): Promise<void> {
  if (codes === 0 || !isCapable(command.actor, 'readCodes')) return;
  command.prove?.();
  await mayReadCodes(command, { codes, list });
}
