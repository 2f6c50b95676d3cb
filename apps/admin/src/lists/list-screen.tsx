import type { ExportedListName } from '@inaam/contracts/common/exports';
import type { Pagination as Paging } from '@inaam/contracts/common/lists';
import type { ReactNode } from 'react';
import { BandHeader, PageHeader } from '../page/page-header.tsx';
import { ExportLink } from './export-link.tsx';
import { FilterBar } from './filter-bar.tsx';
import { FoldFigures, useFoldedFigures } from './fold-figures.tsx';
import { ListBody, type ListBodyProps, StaleBanner } from './list-body.tsx';
import type { ListBase } from './list-search.ts';
import { Total } from './total.tsx';

export interface ListScreenProps<State extends ListBase, Data, Row> extends ListBodyProps<State, Data, Row> {
  /** A coloured stripe across the page, which the specification requires. */
  band?: { tone: 'clicks'; figures: ReactNode };
  /** Urgent tasks between the header and the filters. */
  above?: ReactNode;
  /** Figures between the header and the filters, which each admin can collapse. */
  figures?: ReactNode;
  /** The list's name on the server, if the list can be exported. */
  exportAs?: ExportedListName;
  /** Rare actions, in front of the primary action. */
  menu?: ReactNode;
  /** Actions on the selected rows. */
  bulkBar?: ReactNode;
}

/** A list's page: header, filters, table, paging, and its empty, loading and failed states. */
export function ListScreen<State extends ListBase, Data extends { pagination: Paging }, Row>(
  props: ListScreenProps<State, Data, Row>,
) {
  const { title, words, list, filters, query, action, menu, band, above, figures, exportAs, bulkBar } = props;
  const pagination = query.data?.pagination;
  const fold = useFoldedFigures();
  const header = {
    title,
    note: pagination && (
      <Total pagination={pagination} words={words} isCounting={query.isFetching} onCountAll={list.countAll} />
    ),
    // After a failure there are no figures to collapse.
    toggle: figures && (query.data ?? !query.error) && <FoldFigures {...fold} />,
    action: (
      <>
        {exportAs && <ExportLink name={exportAs} list={list} pagination={pagination} />}
        {menu}
        {action}
      </>
    ),
  };
  return (
    <div className="grid grid-cols-1 gap-2 sm:gap-3">
      {band ? <BandHeader band={band.tone} figures={band.figures} {...header} /> : <PageHeader {...header} />}
      {above}
      {!fold.isFolded && figures}
      <FilterBar list={list} filters={filters} />
      <StaleBanner words={words} query={query} />
      {bulkBar}
      <ListBody {...props} />
    </div>
  );
}
