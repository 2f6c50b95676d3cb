import type { ExportedListName } from '@inaam/contracts/common/exports';
import type { Pagination as Paging } from '@inaam/contracts/common/lists';
import { buttonClass } from '@inaam/ui/button';
import { cx } from '@inaam/ui/cx';
import { Download } from 'lucide-react';
import { stringifySearch } from '../app/search-params.ts';
import type { ListBase } from './list-search.ts';
import { totalWords } from './total.tsx';
import type { ListState } from './use-list-state.ts';

/** What the server is asked for: the filters and the order that are set, and all pages. */
export function exportAddress(name: ExportedListName, input: object): string {
  const { page: _page, limit: _limit, total: _total, ...filters } = input as Record<string, unknown>;
  return `/export/${name}.csv${stringifySearch(filters)}`;
}

/** Downloads the filtered list, all of its pages; says how many rows that is. */
export function ExportLink<State extends ListBase>({
  name,
  list,
  pagination,
}: {
  /** As the server names the list. */
  name: ExportedListName;
  list: ListState<State>;
  pagination: Paging | undefined;
}) {
  if (!pagination?.total) return null;
  return (
    <a
      href={exportAddress(name, list.input)}
      download
      title="Export CSV"
      className={cx(buttonClass(), 'max-sm:aspect-square max-sm:px-0')}
    >
      <Download aria-hidden className="size-4" />
      <span className="max-sm:sr-only">Export CSV</span>
      <span className="font-normal text-muted tabular-nums max-sm:sr-only">{totalWords(pagination)}</span>
    </a>
  );
}
