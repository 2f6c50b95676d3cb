import { formatPlural } from '@inaam/contracts/common/format';
import { formatDateTime } from '@inaam/contracts/common/time';
import type { PostbackRow } from '@inaam/contracts/postbacks/inbox';
import { Badge } from '@inaam/ui/badge';
import type { Column } from '../../../lists/columns.ts';
import { FilterCell } from '../../../lists/filter-cell.tsx';
import { opensRecord } from '../../../lists/row-keys.ts';
import type { InboxState } from './inbox-search.ts';
import { OutcomeDot } from './postback-outcome.tsx';
import { kindLabels } from './postback-words.ts';

const noValue = <span className="text-muted">–</span>;

/** @param onOpen opens one postback */
export const inboxColumns = (onOpen: (entry: PostbackRow) => void): Column<PostbackRow, InboxState>[] => [
  {
    id: 'at',
    header: 'Received (IST)',
    className: 'whitespace-nowrap',
    cell: (entry) => (
      <button
        {...opensRecord}
        type="button"
        onClick={() => onOpen(entry)}
        className="row-link -my-2 min-h-control py-2"
      >
        <time dateTime={entry.received_at} className="tabular-nums">
          {formatDateTime(entry.received_at)}
        </time>
        <span className="sr-only">, postback {entry.postback_id}</span>
      </button>
    ),
  },
  {
    id: 'outcome',
    header: 'Outcome',
    className: 'min-w-44 max-w-80',
    phone: 'end',
    cell: ({ outcome, reason, alert, repeats }) => (
      <>
        {outcome ? (
          <FilterCell<InboxState> name="outcome" value={outcome}>
            <OutcomeDot outcome={outcome} />
          </FilterCell>
        ) : (
          <OutcomeDot outcome={outcome} />
        )}
        {reason && <span className="block text-xs text-muted wrap-anywhere">{reason}</span>}
        {repeats > 0 && (
          <span className="block text-xs text-muted">Sent again {formatPlural(repeats, 'time', 'times')}</span>
        )}
        {alert && (
          <span className="mt-1 block">
            {/* If the alert is equal to the reason, the text is shown only once. */}
            <Badge tone="bad">{alert === reason ? 'Alert' : alert}</Badge>
          </span>
        )}
      </>
    ),
  },
  {
    id: 'kind',
    header: 'Event',
    cell: ({ kind }) =>
      kind ? (
        <FilterCell<InboxState> name="kind" value={kind} className="whitespace-nowrap">
          {kindLabels[kind]}
        </FilterCell>
      ) : (
        noValue
      ),
  },
  {
    id: 'click',
    header: 'Click',
    className: 'max-w-40',
    cell: ({ click_id }) =>
      click_id ? (
        <FilterCell name="search" value={click_id} className="code block wrap-anywhere py-1 text-xs">
          {click_id}
        </FilterCell>
      ) : (
        noValue
      ),
  },
  {
    id: 'transaction',
    header: 'Transaction',
    className: 'max-w-36',
    phone: 'below',
    cell: ({ transaction_id, goal_id }) => (
      <>
        {transaction_id ? (
          <FilterCell name="search" value={transaction_id} className="code block wrap-anywhere py-1 text-xs">
            {transaction_id}
          </FilterCell>
        ) : (
          noValue
        )}
        {goal_id && <span className="block wrap-anywhere text-xs text-muted">Goal {goal_id}</span>}
      </>
    ),
  },
  { id: 'payout', header: 'Payout', numeric: true, phone: 'belowEnd', cell: ({ payout }) => payout ?? noValue },
  {
    id: 'ip',
    header: 'IP address',
    // Leaves room for the filter at the right edge.
    className: 'pr-8!',
    cell: ({ ip, method }) => (
      <>
        {ip ? (
          <FilterCell name="search" value={ip} className="tabular-nums">
            {ip}
          </FilterCell>
        ) : (
          noValue
        )}
        <span className="block text-xs text-muted">{method}</span>
      </>
    ),
  },
];
