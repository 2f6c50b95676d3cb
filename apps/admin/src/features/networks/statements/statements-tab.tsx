import { formatCount, formatExactRupees, formatPlural } from '@inaam/contracts/common/format';
import { formatMicros, parseMicros } from '@inaam/contracts/common/money';
import { formatDateTime } from '@inaam/contracts/common/time';
import type { NetworkView } from '@inaam/contracts/networks/networks';
import type { StatementSummary } from '@inaam/contracts/networks/statements';
import { Button } from '@inaam/ui/button';
import { EmptyState } from '@inaam/ui/empty-state';
import { Select } from '@inaam/ui/select';
import { Table, Td, Th, Tr } from '@inaam/ui/table';
import { keepPreviousData } from '@tanstack/react-query';
import { ChevronDown, ChevronUp, FileUp, RefreshCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Allowed, useIsAllowed } from '../../../app/allowed.tsx';
import { formatDay } from '../../../app/days.ts';
import { getErrorText } from '../../../app/errors.ts';
import { trpc } from '../../../app/trpc.ts';
import type { ListWords } from '../../../lists/columns.ts';
import { ExportLink } from '../../../lists/export-link.tsx';
import { FilterBar } from '../../../lists/filter-bar.tsx';
import { ListBody, StaleBanner } from '../../../lists/list-body.tsx';
import { noSelection } from '../../../lists/selection.ts';
import { type ListState, useListState } from '../../../lists/use-list-state.ts';
import { useSelection } from '../../../lists/use-selection.ts';
import { Banner } from '../../../page/banner.tsx';
import { Loadable } from '../../../page/loadable.tsx';
import { AcceptDifferences } from './accept-differences.tsx';
import { differenceColumns } from './difference-columns.tsx';
import { differenceFilters, differencesInput, type StatementState, statementSearch } from './statement-search.ts';
import { formatMonth } from './statement-words.ts';
import { UploadStatement } from './upload-statement.tsx';

const MAX_PAGE_LINKS = 7;
/** The tab's own address, before any filter. */
const HOME = 'tab=statements';
const words: ListWords = {
  one: 'difference',
  many: 'differences',
  failed: 'Failed to fetch the differences',
  empty: 'No open differences',
  emptyHint: 'The statement and the ledger agree, or every difference is accepted.',
  noMatch: 'No differences match',
};

/** The network's monthly statements against the ledger. */
export function StatementsTab({ network }: { network: NetworkView }) {
  const query = trpc.admin.networks.statements.list.useQuery({ network_id: network.network_id });
  const list = useListState(statementSearch);
  const [isUploading, setIsUploading] = useState(false);
  const upload = (
    <Allowed to="admin.networks.statements.begin">
      <Button variant="primary" icon={<FileUp aria-hidden className="size-4" />} onClick={() => setIsUploading(true)}>
        Upload a statement
      </Button>
    </Allowed>
  );
  return (
    <Loadable query={query} what="the statements" shape={['h-control', 'h-56']}>
      {({ statements, format }) => {
        const shown = statements.find(({ month }) => month === list.state.month) ?? statements[0];
        return (
          <div className="grid grid-cols-1 gap-2">
            {isUploading && (
              <UploadStatement
                network={network}
                known={format}
                onDone={(month) => {
                  setIsUploading(false);
                  list.change({ month });
                }}
                onCancel={() => setIsUploading(false)}
              />
            )}
            {!shown && !isUploading && (
              <EmptyState kind="first-use" title="No statement yet" action={upload}>
                Upload the CSV that the network pays by, once a month. Each line is compared with what the ledger
                counted.
              </EmptyState>
            )}
            {shown && (
              <Statement key={shown.statement_id} statement={shown} list={list}>
                {!isUploading && (
                  <>
                    <Select
                      label="Month"
                      hideLabel
                      title="Month"
                      className="max-w-full"
                      value={shown.month}
                      onChange={({ target: { value } }) => list.change({ month: value })}
                    >
                      {statements.map(({ month, open }) => (
                        <option key={month} value={month}>
                          {formatMonth(month)}, {open === 0 ? 'settled' : `${formatCount(open)} open`}
                        </option>
                      ))}
                    </Select>
                    {upload}
                  </>
                )}
              </Statement>
            )}
          </div>
        );
      }}
    </Loadable>
  );
}

function Statement({
  statement,
  list,
  children,
}: {
  statement: StatementSummary;
  list: ListState<StatementState>;
  /** The choice of the month, and the upload. */
  children: ReactNode;
}) {
  const { statement_id, totals } = statement;
  const utils = trpc.useUtils();
  const compare = trpc.admin.networks.statements.compare.useMutation({
    onSuccess: () => utils.admin.networks.statements.invalidate(),
  });
  const [showsReport, setShowsReport] = useState(false);
  const Icon = showsReport ? ChevronUp : ChevronDown;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        {children}
        <Allowed to="admin.networks.statements.compare">
          <Button
            icon={<RefreshCw aria-hidden className="size-4" />}
            busy={compare.isPending}
            busyLabel="Comparing..."
            onClick={() => compare.mutate({ statement_id })}
          >
            Compare again
          </Button>
        </Allowed>
        <Button
          variant="quiet"
          aria-expanded={showsReport}
          icon={<Icon aria-hidden className="size-4" />}
          onClick={() => setShowsReport(!showsReport)}
        >
          Report
        </Button>
        <p className="min-w-0 flex-1 basis-40 text-xs text-muted wrap-anywhere tabular-nums">
          Difference {totals.map(({ currency, ...total }) => `${getDifference(total)} ${currency}`).join(', ')}
        </p>
      </div>
      {compare.error && (
        <Banner tone="error" title="The statement was not compared" onDismiss={compare.reset}>
          {getErrorText(compare.error, 'Please try again.')}
        </Banner>
      )}
      {showsReport && <Report statement={statement} />}
      <StatementDifferences statementId={statement_id} list={list} />
    </>
  );
}

/** The file, what both sides pay for the month, and where they differ. */
const Report = ({ statement }: { statement: StatementSummary }) => (
  <div className="grid grid-cols-1 gap-4 py-2">
    <p className="text-sm text-muted wrap-anywhere tabular-nums">
      {statement.file_name}, {formatPlural(statement.lines, 'line')}, uploaded by {statement.uploaded_by} on{' '}
      {formatDateTime(statement.uploaded_at)}, compared on {formatDateTime(statement.compared_at)} IST
    </p>
    <StatementTotals totals={statement.totals} />
    <ByDayAndOffer statementId={statement.statement_id} />
  </div>
);

const getDifference = (total: Pick<StatementSummary['totals'][number], 'their_amount' | 'our_amount'>): string =>
  formatMicros((parseMicros(total.their_amount) ?? 0n) - (parseMicros(total.our_amount) ?? 0n));

const StatementTotals = ({ totals }: { totals: StatementSummary['totals'] }) => (
  <Table caption="Totals">
    <thead>
      <tr>
        <Th>Currency</Th>
        <Th numeric>Network</Th>
        <Th numeric>Ledger</Th>
        <Th numeric>Difference</Th>
        <Th numeric>Ledger in rupees</Th>
      </tr>
    </thead>
    <tbody>
      {totals.map((total) => (
        <Tr key={total.currency}>
          <Td>{total.currency}</Td>
          <Td numeric>
            {total.their_amount}
            <span className="block text-xs text-muted">{formatPlural(total.their_count, 'line')}</span>
          </Td>
          <Td numeric>
            {total.our_amount}
            <span className="block text-xs text-muted">{formatPlural(total.our_count, 'conversion')}</span>
          </Td>
          <Td numeric className="font-semibold">
            {getDifference(total)}
          </Td>
          <Td numeric>{formatExactRupees(total.our_rupees)}</Td>
        </Tr>
      ))}
    </tbody>
  </Table>
);

function StatementDifferences({ statementId, list }: { statementId: number; list: ListState<StatementState> }) {
  const input = differencesInput(statementId, list.input);
  const query = trpc.admin.networks.statements.differences.useQuery(input, { placeholderData: keepPreviousData });
  const { selection, setSelection } = useSelection(input);
  const mayAccept = useIsAllowed()('admin.networks.statements.accept');
  const chosen = (query.data?.differences ?? []).filter(({ difference_id }) => selection.keys.has(difference_id));
  const pagination = query.data?.pagination;
  return (
    <>
      <FilterBar
        list={list}
        filters={differenceFilters}
        home={HOME}
        extra={<ExportLink name="statement-differences" list={{ ...list, input }} pagination={pagination} />}
      />
      <p role="status" className="sr-only">
        {pagination && formatPlural(pagination.total, 'difference')}
      </p>
      <StaleBanner words={words} query={query} />
      <AcceptDifferences statementId={statementId} chosen={chosen} onClear={() => setSelection(noSelection)} />
      <ListBody
        title="Differences"
        words={words}
        list={list}
        filters={differenceFilters}
        columns={differenceColumns}
        query={query}
        rows={({ differences }) => differences}
        rowKey={({ difference_id }) => difference_id}
        maxPageLinks={MAX_PAGE_LINKS}
        selectable={
          mayAccept
            ? {
                selection,
                onSelect: setSelection,
                getName: ({ transaction_id }) => `the difference of ${transaction_id}`,
              }
            : undefined
        }
      />
    </>
  );
}

/** The open differences by day and offer, in rupees. */
function ByDayAndOffer({ statementId }: { statementId: number }) {
  const { data } = trpc.admin.networks.statements.groups.useQuery({ statement_id: statementId });
  if (!data || data.groups.length === 0) return null;
  return (
    <div>
      <h2 className="mb-2 text-base">Open differences by day and offer</h2>
      <Table caption="Open differences by day and offer" className="max-h-80">
        <thead>
          <tr>
            <Th>Day</Th>
            <Th>Offer</Th>
            <Th numeric>Differences</Th>
            <Th numeric>Network</Th>
            <Th numeric>Ledger</Th>
            <Th numeric>Difference</Th>
          </tr>
        </thead>
        <tbody>
          {data.groups.map(({ day, offer, count, their_rupees, our_rupees }) => (
            <Tr key={`${day} ${offer}`}>
              <Td className="whitespace-nowrap">{formatDay(day)}</Td>
              <Td className="wrap-anywhere">{offer || '–'}</Td>
              <Td numeric>{formatCount(count)}</Td>
              <Td numeric>{formatExactRupees(their_rupees)}</Td>
              <Td numeric>{formatExactRupees(our_rupees)}</Td>
              <Td numeric className="font-semibold">
                {formatExactRupees(their_rupees - our_rupees)}
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
