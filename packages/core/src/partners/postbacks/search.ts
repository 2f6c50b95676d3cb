import type { Kernel } from '../../kernel/kernel.ts';
import { oneRow } from '../../kernel/rows.ts';

/**
 * Puts postbacks that came lately into the index of their search
 * (infra/docs/decisions/0016-lists-over-large-tables.md).
 * @returns how many pages of them had waited
 */
export async function flushSearchIndex(kernel: Pick<Kernel, 'move'>): Promise<number> {
  return oneRow(await kernel.move((sql) => sql<{ pages: number }[]>`select flush_postback_search_index() as pages`))
    .pages;
}
