import { formatRupees } from '@inaam/contracts/common/format';
import type { CompletionTrace } from '@inaam/contracts/completions/trace';
import { getReward, getWinPermille, oddsOrDefault, permilleToPercent, ROLLS } from '@inaam/contracts/offers/odds';
import { Badge } from '@inaam/ui/badge';
import { CopyButton } from '@inaam/ui/copy-button';
import { cx } from '@inaam/ui/cx';
import { StatusDot } from '@inaam/ui/status-dot';
import {
  Disc3,
  Flag,
  type LucideIcon,
  MousePointerClick,
  Radio,
  ShieldCheck,
  TicketPercent,
  TrendingUp,
  Undo2,
} from 'lucide-react';
import { Fact, Facts, Missing } from '../../page/facts.tsx';
import { Timestamp } from '../../page/timestamp.tsx';
import type { WithEntries } from '../audit/parts/audit-trail.tsx';
import { OutcomeDot } from '../postbacks/parts/postback-outcome.tsx';
import { browserName } from '../users/parts/browser-name.ts';
import { WonVouchers } from '../vouchers/parts/won-vouchers.tsx';
import { CompletionStatus } from './parts/completion-status.tsx';
import type { Step } from './timeline.tsx';
import { VerifyDraw } from './verify-draw.tsx';

/**
 * The steps of a completion, from its click to its voucher. A reversal is shown where it happened: before the spin, or
 * at the end.
 */
export function buildTraceSteps(completionTrace: WithEntries<CompletionTrace>): Step[] {
  const { completion, click, goals, spin, vouchers } = completionTrace;
  const postbacks = completionTrace.postbacks.toSorted((a, b) => a.received_at.localeCompare(b.received_at));
  const step = (
    title: string,
    Icon: LucideIcon,
    at: string | null,
    content: Step['content'],
    status?: Step['status'],
  ) => ({
    title,
    Icon,
    at,
    content,
    status,
  });
  const reversal =
    completion.reversed_at === null
      ? []
      : [
          step(
            'Reversal',
            Undo2,
            completion.reversed_at,
            <p>
              {completion.source === 'house'
                ? 'A reversal took the user below the milestone.'
                : `The network reversed it: ${formatRupees(completion.payout_amount)} no longer count as revenue.`}
              {spin.spun_at === null && ' The wheel cannot be spun.'}
            </p>,
          ),
        ];
  const reversedFirst = spin.spun_at === null || (completion.reversed_at ?? '') < spin.spun_at;
  return [
    // A milestone has no click and no postback: the app itself completes it.
    ...(click
      ? [
          step('Click', MousePointerClick, click.created_at, <ClickPart click={click} />),
          step(
            postbacks.length > 1 ? 'Postbacks' : 'Postback',
            Radio,
            postbacks[0]?.received_at ?? null,
            <PostbackPart postbacks={postbacks} isManualCredit={completion.source === 'admin'} />,
          ),
        ]
      : []),
    step('Conversion', TrendingUp, completion.completed_at, <ConversionPart completion={completion} />),
    ...(reversedFirst ? reversal : []),
    ...goals.map((goal) => step(goalTitle(goal), Flag, goal.at, <GoalPart goal={goal} />)),
    step(
      'Spin',
      Disc3,
      spin.spun_at,
      <OddsInForce config={spin.spinner_config} roll={spin.proof?.roll} />,
      <CompletionStatus state={completion.state} />,
    ),
    step('Proof', ShieldCheck, spin.spun_at, <ProofPart completionId={completion.completion_id} spin={spin} />),
    step(
      vouchers.length > 1 ? 'Vouchers' : 'Voucher',
      TicketPercent,
      vouchers.findLast(({ assigned_at }) => assigned_at !== null)?.assigned_at ?? null,
      <VoucherPart completionTrace={completionTrace} />,
    ),
    ...(reversedFirst ? [] : reversal),
  ];
}

function goalTitle({ goal_id, name }: CompletionTrace['goals'][number]): string {
  if (goal_id === null) return 'Further transaction';
  return name || (goal_id === '' ? 'Unnamed goal' : `Goal ${goal_id}`);
}

const Mono = ({ children }: { children: string }) => (
  <span className="font-mono text-sm wrap-anywhere">{children}</span>
);

const ClickPart = ({ click }: { click: NonNullable<CompletionTrace['click']> }) => (
  <Facts>
    <Fact term="Click ID">
      <Mono>{click.click_id}</Mono>
    </Fact>
    <Fact term="IP address">{click.ip ? <Mono>{click.ip}</Mono> : <Missing />}</Fact>
    <Fact term="Device">{click.device ? <Mono>{click.device}</Mono> : <Missing>No fingerprint</Missing>}</Fact>
    <Fact term="Browser">{browserName(click.user_agent)}</Fact>
  </Facts>
);

/** The network's postbacks, oldest first. */
function PostbackPart({
  postbacks,
  isManualCredit,
}: {
  postbacks: CompletionTrace['postbacks'];
  isManualCredit: boolean;
}) {
  if (postbacks.length === 0) {
    return (
      <p className="text-muted">
        {isManualCredit ? 'None: an admin credited it manually.' : 'No postback is stored for this conversion.'}
      </p>
    );
  }
  return (
    <ol className="grid gap-3">
      {postbacks.map((postback) => (
        <li key={postback.postback_id} className="grid gap-1 border-t border-line pt-3 first:border-t-0 first:pt-0">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <OutcomeDot outcome={postback.outcome} />
            <span className="text-sm text-muted tabular-nums">
              {postback.method} from {postback.ip ?? 'an unknown IP address'}, <Timestamp at={postback.received_at} />
            </span>
          </p>
          {postback.reason && <p className="wrap-anywhere">{postback.reason}</p>}
          <p className="rounded-control bg-sunken p-2 font-mono text-xs whitespace-pre-wrap wrap-anywhere">
            {postback.query || '(empty)'}
          </p>
        </li>
      ))}
    </ol>
  );
}

/** One more goal that the network paid. */
const GoalPart = ({ goal }: { goal: CompletionTrace['goals'][number] }) => (
  <Facts>
    <Fact term="Payout">
      {goal.status === 'reversed' ? (
        <s className="text-muted">{formatRupees(goal.payout_amount)}</s>
      ) : (
        <span className="font-semibold">{formatRupees(goal.payout_amount)}</span>
      )}
      <span className="block text-sm text-muted">
        {goal.currency === 'INR'
          ? `The network reported ${goal.reported_payout} INR`
          : `The network reported ${goal.reported_payout} ${goal.currency}, at ₹${goal.rate} each`}
      </span>
    </Fact>
    {goal.name && goal.goal_id && (
      <Fact term="Event">
        <Mono>{goal.goal_id}</Mono>
      </Fact>
    )}
    <Fact term="Transaction">
      <Mono>{goal.transaction_id}</Mono>
    </Fact>
    {goal.status === 'pending' && (
      <Fact term="Confirmed">
        <Missing>Not yet: it does not count as revenue</Missing>
      </Fact>
    )}
    {goal.reversed_at !== null && (
      <Fact term="Reversed">
        <Timestamp at={goal.reversed_at} />, only this payment
      </Fact>
    )}
  </Facts>
);

function ConversionPart({ completion }: { completion: CompletionTrace['completion'] }) {
  const { reported_payout, currency, rate, payout_amount, status, held_until } = completion;
  const payout = formatRupees(payout_amount);
  if (completion.awaits_goal) {
    return (
      <Facts>
        <Fact term="Waiting for">
          <span className="font-semibold">
            {completion.goal_id ? `Goal ${completion.goal_id}` : 'The postback that grants the spin'}
          </span>
          <span className="block text-sm text-muted">
            The goals below were paid. This goal grants the spin and pays {payout}, unless the network reports another
            amount.
          </span>
        </Fact>
        <Fact term="Network">{completion.network}</Fact>
      </Facts>
    );
  }
  return (
    <Facts>
      <Fact term="Payout">
        {status === 'reversed' ? (
          <s className="text-muted">{payout}</s>
        ) : (
          <span className="font-semibold">{payout}</span>
        )}
        <span className="block text-sm text-muted">
          {reported_payout === null
            ? 'The network sent no amount'
            : currency === 'INR'
              ? `The network reported ${reported_payout} INR`
              : `The network reported ${reported_payout} ${currency}, at ₹${rate} each`}
        </span>
      </Fact>
      <Fact term="Network">{completion.network}</Fact>
      {completion.goal_id && (
        <Fact term="Goal">
          <Mono>{completion.goal_id}</Mono>
        </Fact>
      )}
      <Fact term="Transaction">
        <Mono>{completion.transaction_id}</Mono>
      </Fact>
      {status === 'pending' && (
        <Fact term="Confirmed">
          <Missing>Not yet: its payout does not count as revenue, and the wheel stays locked</Missing>
        </Fact>
      )}
      {held_until && (
        <Fact term="Held until">
          <Timestamp at={held_until} />
          <span className="block text-sm text-muted">The wheel stays locked until then</span>
        </Fact>
      )}
      {completion.source === 'admin' && (
        <Fact term="Credited">
          <Badge tone="accent">Manually</Badge>
        </Fact>
      )}
      {completion.source === 'house' && (
        <Fact term="Completed by">
          <Badge tone="accent">Milestone</Badge>
        </Fact>
      )}
    </Facts>
  );
}

/** The odds of this draw, with the slice that was hit highlighted. */
function OddsInForce({ config, roll }: { config: string; roll: number | undefined }) {
  const odds = oddsOrDefault(config);
  const hit = roll === undefined ? undefined : (getReward(odds, roll) ?? odds.length);
  const slices = [
    ...odds.map(({ amount, permille }) => ({ name: formatRupees(amount), permille })),
    { name: 'Try Again', permille: ROLLS - getWinPermille(odds) },
  ];
  return (
    <ul aria-label="Odds of this draw" className="flex flex-wrap gap-1">
      {slices.map(({ name, permille }, index) => (
        <li
          // The draw defines the order of the slices, and two may be equal.
          // biome-ignore lint/suspicious/noArrayIndexKey: slices have fixed places
          key={index}
          className={cx(
            'rounded-full border px-3 py-0.5 text-sm tabular-nums',
            index === hit ? 'border-accent bg-accent-soft font-semibold text-accent' : 'border-line text-muted',
          )}
        >
          {name} {permilleToPercent(permille)}%{index === hit && <span className="sr-only">, drawn</span>}
        </li>
      ))}
    </ul>
  );
}

function ProofPart({ completionId, spin }: { completionId: number; spin: CompletionTrace['spin'] }) {
  const { commitment, proof } = spin;
  return (
    <div className="grid gap-3">
      <Facts>
        <Fact term="Commitment">
          <Hex value={commitment} what="commitment" />
        </Fact>
        {proof && (
          <>
            <Fact term="Server seed">
              <Hex value={proof.serverSeed} what="server seed" />
            </Fact>
            <Fact term="Client seed">
              {proof.clientSeed ? <Hex value={proof.clientSeed} what="client seed" /> : <Missing>Empty</Missing>}
            </Fact>
            <Fact term="Roll">
              {proof.roll} of {ROLLS}
            </Fact>
          </>
        )}
      </Facts>
      {proof ? (
        <div className="rounded-control bg-sunken p-3">
          <VerifyDraw
            proof={{ ...proof, completionId, commitment }}
            spinnerConfig={spin.spinner_config}
            amount={spin.amount}
          />
        </div>
      ) : (
        <p className="text-muted">
          The seed stays secret until the spin, even from admins. Its commitment is published.
        </p>
      )}
    </div>
  );
}

const Hex = ({ value, what }: { value: string; what: string }) => (
  <span className="flex items-start gap-2">
    <Mono>{value}</Mono>
    <CopyButton value={value} what={what} variant="quiet" className="-my-1 ml-auto shrink-0" />
  </span>
);

/** The winner's voucher, or the reason why the winner has no voucher. */
function VoucherPart({
  completionTrace: { vouchers, spin, user },
}: {
  completionTrace: Pick<CompletionTrace, 'vouchers' | 'spin' | 'user'>;
}) {
  return (
    <div className="grid gap-3">
      {spin.outcome === 'owed' && (
        <StatusDot tone="warn" wrap>
          A {formatRupees(spin.amount ?? 0)} voucher is owed. It is issued automatically as soon as one is in stock.
        </StatusDot>
      )}
      {vouchers.length > 0 ? (
        <WonVouchers vouchers={vouchers} winner={user.name} />
      ) : (
        spin.outcome !== 'owed' && (
          <p className="text-muted">
            {spin.outcome === 'waiting' ? 'None until the wheel is spun.' : 'None: the spin did not win.'}
          </p>
        )
      )}
    </div>
  );
}
