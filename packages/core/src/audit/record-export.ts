import type { ExportedListName } from '@inaam/contracts/common/exports';
import type { CommandContext } from '../command.ts';
import { isCapable } from '../kernel/actor.ts';
import { audit } from '../kernel/audit.ts';

/**
 * Writes down that a list left as a file, and with which filters.
 * @returns whether the file may say who people are
 */
export async function recordExport(
  { kernel, actor }: CommandContext,
  { list, filters }: { list: ExportedListName; filters: Record<string, string> },
): Promise<{ personal: boolean }> {
  const personal = isCapable(actor, 'exportPersonalData');
  await kernel.write((tx) => audit(tx, actor, { action: `${list}.export`, subject: list, after: filters }));
  return { personal };
}
