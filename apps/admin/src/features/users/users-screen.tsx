import { keepPreviousData } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useIsAllowed } from '../../app/allowed.tsx';
import { trpc } from '../../app/trpc.ts';
import type { ListWords } from '../../lists/columns.ts';
import { ListScreen } from '../../lists/list-screen.tsx';
import { noSelection } from '../../lists/selection.ts';
import { useListState } from '../../lists/use-list-state.ts';
import { useSelection } from '../../lists/use-selection.ts';
import { ConfirmFraudBulk, FraudBulkBar } from '../fraud/parts/bulk-actions.tsx';
import { fullName } from './parts/full-name.ts';
import { userColumns } from './user-columns.tsx';
import { UserPanel } from './user-panel.tsx';
import { userFilters, userSearch } from './user-search.ts';

const MAX_PAGE_LINKS = 7;
const words: ListWords = {
  one: 'user',
  many: 'users',
  failed: 'Failed to fetch users',
  empty: 'No users yet',
  emptyHint: 'Users who register in the app are listed here.',
  noMatch: 'No users found',
};

export function UsersScreen() {
  const list = useListState(userSearch);
  const { client } = trpc.useUtils();
  const query = trpc.admin.users.list.useQuery(list.input, { placeholderData: keepPreviousData });
  const { panel, setPanel } = list;
  const { selection, setSelection } = useSelection(list.input);
  const [direction, setDirection] = useState<'flag' | 'unflag'>();
  const mayFlag = useIsAllowed()('admin.fraud.act');
  const chosen = (query.data?.users ?? []).filter(({ user_id }) => selection.keys.has(user_id));
  const clear = () => setSelection(noSelection);
  const columns = useMemo(() => userColumns((user) => setPanel(String(user.user_id))), [setPanel]);
  const openUserId = /^[1-9]\d{0,14}$/.test(panel ?? '') ? Number(panel) : undefined;
  return (
    <>
      <ListScreen
        title="User Management"
        words={words}
        list={list}
        filters={userFilters}
        columns={columns}
        query={query}
        fetchRows={(input) => client.admin.users.list.query(input)}
        rows={(data) => data.users}
        rowKey={(user) => user.user_id}
        maxPageLinks={MAX_PAGE_LINKS}
        exportAs="users"
        selectable={mayFlag ? { selection, onSelect: setSelection, getName: fullName } : undefined}
        bulkBar={
          chosen.length > 0 && (
            <FraudBulkBar
              chosen={chosen.length}
              matching={false}
              total={chosen.length}
              onMatching={undefined}
              onClear={clear}
              onAct={setDirection}
            />
          )
        }
      />
      {direction && (
        <ConfirmFraudBulk
          users={chosen.map((user) => ({ ...user, name: fullName(user) }))}
          direction={direction}
          onClose={() => setDirection(undefined)}
          onDone={clear}
        />
      )}
      {openUserId !== undefined && (
        <UserPanel key={openUserId} userId={openUserId} onClose={() => setPanel(undefined)} />
      )}
    </>
  );
}
