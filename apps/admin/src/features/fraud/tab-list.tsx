import type { Pagination } from '@inaam/contracts/common/lists';
import type { FraudData } from '@inaam/contracts/fraud/fraud';
import { trpc } from '../../app/trpc.ts';
import type { Column, ListWords } from '../../lists/columns.ts';
import { ListBody, type ListQuery } from '../../lists/list-body.tsx';
import type { Selectable } from '../../lists/list-table.tsx';
import type { RowKey } from '../../lists/selection.ts';
import type { ListState } from '../../lists/use-list-state.ts';
import { type FraudState, fraudFilters, type TabId } from './fraud-search.ts';

const MAX_PAGE_LINKS = 5;

/** The paging of a tab: each tab has its own total; page and page size are the same for all three tabs. */
export function getPaging({ pagination }: FraudData, tab: TabId): Pagination {
  const { page, limit } = pagination;
  const counts = {
    users: [pagination.user_total, pagination.user_total_pages, pagination.capped],
    ips: [pagination.ip_total, pagination.ip_total_pages, pagination.ip_capped],
    devices: [pagination.device_total, pagination.device_total_pages, pagination.device_capped],
  } as const;
  const [total, totalPages, capped] = counts[tab];
  return { page, limit, total, totalPages, ...(capped && { capped }) };
}

/** One tab's table with its paging and its states. */
export const TabList = <Row,>({
  tab,
  title,
  words,
  list,
  query,
  columns,
  getRows,
  rowKey,
  selectable,
}: {
  tab: TabId;
  title: string;
  words: ListWords;
  list: ListState<FraudState>;
  query: ListQuery<FraudData>;
  columns: readonly Column<Row, FraudState>[];
  getRows: (data: FraudData) => readonly Row[];
  rowKey: (row: Row) => RowKey;
  selectable?: Selectable<Row> | undefined;
}) => {
  const { data, error, isFetching, isPlaceholderData, refetch } = query;
  const { client } = trpc.useUtils();
  const selectTab = (all: FraudData) => ({ rows: getRows(all), pagination: getPaging(all, tab) });
  return (
    <div className="grid grid-cols-1 gap-3">
      <ListBody
        title={title}
        words={words}
        list={list}
        filters={fraudFilters[tab]}
        columns={columns}
        query={{
          data: data && selectTab(data),
          error,
          isFetching,
          isPlaceholderData,
          refetch,
        }}
        fetchRows={async ({ tab: _tab, ...input }) => selectTab(await client.admin.fraud.list.query(input))}
        rows={({ rows }) => rows}
        rowKey={rowKey}
        maxPageLinks={MAX_PAGE_LINKS}
        tab={tab}
        selectable={selectable}
      />
    </div>
  );
};
