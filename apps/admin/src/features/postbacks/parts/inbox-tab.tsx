import { formatPlural } from '@inaam/contracts/common/format';
import type { NetworkView } from '@inaam/contracts/networks/networks';
import { Button } from '@inaam/ui/button';
import { keepPreviousData } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Allowed } from '../../../app/allowed.tsx';
import { trpc } from '../../../app/trpc.ts';
import type { ListWords } from '../../../lists/columns.ts';
import { FilterBar } from '../../../lists/filter-bar.tsx';
import { ListBody, StaleBanner } from '../../../lists/list-body.tsx';
import { useListState } from '../../../lists/use-list-state.ts';
import { inboxColumns } from './inbox-columns.tsx';
import { inboxFilters, inboxInput, inboxSearch } from './inbox-search.ts';
import { PostbackPanel } from './postback-panel.tsx';
import { ReplayInbox } from './replay-inbox.tsx';

const MAX_PAGE_LINKS = 7;
/** The query string of the tab without filters. */
const UNFILTERED_QUERY = 'tab=inbox';
const words: ListWords = {
  one: 'postback',
  many: 'postbacks',
  failed: 'Failed to fetch the inbox',
  empty: 'No postbacks yet',
  emptyHint:
    'Paste the postback URL into the network’s dashboard and send a test from there. Every postback is stored here exactly as received.',
  noMatch: 'No postbacks match',
};

/** All postbacks of a network, with their outcomes. */
export function InboxTab({ network }: { network: NetworkView }) {
  const list = useListState(inboxSearch);
  const { client } = trpc.useUtils();
  const toInput = (input: typeof list.input) => inboxInput(network.network_id, input);
  const query = trpc.admin.postbacks.list.useQuery(toInput(list.input), { placeholderData: keepPreviousData });
  const [isReplaying, setIsReplaying] = useState(false);
  const { panel, setPanel } = list;
  const columns = useMemo(() => inboxColumns(({ postback_id }) => setPanel(String(postback_id))), [setPanel]);
  const total = query.data?.pagination.total ?? 0;
  return (
    <div className="grid grid-cols-1 gap-3">
      <FilterBar
        list={list}
        filters={inboxFilters}
        unfilteredQuery={UNFILTERED_QUERY}
        extra={
          total > 0 && (
            <Allowed to="admin.postbacks.replay">
              <Button
                icon={<RotateCcw aria-hidden className="size-4 shrink-0" />}
                className="shrink-0"
                onClick={() => setIsReplaying(true)}
              >
                Replay {formatPlural(total, 'postback')}
              </Button>
            </Allowed>
          )
        }
      />
      <p role="status" className="sr-only">
        {total > 0 && formatPlural(total, 'postback')}
      </p>
      <StaleBanner words={words} query={query} />
      <ListBody
        title="Inbox"
        words={words}
        list={list}
        filters={inboxFilters}
        columns={columns}
        query={query}
        fetchRows={(input) => client.admin.postbacks.list.query(toInput(input))}
        rows={({ postbacks }) => postbacks}
        rowKey={({ postback_id }) => postback_id}
        maxPageLinks={MAX_PAGE_LINKS}
      />
      {isReplaying && (
        <ReplayInbox network={network} state={list.state} total={total} onClose={() => setIsReplaying(false)} />
      )}
      {panel && /^[1-9]\d{0,14}$/.test(panel) && (
        <PostbackPanel key={panel} postbackId={Number(panel)} onClose={() => setPanel(undefined)} />
      )}
    </div>
  );
}
