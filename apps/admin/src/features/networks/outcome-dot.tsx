import type { PostbackOutcome } from '@inaam/contracts/networks';
import { StatusDot } from '@inaam/ui/status-dot';
import { outcomes } from './network-words.ts';

/** What became of a call, in a word. */
export const OutcomeDot = ({ outcome }: { outcome: PostbackOutcome | null }) =>
  outcome ? (
    <StatusDot tone={outcomes[outcome].tone}>{outcomes[outcome].label}</StatusDot>
  ) : (
    <StatusDot tone="info">Being judged</StatusDot>
  );
