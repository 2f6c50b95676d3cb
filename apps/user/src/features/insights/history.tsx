import { formatRupees } from '@inaam/contracts/common/format';
import { userPaths } from '@inaam/contracts/common/paths';
import { formatDateTime } from '@inaam/contracts/common/time';
import type { CompletionView } from '@inaam/contracts/insights/insights';
import { rewardAmount } from '@inaam/contracts/spins/reward-type';
import { Badge, type Tone } from '@inaam/ui/badge';
import { buttonClass } from '@inaam/ui/button';
import { EmptyState } from '@inaam/ui/empty-state';
import { StatusDot } from '@inaam/ui/status-dot';
import { Link } from '@tanstack/react-router';
import { confirmingNote } from '../../app/confirming.ts';
import { Voucher } from './voucher.tsx';

/** Completions with what their spins gave, in the server's order: the newest first. */
export function History({ completions, now }: { completions: readonly CompletionView[]; now: Date }) {
  if (completions.length === 0) {
    return (
      <EmptyState
        kind="first-use"
        title="Nothing completed yet"
        action={
          <Link to={userPaths.offers} className={buttonClass({ variant: 'primary' })}>
            See the offers
          </Link>
        }
      >
        Each offer you complete appears here, with the voucher it won.
      </EmptyState>
    );
  }
  return (
    <ul className="grid grid-cols-1 items-start gap-3 md:grid-cols-2">
      {completions.map((completion) => (
        <li
          key={completion.completion_id}
          className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4"
        >
          <div className="flex items-start justify-between gap-3">
            <div className="min-w-0">
              <h2 className="text-base leading-snug">{completion.title}</h2>
              <p className="mt-0.5 text-sm text-muted">
                <time dateTime={completion.completed_at}>{formatDateTime(completion.completed_at)}</time>
              </p>
            </div>
            <Badge>{completion.category}</Badge>
          </div>
          <div className="text-sm">
            <Outcome completion={completion} />
          </div>
          {completion.voucher && <Voucher voucher={completion.voucher} now={now} />}
          {completion.spinner_used && (
            <Link to={userPaths.fairness} search={{ offer: completion.offer_id }} className={linkClass}>
              How this was drawn
            </Link>
          )}
          {isReady(completion) && (
            <Link to={userPaths.offers} search={{ spin: completion.offer_id }} className={linkClass}>
              Spin its wheel
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

const linkClass = 'link -my-2 inline-flex min-h-control items-center self-start text-sm';

const isReady = ({ spinner_used, reversed, pending }: CompletionView): boolean =>
  !spinner_used && !reversed && !pending;

/** What became of a completion, as a dot with words, and why where that is not plain. */
function outcomeOf(completion: CompletionView): { tone: Tone; words: string; why?: string } {
  const amount = rewardAmount(completion.reward_type);
  if (amount !== undefined && completion.owed) {
    return {
      tone: 'warn',
      words: `Won ${formatRupees(amount)}: your voucher is on its way`,
      why: 'None of this amount was in stock. Its code appears here by itself.',
    };
  }
  if (amount !== undefined) return { tone: 'good', words: `Won ${formatRupees(amount)}` };
  if (completion.spinner_used) {
    return { tone: 'neutral', words: 'No reward this time', why: "The wheel stopped on 'Try Again'." };
  }
  if (completion.reversed) {
    return {
      tone: 'bad',
      words: 'Taken back by the partner',
      why: 'There is no spin for it. That happens when a purchase is cancelled or the terms of the offer were not met.',
    };
  }
  if (completion.pending) {
    return { tone: 'info', words: 'Being confirmed', why: confirmingNote(completion.held_until) };
  }
  return { tone: 'accent', words: 'Ready to Spin' };
}

const Outcome = ({ completion }: { completion: CompletionView }) => {
  const { tone, words, why } = outcomeOf(completion);
  return (
    <>
      <StatusDot wrap tone={tone}>
        {words}
      </StatusDot>
      {why && <p className="mt-1 text-muted">{why}</p>}
    </>
  );
};
