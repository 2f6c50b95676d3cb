import { formatDateTime } from '@inaam/contracts/common/time';
import type { TimelineEvent } from '@inaam/contracts/fraud/evidence';
import type { Tone } from '@inaam/ui/badge';
import { StatusDot } from '@inaam/ui/status-dot';
import { Link } from '@tanstack/react-router';
import { paths } from '../../app/paths.ts';
import { Shortened } from './shortened.tsx';

const FIRST = 15;
const kinds: Record<TimelineEvent['kind'], { label: string; tone: Tone }> = {
  registered: { label: 'Registered', tone: 'info' },
  clicked: { label: 'Clicked', tone: 'neutral' },
  completed: { label: 'Completed', tone: 'good' },
  reversed: { label: 'Reversed', tone: 'bad' },
  spun: { label: 'Spun', tone: 'neutral' },
  won: { label: 'Won', tone: 'accent' },
  flagged: { label: 'Flagged', tone: 'bad' },
  unflagged: { label: 'Unflagged', tone: 'good' },
  blocked: { label: 'Blocked', tone: 'bad' },
  unblocked: { label: 'Unblocked', tone: 'good' },
};

/** What happened, newest first. */
export const EvidenceTimeline = ({ events }: { events: readonly TimelineEvent[] }) => (
  <Shortened items={events} first={FIRST} many="events">
    {(shown) => (
      <ol className="grid gap-2">
        {shown.map(({ at, kind, user_id, name, text, completion_id }, index) => (
          <li
            // One event of one kind may come twice in a moment; the list only ever grows at its end.
            key={`${at}-${kind}-${user_id}-${index}`}
            className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-3 sm:grid-cols-[6.5rem_minmax(0,1fr)_auto]"
          >
            <StatusDot tone={kinds[kind].tone}>{kinds[kind].label}</StatusDot>
            <span className="min-w-0 wrap-anywhere">
              {name && <span className="font-semibold">{name}</span>}
              {name && text && ' · '}
              {completion_id === null ? (
                text
              ) : (
                <Link to={paths.conversion} params={{ completionId: String(completion_id) }} className="link">
                  {text || 'Conversion'}
                </Link>
              )}
            </span>
            <time dateTime={at} className="col-start-2 text-xs text-muted tabular-nums sm:col-start-3 sm:text-right">
              {formatDateTime(at)} IST
            </time>
          </li>
        ))}
      </ol>
    )}
  </Shortened>
);
