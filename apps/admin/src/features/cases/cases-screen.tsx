import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useIsAllowed } from '../../app/allowed.tsx';
import { trpc } from '../../app/trpc.ts';
import type { ListWords } from '../../lists/columns.ts';
import { ListScreen } from '../../lists/list-screen.tsx';
import { noSelection } from '../../lists/selection.ts';
import { useListState } from '../../lists/use-list-state.ts';
import { useSelection } from '../../lists/use-selection.ts';
import { caseColumns } from './case-columns.tsx';
import { CasePanel } from './case-panel.tsx';
import { caseFilters, caseSearch } from './case-search.ts';
import { CaseBulkBar } from './close-cases.tsx';

const MAX_PAGE_LINKS = 7;
const words: ListWords = {
  one: 'case',
  many: 'cases',
  failed: 'Failed to fetch the cases',
  empty: 'No missing credit cases yet',
  emptyHint: "A user who presses “Didn't get it?” on an offer opens a case here, with the details of the click.",
  noMatch: 'No cases match',
};

/** The screen Missing Credit. If a network is selected, the CSV export contains the cases to send to that network. */
export function CasesScreen() {
  const list = useListState(caseSearch);
  const { client } = trpc.useUtils();
  const query = trpc.admin.cases.list.useQuery(list.input, { placeholderData: keepPreviousData });
  // If the networks do not load, the list still works and the filter has no options.
  const networks = trpc.admin.networks.list.useQuery(undefined, { staleTime: 60_000 }).data?.networks;
  const filters = useMemo(
    () => caseFilters((networks ?? []).map(({ network_id, name }) => ({ value: String(network_id), label: name }))),
    [networks],
  );
  const { panel, setPanel } = list;
  const { selection, setSelection } = useSelection(list.input);
  const mayClose = useIsAllowed()('admin.cases.bulkClose');
  const chosen = (query.data?.cases ?? []).filter(({ case_id }) => selection.keys.has(case_id));
  const columns = useMemo(() => caseColumns({ onOpen: (row) => setPanel(String(row.case_id)) }), [setPanel]);
  const openCaseId = /^[1-9]\d{0,14}$/.test(panel ?? '') ? Number(panel) : undefined;
  return (
    <>
      <ListScreen
        title="Missing Credit"
        words={words}
        list={list}
        filters={filters}
        columns={columns}
        query={query}
        fetchRows={(input) => client.admin.cases.list.query(input)}
        rows={(data) => data.cases}
        rowKey={(row) => row.case_id}
        maxPageLinks={MAX_PAGE_LINKS}
        exportAs="cases"
        selectable={
          mayClose
            ? { selection, onSelect: setSelection, getName: ({ email, title }) => `the case of ${email}, ${title}` }
            : undefined
        }
        bulkBar={<CaseBulkBar chosen={chosen} onClear={() => setSelection(noSelection)} />}
      />
      {openCaseId !== undefined && (
        <CasePanel key={openCaseId} caseId={openCaseId} onClose={() => setPanel(undefined)} />
      )}
    </>
  );
}
