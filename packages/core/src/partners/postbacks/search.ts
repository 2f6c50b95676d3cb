import type { Kernel } from '../../kernel/kernel.ts';
import { oneRow } from '../../kernel/rows.ts';

/**
 * Flushes the pending entries of the postback search index (infra/docs/decisions/0016-lists-over-large-tables.md).
 * @returns how many pages were pending
 */
export async function flushSearchIndex(kernel: Pick<Kernel, 'runIdempotent'>): Promise<number> {
  return oneRow(
    await kernel.runIdempotent((sql) => sql<{ pages: number }[]>`select flush_postback_search_index() as pages`),
  ).pages;
}
