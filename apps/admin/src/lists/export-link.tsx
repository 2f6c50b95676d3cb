import { type ExportedListName, listsWithCodes } from '@inaam/contracts/common/exports';
import { formatPlural } from '@inaam/contracts/common/format';
import type { Pagination as Paging } from '@inaam/contracts/common/lists';
import type { CodeExport } from '@inaam/contracts/vouchers/code-export';
import { buttonClass, IconButton } from '@inaam/ui/button';
import { cx } from '@inaam/ui/cx';
import { Download, KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useIsAllowed } from '../app/allowed.tsx';
import { stringifySearch } from '../app/search-params.ts';
import { trpc } from '../app/trpc.ts';
import { ConfirmDialog, reasonField } from '../page/confirm-dialog.tsx';
import type { ListBase } from './list-search.ts';
import { formatTotal } from './total.tsx';
import type { ListState } from './use-list-state.ts';

/** The URL of the CSV export, with the list's filters and order, without a page. */
export function exportAddress(name: ExportedListName, input: object): string {
  const { page: _page, limit: _limit, total: _total, ...filters } = input as Record<string, unknown>;
  return `/export/${name}.csv${stringifySearch(filters)}`;
}

/** Downloads all pages of the filtered list, and shows their number of rows. */
export function ExportLink<State extends ListBase>({
  name,
  list,
  pagination,
  isShort = false,
}: {
  /** The list's name on the server. */
  name: ExportedListName;
  list: ListState<State>;
  pagination: Paging | undefined;
  /** Shows only an icon even on laptops, for a line with little room. */
  isShort?: boolean;
}) {
  const isAllowed = useIsAllowed();
  const [isConfirming, setIsConfirming] = useState(false);
  if (!pagination?.total) return null;
  const { total } = pagination;
  const address = exportAddress(name, list.input);
  const icon = isShort
    ? { link: 'max-2xl:aspect-square max-2xl:px-0', text: 'max-2xl:sr-only' }
    : { link: 'max-lg:aspect-square max-lg:px-0', text: 'max-lg:sr-only' };
  const hasCodes = listsWithCodes.has(name) && isAllowed('admin.vouchers.reveal');
  return (
    <>
      <a href={address} download title="Export CSV" className={cx(buttonClass(), icon.link)}>
        <Download aria-hidden className="size-4" />
        <span className={icon.text}>Export CSV</span>
        <span className={cx('font-normal text-muted tabular-nums', icon.text)}>{formatTotal(pagination)}</span>
      </a>
      {hasCodes && (
        <IconButton label="Export CSV with codes" variant="secondary" onClick={() => setIsConfirming(true)}>
          <KeyRound aria-hidden className="size-4" />
        </IconButton>
      )}
      {isConfirming && (
        <ExportWithCodes
          list={name}
          filters={list.input}
          address={address}
          rows={total}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </>
  );
}

/** A download cannot ask for a confirmed identity or an approval, so both are requested before the download starts. */
function ExportWithCodes({
  list,
  filters,
  address,
  rows,
  onClose,
}: {
  list: ExportedListName;
  filters: object;
  address: string;
  /** The number of rows that may contain a code. */
  rows: number;
  onClose: () => void;
}) {
  const check = trpc.admin.audit.mayExport.useMutation();
  return (
    <ConfirmDialog
      danger
      title={`Export up to ${formatPlural(rows, 'code')} in clear text?`}
      consequence="Anyone who has the file can use the codes. They count towards the number of codes that you may read in 24 hours, and the audit log names you and your reason."
      confirm="Export with codes"
      busy="Checking..."
      failed="The list was not exported"
      draft={`export-${list}`}
      note={reasonField('The purpose of the codes. Stored in the audit log.')}
      mutation={check}
      onConfirm={(reason) =>
        check.mutate({ list, filters, reason } as CodeExport, {
          onSuccess: () => {
            window.location.assign(withCodes(address, reason));
            onClose();
          },
        })
      }
      onClose={onClose}
    />
  );
}

/** The URL of an export, changed to export unmasked codes. */
export const withCodes = (address: string, reason: string): string =>
  `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams({ codes: 'plain', reason }).toString()}`;
