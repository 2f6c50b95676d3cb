import { formatCount, formatExactRupees, formatMoney, formatPlural } from '@inaam/contracts/common/format';
import { formatMicros, parseMicros } from '@inaam/contracts/common/money';
import { formatDateTime } from '@inaam/contracts/common/time';
import type { NetworkView } from '@inaam/contracts/networks/networks';
import type { DifferenceList, StatementSummary } from '@inaam/contracts/networks/statements';
import { Button, IconButton } from '@inaam/ui/button';
import { EmptyState } from '@inaam/ui/empty-state';
import { Menu } from '@inaam/ui/menu';
import { Select } from '@inaam/ui/select';
import { Table, Td, Th, Tr } from '@inaam/ui/table';
import { keepPreviousData } from '@tanstack/react-query';
import { ChevronDown, ChevronUp, Ellipsis, FileUp, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Allowed, useIsAllowed } from '../../../app/allowed.tsx';
import { formatDay } from '../../../app/days.ts';
import { getErrorText } from '../../../app/errors.ts';
import { trpc } from '../../../app/trpc.ts';
import type { ListWords } from '../../../lists/columns.ts';
import { ExportLink } from '../../../lists/export-link.tsx';
import { FilterBar } from '../../../lists/filter-bar.tsx';
import { ListBody, type ListQuery, StaleBanner } from '../../../lists/list-body.tsx';
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
/** The query string of the tab without filters. */
const UNFILTERED_QUERY = 'tab=statements';
const words: ListWords = {
  one: 'difference',
  many: 'differences',
  failed: 'Failed to fetch the differences',
  empty: 'No open differences',
  emptyHint: 'The statement and the ledger agree, or every difference is accepted.',
  noMatch: 'No differences match',
};

/** Compares the network's monthly statements with the ledger. */
export function StatementsTab({ network }: { network: NetworkView }) {
  const query = trpc.admin.networks.statements.list.useQuery({ network_id: network.network_id });
  const list = useListState(statementSearch);
  const [isUploading, setIsUploading] = useState(false);
  const startUpload = () => setIsUploading(true);
  return (
    <Loadable query={query} what="the statements" shape={['h-control', 'h-56']}>
      {({ statements, format }) => {
        const shownStatement = statements.find(({ month }) => month === list.state.month) ?? statements[0];
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
            {!shownStatement && !isUploading && (
              <EmptyState
                kind="first-use"
                title="No statement yet"
                action={
                  <Allowed to="admin.networks.statements.begin">
                    <UploadButton onPress={startUpload} />
                  </Allowed>
                }
              >
                Once a month, upload the CSV file by which the network pays. Each line is compared with what the ledger
                counted.
              </EmptyState>
            )}
            {shownStatement && (
              <Statement
                key={shownStatement.statement_id}
                statement={shownStatement}
                all={statements}
                list={list}
                onUpload={isUploading ? undefined : startUpload}
              />
            )}
          </div>
        );
      }}
    </Loadable>
  );
}

const UploadButton = ({
  isShort = false,
  className,
  onPress,
}: {
  /** Shows only the word “Upload” on narrower screens. */
  isShort?: boolean;
  className?: string;
  onPress: () => void;
}) => (
  <Button
    variant="primary"
    icon={<FileUp aria-hidden className="size-4 shrink-0" />}
    className={className}
    onClick={onPress}
  >
    <span>
      Upload<span className={isShort ? 'max-xl:sr-only' : undefined}> a statement</span>
    </span>
  </Button>
);

function Statement({
  statement,
  all,
  list,
  onUpload,
}: {
  statement: StatementSummary;
  /** The statements of all months. */
  all: readonly StatementSummary[];
  list: ListState<StatementState>;
  /** Undefined while the upload form is open. */
  onUpload: (() => void) | undefined;
}) {
  const { statement_id, totals } = statement;
  const isAllowed = useIsAllowed();
  const input = differencesInput(statement_id, list.input);
  const query = trpc.admin.networks.statements.differences.useQuery(input, { placeholderData: keepPreviousData });
  const utils = trpc.useUtils();
  const compare = trpc.admin.networks.statements.compare.useMutation({
    onSuccess: () => utils.admin.networks.statements.invalidate(),
  });
  const [showsReport, setShowsReport] = useState(false);
  const Icon = showsReport ? ChevronUp : ChevronDown;
  const compareAgain = () => compare.mutate({ statement_id });
  const toggleReport = () => setShowsReport(!showsReport);
  const upload = isAllowed('admin.networks.statements.begin') && onUpload;
  const mayCompare = isAllowed('admin.networks.statements.compare');
  const actions = [
    { id: 'report', label: showsReport ? 'Hide the report' : 'Show the report', onSelect: toggleReport },
    mayCompare && { id: 'compare', label: 'Compare again', onSelect: compareAgain },
    upload && { id: 'upload', label: 'Upload a statement', onSelect: upload },
  ];
  return (
    <>
      {/* One line at any width, so that the list starts high on the page: on a phone, a menu contains the actions. */}
      <div className="flex items-center gap-2 sm:flex-wrap">
        <Select
          label="Month"
          hideLabel
          title="Month"
          className="min-w-0 max-sm:grow"
          value={statement.month}
          onChange={({ target: { value } }) => list.change({ month: value })}
        >
          {all.map(({ month, open }) => (
            <option key={month} value={month}>
              {formatMonth(month, 'short')}, {open === 0 ? 'settled' : `${formatCount(open)} open`}
            </option>
          ))}
        </Select>
        <Button
          variant="quiet"
          aria-expanded={showsReport}
          className="mr-auto max-w-full px-2! font-normal! wrap-anywhere tabular-nums max-sm:hidden"
          onClick={toggleReport}
        >
          Difference {formatDifferences(totals)}
          <span className="sr-only">, report</span>
          <Icon aria-hidden className="size-4 shrink-0" />
        </Button>
        <ExportLink
          name="statement-differences"
          list={{ ...list, input }}
          pagination={query.data?.pagination}
          isShort
        />
        {mayCompare && (
          <Button
            title="Compare again"
            icon={<RefreshCw aria-hidden className="size-4 shrink-0" />}
            busy={compare.isPending}
            busyLabel={<span className="max-xl:sr-only">Comparing...</span>}
            className="max-xl:aspect-square max-xl:px-0! max-sm:hidden"
            onClick={compareAgain}
          >
            <span className="max-xl:sr-only">Compare again</span>
          </Button>
        )}
        {upload && <UploadButton isShort className="max-sm:hidden" onPress={upload} />}
        <Menu
          items={actions.filter((action) => action !== false && action !== undefined)}
          trigger={
            <IconButton
              variant="secondary"
              label="Actions for this statement"
              busy={compare.isPending}
              className="shrink-0 sm:hidden"
            >
              <Ellipsis aria-hidden className="size-4" />
            </IconButton>
          }
        />
      </div>
      {compare.error && (
        <Banner tone="error" title="The statement was not compared" onDismiss={compare.reset}>
          {getErrorText(compare.error, 'Please try again.')}
        </Banner>
      )}
      {showsReport && <Report statement={statement} />}
      <StatementDifferences query={query} statementId={statement_id} list={list} />
    </>
  );
}

/** The file, the month's totals of the network and of the ledger, and their differences. */
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

type Total = StatementSummary['totals'][number];

const formatDifference = ({ currency, their_amount, our_amount }: Total): string =>
  formatMoney(formatMicros((parseMicros(their_amount) ?? 0n) - (parseMicros(our_amount) ?? 0n)), currency);

const formatDifferences = (totals: readonly Total[]): string => totals.map(formatDifference).join(', ');

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
            {formatMoney(total.their_amount, total.currency)}
            <span className="block text-xs text-muted">{formatPlural(total.their_count, 'line')}</span>
          </Td>
          <Td numeric>
            {formatMoney(total.our_amount, total.currency)}
            <span className="block text-xs text-muted">{formatPlural(total.our_count, 'conversion')}</span>
          </Td>
          <Td numeric className="font-semibold">
            {formatDifference(total)}
          </Td>
          <Td numeric>{formatExactRupees(total.our_rupees)}</Td>
        </Tr>
      ))}
    </tbody>
  </Table>
);

function StatementDifferences({
  query,
  statementId,
  list,
}: {
  query: ListQuery<DifferenceList>;
  statementId: number;
  list: ListState<StatementState>;
}) {
  const input = differencesInput(statementId, list.input);
  const { selection, setSelection } = useSelection(input);
  const mayAccept = useIsAllowed()('admin.networks.statements.accept');
  const chosen = (query.data?.differences ?? []).filter(({ difference_id }) => selection.keys.has(difference_id));
  const pagination = query.data?.pagination;
  return (
    <>
      <FilterBar list={list} filters={differenceFilters} unfilteredQuery={UNFILTERED_QUERY} />
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
