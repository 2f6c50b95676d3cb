import { formatRupees } from '@inaam/contracts/common/format';
import { type CompletionState, completionStates } from '@inaam/contracts/completions/states';
import type { Tone } from '@inaam/ui/badge';
import { StatusDot } from '@inaam/ui/status-dot';

const tones: Record<CompletionState, Tone> = {
  pending: 'warn',
  not_spun: 'info',
  no_win: 'neutral',
  won: 'good',
  owed: 'warn',
  withheld: 'bad',
};

/**
 * A completion's state: the same dot and word on every screen.
 * @param props.amount the rupees won, shown with the state
 */
export const CompletionStatus = ({ state, amount }: { state: CompletionState; amount?: number | null | undefined }) => (
  <StatusDot tone={tones[state]}>
    {completionStates[state]}
    {typeof amount === 'number' && <span className="font-semibold tabular-nums"> {formatRupees(amount)}</span>}
  </StatusDot>
);
