import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { trpc } from '../../app/trpc.ts';
import type { ListWords } from '../../lists/columns.ts';
import { ListScreen } from '../../lists/list-screen.tsx';
import { useListState } from '../../lists/use-list-state.ts';
import { auditColumns } from './audit-columns.tsx';
import { actionOptions, auditFilters, auditSearch, toActionOption } from './audit-search.ts';

const MAX_PAGE_LINKS = 7;
const words: ListWords = {
  one: 'entry',
  many: 'entries',
  failed: 'Failed to fetch the audit log',
  empty: 'No entries yet',
  emptyHint: 'Every change that an admin makes is listed here.',
  noMatch: 'No entries match',
};

export function AuditScreen() {
  const list = useListState(auditSearch);
  const { client } = trpc.useUtils();
  const query = trpc.admin.audit.list.useQuery(list.input, { placeholderData: keepPreviousData });
  const actions = query.data?.actions;
  const { action } = list.state;
  const filters = useMemo(() => {
    const options = actionOptions(actions ?? []);
    // An action from a shared link stays selectable even if no row of the log contains the action.
    if (action && !options.some(({ value }) => value === action)) options.unshift(toActionOption(action));
    return auditFilters(options);
  }, [actions, action]);
  return (
    <ListScreen
      title="Audit Log"
      words={words}
      list={list}
      filters={filters}
      columns={auditColumns}
      query={query}
      fetchRows={(input) => client.admin.audit.list.query(input)}
      rows={(data) => data.entries}
      rowKey={({ id }) => id}
      maxPageLinks={MAX_PAGE_LINKS}
      exportAs="audit"
    />
  );
}
