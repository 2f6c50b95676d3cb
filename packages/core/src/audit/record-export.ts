import type { ExportedListName } from '@inaam/contracts/common/exports';
import type { CommandContext } from '../command.ts';
import { audit } from '../kernel/audit.ts';

/** Writes down that a list left as a file, codes and addresses in the clear, and with which filters. */
export async function recordExport(
  { kernel, actor }: CommandContext,
  { list, filters }: { list: ExportedListName; filters: Record<string, string> },
): Promise<void> {
  await kernel.write((tx) => audit(tx, actor, { action: `${list}.export`, subject: list, after: filters }));
}
