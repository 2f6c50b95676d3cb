import { formatRupees } from '@inaam/contracts/common/format';
import type { UserProfile } from '@inaam/contracts/identity/user-profile';
import { Badge } from '@inaam/ui/badge';
import { Link } from '@tanstack/react-router';
import { paths } from '../../app/paths.ts';
import { Nothing, Part } from '../../page/section.tsx';
import { Shortened } from '../../page/show-more.tsx';
import { Moment } from '../../page/timestamp.tsx';
import { obstacleOf, SpinOutcome } from '../../shared/spins/spin-status.tsx';

type Completion = UserProfile['completions'][number];

function Line({ completion }: { completion: Completion }) {
  const reversed = completion.status === 'reversed';
  const payout = formatRupees(completion.payout_amount);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 items-baseline gap-y-1 border-t border-line py-2 first:border-t-0 first:pt-0 last:pb-0 sm:grid-cols-[minmax(0,1fr)_8rem_6rem]">
      <div className="col-span-2 min-w-0 sm:col-span-1">
        <Link
          to={paths.conversion}
          params={{ completionId: String(completion.completion_id) }}
          className="row-link wrap-anywhere"
        >
          {completion.title}
        </Link>
        <span className="flex flex-wrap items-center gap-x-2 text-sm text-muted tabular-nums">
          <Moment at={completion.completed_at} />
          {completion.source === 'admin' && <Badge tone="accent">Credited by hand</Badge>}
          {completion.status === 'pending' && <Badge tone="warn">Pending</Badge>}
          {reversed && <Badge tone="bad">Reversed</Badge>}
        </span>
      </div>
      <SpinOutcome outcome={completion.spin} obstacle={obstacleOf(completion.status)} />
      <span className="text-right whitespace-nowrap tabular-nums">
        {reversed ? <s className="text-muted">{payout}</s> : payout}
      </span>
    </li>
  );
}

/** What the user completed; each leads to its chain. */
export const UserCompletions = ({ completions }: { completions: readonly Completion[] }) => (
  <Part title="Completions" note={completions.length > 0 && completions.length.toLocaleString('en-IN')}>
    {completions.length === 0 ? (
      <Nothing>Nothing completed yet.</Nothing>
    ) : (
      <Shortened items={completions} what="completions">
        {(shown) => (
          <ul className="grid">
            {shown.map((completion) => (
              <Line key={completion.completion_id} completion={completion} />
            ))}
          </ul>
        )}
      </Shortened>
    )}
  </Part>
);
