import { formatRupees } from '@inaam/contracts/common/format';
import { userPaths } from '@inaam/contracts/common/paths';
import type { CompletionView } from '@inaam/contracts/insights/insights';
import { rewardAmount } from '@inaam/contracts/spins/reward-type';
import { Badge, type Tone } from '@inaam/ui/badge';
import { buttonClass } from '@inaam/ui/button';
import { EmptyState } from '@inaam/ui/empty-state';
import { StatusDot } from '@inaam/ui/status-dot';
import { Link } from '@tanstack/react-router';
import { categoryName } from '../../app/category-name.ts';
import { getConfirmingNote } from '../../app/confirming-note.ts';
import { Drawing } from '../../app/drawing.tsx';
import { formatDateTime } from '../../words/dates.ts';
import { profile as words } from '../../words/words.ts';
import { HistoryVoucher } from '../vouchers/parts/history-voucher.tsx';

/** Completions with their spins' results, in the server's order: newest first. */
export function History({ completions, now }: { completions: readonly CompletionView[]; now: Date }) {
  if (completions.length === 0) {
    return (
      <EmptyState
        kind="first-use"
        title={words.noneTitle}
        drawing={<Drawing name="wheel" />}
        action={
          <Link to={userPaths.offers} className={buttonClass({ variant: 'primary' })}>
            {words.seeOffers}
          </Link>
        }
      >
        {words.noneHint}
      </EmptyState>
    );
  }
  return (
    <ul className="gap-4 md:columns-2">
      {completions.map((completion) => (
        <li
          key={completion.completion_id}
          className="mb-3 flex break-inside-avoid flex-col gap-3 rounded-card border border-line bg-surface p-4 md:mb-4"
        >
          <div className="flex items-start justify-between gap-3">
            <div className="min-w-0">
              <h2 className="text-base leading-snug">{completion.title}</h2>
              <p className="mt-0.5 text-sm text-muted">
                <time dateTime={completion.completed_at}>{formatDateTime(completion.completed_at)}</time>
              </p>
            </div>
            <span className="shrink-0">
              <Badge>{categoryName(completion.category)}</Badge>
            </span>
          </div>
          <div className="text-sm">
            <Outcome completion={completion} />
          </div>
          {completion.voucher && <HistoryVoucher voucher={completion.voucher} now={now} />}
          {completion.spinner_used && (
            <Link to={userPaths.fairness} search={{ offer: completion.offer_id }} className={linkClass}>
              {words.howDrawn}
            </Link>
          )}
          {isReady(completion) && (
            <Link to={userPaths.offers} search={{ spin: completion.offer_id }} className={linkClass}>
              {words.spinIts}
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

/** The result of a completion: a dot with words, and a reason if needed. */
function getOutcome(completion: CompletionView): { tone: Tone; text: string; why?: string } {
  const amount = rewardAmount(completion.reward_type);
  if (amount !== undefined && completion.owed) {
    return {
      tone: 'warn',
      text: words.wonOwed({ amount: formatRupees(amount) }),
      why: words.wonOwedHow,
    };
  }
  if (amount !== undefined) return { tone: 'good', text: words.won({ amount: formatRupees(amount) }) };
  if (completion.spinner_used) {
    return { tone: 'neutral', text: words.lost, why: words.lostHow };
  }
  if (completion.reversed) {
    return {
      tone: 'bad',
      text: words.reversed,
      why: words.reversedHow,
    };
  }
  if (completion.pending) {
    return { tone: 'info', text: words.confirming, why: getConfirmingNote(completion.held_until) };
  }
  return { tone: 'accent', text: words.ready };
}

const Outcome = ({ completion }: { completion: CompletionView }) => {
  const { tone, text, why } = getOutcome(completion);
  return (
    <>
      <StatusDot wrap tone={tone}>
        {text}
      </StatusDot>
      {why && <p className="mt-1 text-muted">{why}</p>}
    </>
  );
};
