import { adminPaths } from '@inaam/contracts/common/paths';
import { formatDateTime } from '@inaam/contracts/common/time';
import { isMessageKind, type MessageRow, messageKinds } from '@inaam/contracts/messages/messages';
import type { Tone } from '@inaam/ui/badge';
import { StatusDot } from '@inaam/ui/status-dot';
import { Link } from '@tanstack/react-router';
import type { Column } from '../../lists/columns.ts';
import { channelWords, type MessageState, statusWords } from './message-search.ts';

const tones: Record<MessageRow['status'], Tone> = {
  queued: 'info',
  sent: 'good',
  failed: 'bad',
  suppressed: 'neutral',
};

const Time = ({ at }: { at: string }) => <time dateTime={at}>{formatDateTime(at)}</time>;

/** The recipient, with a link to the user's page for messages to users. */
const RecipientLink = ({ recipient, userId }: { recipient: string; userId: number | null }) =>
  userId === null ? (
    <span className="wrap-anywhere">{recipient}</span>
  ) : (
    <Link
      to={adminPaths.user}
      params={{ userId: String(userId) }}
      className="row-link py-1! font-normal! wrap-anywhere max-sm:inline-block max-sm:min-h-6"
    >
      {recipient}
    </Link>
  );

export const messageColumns: Column<MessageRow, MessageState>[] = [
  {
    id: 'recipient',
    header: 'To',
    className: 'min-w-48',
    cell: ({ channel, recipient, user_id }) => (
      <RecipientLink recipient={channel === 'push' ? `A browser of user ${user_id}` : recipient} userId={user_id} />
    ),
  },
  { id: 'channel', header: 'Channel', cell: ({ channel }) => channelWords[channel] },
  {
    id: 'kind',
    header: 'Message',
    className: 'min-w-36',
    phone: 'below',
    cell: ({ kind }) => (isMessageKind(kind) ? messageKinds[kind].words : kind),
  },
  {
    id: 'status',
    header: 'Status',
    className: 'min-w-24',
    phone: 'end',
    cell: ({ status, due_at, attempts }) => (
      <>
        <StatusDot tone={tones[status]}>{statusWords[status]}</StatusDot>
        {due_at !== null && attempts > 0 && (
          <span className="block text-xs text-muted sm:pl-4">
            attempt {attempts + 1} on <Time at={due_at} />
          </span>
        )}
      </>
    ),
  },
  {
    id: 'problem',
    header: 'Error',
    className: 'min-w-32 max-w-md',
    cell: ({ problem }) => problem ?? <span className="text-muted">–</span>,
  },
  {
    id: 'created_at',
    header: 'Queued (IST)',
    phone: 'belowEnd',
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ created_at }) => <Time at={created_at} />,
  },
  {
    id: 'settled_at',
    header: 'Finished (IST)',
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ settled_at }) => (settled_at === null ? <span className="text-muted">–</span> : <Time at={settled_at} />),
  },
];
