import { formatCount } from '@inaam/contracts/common/format';
import type { MessageStatus } from '@inaam/contracts/messages/messages';
import { keepPreviousData } from '@tanstack/react-query';
import { trpc } from '../../app/trpc.ts';
import type { ListWords } from '../../lists/columns.ts';
import { ListScreen } from '../../lists/list-screen.tsx';
import { useListState } from '../../lists/use-list-state.ts';
import { Banner } from '../../page/banner.tsx';
import { messageColumns } from './message-columns.tsx';
import { messageFilters, messageSearch } from './message-search.ts';

const words: ListWords = {
  one: 'message',
  many: 'messages',
  failed: 'Failed to fetch messages',
  empty: 'No messages yet',
  emptyHint: 'Messages to users are listed here. The content of messages is not stored.',
  noMatch: 'No messages match',
};

/** The queued, sent, failed and suppressed messages. */
export function MessagesScreen() {
  const list = useListState(messageSearch);
  const { client } = trpc.useUtils();
  const query = trpc.admin.messages.list.useQuery(list.input, { placeholderData: keepPreviousData });
  const { data } = query;
  return (
    <ListScreen
      title="Messages"
      words={words}
      list={list}
      filters={messageFilters}
      columns={messageColumns}
      query={query}
      fetchRows={(input) => client.admin.messages.list.query(input)}
      rows={(page) => page.messages}
      rowKey={({ message_row_id }) => message_row_id}
      maxPageLinks={7}
      above={
        data && (
          <>
            {!data.mail && (
              <Banner tone="info" title="E-mail is turned off">
                No e-mail is sent (MAIL=off). Users can neither verify e-mail addresses nor reset passwords.
              </Banner>
            )}
            <MessageCounts {...data.counts} />
          </>
        )
      }
    />
  );
}

function MessageCounts({ queued, sent, failed, suppressed }: Record<MessageStatus, number>) {
  return (
    <p className="text-muted">
      {formatCount(queued)} queued. In the last 24 hours {formatCount(sent)} sent,{' '}
      {`${formatCount(failed)} failed, ${formatCount(suppressed)} suppressed.`}
    </p>
  );
}
