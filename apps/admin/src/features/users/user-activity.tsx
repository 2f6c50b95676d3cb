import { formatCount, formatRupees } from '@inaam/contracts/common/format';
import { adminPaths } from '@inaam/contracts/common/paths';
import type { UserProfile } from '@inaam/contracts/identity/user-profile';
import { rewardAmount } from '@inaam/contracts/spins/reward-type';
import { Badge } from '@inaam/ui/badge';
import { Button, buttonClass } from '@inaam/ui/button';
import { cx } from '@inaam/ui/cx';
import { Link } from '@tanstack/react-router';
import { Hourglass } from 'lucide-react';
import { useState } from 'react';
import { Allowed } from '../../app/allowed.tsx';
import { EmptySection, Section } from '../../page/section.tsx';
import { ShowMore } from '../../page/show-more.tsx';
import { Timestamp } from '../../page/timestamp.tsx';
import { CompletionStatus } from '../completions/parts/completion-status.tsx';
import { CreditByHand } from '../completions/parts/credit-completion.tsx';
import { VoucherCode } from '../vouchers/parts/voucher-code.tsx';
import { WonVouchers } from '../vouchers/parts/won-vouchers.tsx';

type Completion = UserProfile['completions'][number];

function CompletionRow({ completion }: { completion: Completion }) {
  const reversed = completion.status === 'reversed';
  const payout = formatRupees(completion.payout_amount);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 items-baseline gap-y-1 border-t border-line py-2 first:border-t-0 first:pt-0 last:pb-0 sm:grid-cols-[minmax(0,1fr)_8rem_6rem]">
      <div className="col-span-2 min-w-0 sm:col-span-1">
        <Link
          to={adminPaths.conversion}
          params={{ completionId: String(completion.completion_id) }}
          className="row-link wrap-anywhere"
        >
          {completion.title}
        </Link>
        <span className="flex flex-wrap items-center gap-x-2 text-sm text-muted tabular-nums">
          <span>{completion.category}</span>
          <Timestamp at={completion.completed_at} />
          {completion.source === 'admin' && <Badge tone="accent">Credited manually</Badge>}
          {completion.source === 'house' && <Badge tone="accent">Milestone</Badge>}
          {reversed && <Badge tone="bad">Reversed</Badge>}
        </span>
      </div>
      <span className="grid justify-items-start">
        <CompletionStatus state={completion.state} amount={rewardAmount(completion.reward_type)} />
        <VoucherCode voucher={completion} />
      </span>
      <span className="text-right whitespace-nowrap tabular-nums">
        {reversed ? <s className="text-muted">{payout}</s> : payout}
      </span>
    </li>
  );
}

/** The user's completions; each links to its details. */
export const UserCompletions = ({ completions }: { completions: readonly Completion[] }) => (
  <Section title="Completions" note={completions.length > 0 && formatCount(completions.length)}>
    {completions.length === 0 ? (
      <EmptySection>No completions yet.</EmptySection>
    ) : (
      <ShowMore items={completions} what="completions">
        {(shown) => (
          <ul className="grid">
            {shown.map((completion) => (
              <CompletionRow key={completion.completion_id} completion={completion} />
            ))}
          </ul>
        )}
      </ShowMore>
    )}
  </Section>
);

/** Wins whose amount is out of stock. They get vouchers automatically when vouchers of the amount are added. */
export const UserOwedWins = ({ owed }: { owed: UserProfile['owed'] }) =>
  owed.length > 0 && (
    <section aria-label="Owed wins" className="rounded-card border border-warn/50 bg-warn-soft p-card">
      <ul className="grid gap-2">
        {owed.map(({ completion_id, amount, spun_at }) => (
          <li key={completion_id} className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <p className="flex min-w-0 grow basis-56 items-start gap-3">
              <Hourglass aria-hidden className="size-5 shrink-0 text-warn" />
              <span>
                <Link
                  to={adminPaths.conversion}
                  params={{ completionId: String(completion_id) }}
                  className="font-semibold underline underline-offset-4"
                >
                  A {formatRupees(amount)} voucher is owed
                </Link>{' '}
                <span className="block text-sm text-muted tabular-nums">
                  since <Timestamp at={spun_at} />
                </span>
              </span>
            </p>
            <Link
              to={adminPaths.vouchers}
              search={{ panel: `new-${amount}` }}
              className={cx(buttonClass({ small: true }), 'print:hidden')}
            >
              Add {formatRupees(amount)} vouchers
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );

/** The user's vouchers, including withdrawn vouchers. */
export const UserVouchers = ({
  vouchers,
  winner,
  startsOpen,
}: {
  vouchers: UserProfile['vouchers'];
  winner: string;
  /** True if the confirmation that resends the user's only valid code is open from the start. */
  startsOpen: boolean;
}) => (
  <Section title="Vouchers" note={vouchers.length > 0 && formatCount(vouchers.length)}>
    {vouchers.length === 0 ? (
      <EmptySection>No voucher won yet.</EmptySection>
    ) : (
      <WonVouchers vouchers={vouchers} winner={winner} linked startsOpen={startsOpen} />
    )}
  </Section>
);

type Click = UserProfile['waiting_clicks'][number];

/** Pending clicks, each with a button that credits the click without a postback. */
export function WaitingClicks({
  clicks,
  user,
  startsOpen,
}: {
  clicks: readonly Click[];
  user: { user_id: number; name: string };
  /** True if the confirmation for a manual credit is open from the start. */
  startsOpen: boolean;
}) {
  // If several clicks are pending, the admin selects one.
  const [clickToCredit, setClickToCredit] = useState<Click | undefined>(
    startsOpen && clicks.length === 1 ? clicks[0] : undefined,
  );
  return (
    <Section title="Pending clicks" note={clicks.length > 0 && formatCount(clicks.length)}>
      {clicks.length === 0 ? (
        <EmptySection>No pending clicks.</EmptySection>
      ) : (
        <ShowMore items={clicks} what="clicks">
          {(shown) => (
            <ul className="grid">
              {shown.map((click) => (
                <li
                  key={click.click_id}
                  className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-2 first:border-t-0 first:pt-0 last:pb-0"
                >
                  <div className="min-w-0 grow basis-56">
                    <span className="block font-semibold wrap-anywhere">{click.title}</span>
                    <span className="block text-sm text-muted tabular-nums">
                      Started <Timestamp at={click.created_at} />
                      {click.ip && ` from ${click.ip}`}
                    </span>
                    <span className="block font-mono text-xs wrap-anywhere text-muted">{click.click_id}</span>
                  </div>
                  <Allowed to="admin.users.credit">
                    <Button small onClick={() => setClickToCredit(click)}>
                      Credit manually<span className="sr-only"> {click.title}</span>
                    </Button>
                  </Allowed>
                </li>
              ))}
            </ul>
          )}
        </ShowMore>
      )}
      {clickToCredit && <CreditByHand click={clickToCredit} user={user} onClose={() => setClickToCredit(undefined)} />}
    </Section>
  );
}
