import { formatRupees } from '@inaam/contracts/common/format';
import type { Chain } from '@inaam/contracts/completions/chain';
import {
  Disc3,
  type LucideIcon,
  MousePointerClick,
  Radio,
  ShieldCheck,
  TicketPercent,
  TrendingUp,
  Undo2,
} from 'lucide-react';
import type { WithEntries } from '../../shared/audit/entry-changes.tsx';
import { obstacleOf, SpinOutcome } from '../../shared/spins/spin-status.tsx';
import { ClickPart, ConversionPart, OddsInForce, PostbackPart, ProofPart, VoucherPart } from './chain-parts.tsx';
import type { Step } from './story.tsx';

/** What came of a completion, from its click to its voucher. The reversal stands where it happened: before the spin, or at the end. */
export function chainSteps(chain: WithEntries<Chain>): Step[] {
  const { completion, click, spin, vouchers } = chain;
  const postbacks = chain.postbacks.toSorted((a, b) => a.received_at.localeCompare(b.received_at));
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
              The network took it back: {formatRupees(completion.payout_amount)} no longer count as revenue.
              {spin.spun_at === null && ' The wheel may not be spun.'}
            </p>,
          ),
        ];
  const reversedFirst = spin.spun_at === null || (completion.reversed_at ?? '') < spin.spun_at;
  return [
    step('Click', MousePointerClick, click.created_at, <ClickPart click={click} />),
    step(
      postbacks.length > 1 ? 'Postbacks' : 'Postback',
      Radio,
      postbacks[0]?.received_at ?? null,
      <PostbackPart postbacks={postbacks} byHand={completion.source === 'admin'} />,
    ),
    step('Conversion', TrendingUp, completion.completed_at, <ConversionPart completion={completion} />),
    ...(reversedFirst ? reversal : []),
    step(
      'Spin',
      Disc3,
      spin.spun_at,
      <OddsInForce config={spin.spinner_config} roll={spin.proof?.roll} />,
      <SpinOutcome outcome={spin.outcome} obstacle={obstacleOf(completion.status, completion.held_until)} />,
    ),
    step('Proof', ShieldCheck, spin.spun_at, <ProofPart completionId={completion.completion_id} spin={spin} />),
    step(
      vouchers.length > 1 ? 'Vouchers' : 'Voucher',
      TicketPercent,
      vouchers.findLast(({ assigned_at }) => assigned_at !== null)?.assigned_at ?? null,
      <VoucherPart chain={chain} />,
    ),
    ...(reversedFirst ? [] : reversal),
  ];
}
