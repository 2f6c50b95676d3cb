import { type ExportedListName, listsWithCodes } from '@inaam/contracts/common/exports';
import type { Pagination as Paging } from '@inaam/contracts/common/lists';
import { buttonClass } from '@inaam/ui/button';
import { cx } from '@inaam/ui/cx';
import { toast } from '@inaam/ui/toaster';
import { Download } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useIsAllowed } from '../app/allowed.tsx';
import { getErrorText } from '../app/errors.ts';
import { isPendingApproval } from '../app/pending-approval.ts';
import { stringifySearch } from '../app/search-params.ts';
import { trpc } from '../app/trpc.ts';
import type { ListBase } from './list-search.ts';
import { formatTotal } from './total.tsx';
import type { ListState } from './use-list-state.ts';

/** The file's address: filters and order, without a page. */
export function exportAddress(name: ExportedListName, input: object): string {
  const { page: _page, limit: _limit, total: _total, ...filters } = input as Record<string, unknown>;
  return `/export/${name}.csv${stringifySearch(filters)}`;
}

/** Downloads all pages of the filtered list, and shows their number of rows. */
export function ExportLink<State extends ListBase>({
  name,
  list,
  pagination,
}: {
  /** The list's name on the server. */
  name: ExportedListName;
  list: ListState<State>;
  pagination: Paging | undefined;
}) {
  const isAllowed = useIsAllowed();
  const check = trpc.admin.audit.mayExport.useMutation();
  if (!pagination?.total) return null;
  const { total } = pagination;
  const address = exportAddress(name, list.input);
  // A download cannot ask for the identity, so it is confirmed first where the file has codes.
  const hasCodes = listsWithCodes.has(name) && isAllowed('admin.vouchers.reveal');
  const download = (event: MouseEvent) => {
    if (!hasCodes) return;
    event.preventDefault();
    check.mutate(
      { list: name, codes: total },
      {
        onSuccess: () => window.location.assign(address),
        onError: (error) => {
          if (!isPendingApproval(error))
            toast.error(getErrorText(error, 'The list was not exported. Please try again.'));
        },
      },
    );
  };
  return (
    <a
      href={address}
      onClick={download}
      download
      title="Export CSV"
      className={cx(buttonClass(), 'max-sm:aspect-square max-sm:px-0')}
    >
      <Download aria-hidden className="size-4" />
      <span className="max-sm:sr-only">Export CSV</span>
      <span className="font-normal text-muted tabular-nums max-sm:sr-only">{formatTotal(pagination)}</span>
    </a>
  );
}
