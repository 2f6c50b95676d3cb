import { keepPreviousData } from '@tanstack/react-query';
import { trpc } from '../../app/trpc.ts';
import type { ListWords } from '../../lists/columns.ts';
import { ListScreen } from '../../lists/list-screen.tsx';
import { useListState } from '../../lists/use-list-state.ts';
import { securityEventColumns } from './security-event-columns.tsx';
import { securityEventFilters, securityEventSearch } from './security-event-search.ts';

const words: ListWords = {
  one: 'event',
  many: 'events',
  failed: 'Failed to fetch security events',
  empty: 'No events yet',
  emptyHint: 'Sign-ins, failed attempts and refusals are listed here, and stored for a year.',
  noMatch: 'No events match',
};

/** Sign-ins and refusals, with their IP addresses. */
export function SecurityEventsScreen() {
  const list = useListState(securityEventSearch);
  const { client } = trpc.useUtils();
  const query = trpc.admin.securityEvents.list.useQuery(list.input, { placeholderData: keepPreviousData });
  return (
    <ListScreen
      title="Security Events"
      words={words}
      list={list}
      filters={securityEventFilters}
      columns={securityEventColumns}
      query={query}
      fetchRows={(input) => client.admin.securityEvents.list.query(input)}
      rows={({ events }) => events}
      rowKey={({ id }) => id}
      maxPageLinks={7}
      exportAs="security-events"
    />
  );
}
