import type { ExportedListName } from '@inaam/contracts/common/exports';
import type { Tx } from '@inaam/db/client';
import type { Actor } from '../kernel/actor.ts';
import { audit } from '../kernel/audit.ts';

/** Writes down that a list left as a file, codes and addresses in the clear, and with which filters. */
export function recordExport(
  tx: Tx,
  actor: Actor,
  { list, filters }: { list: ExportedListName; filters: Record<string, string> },
): Promise<void> {
  return audit(tx, actor, { action: `${list}.export`, subject: list, after: filters });
}
