import type { PostbackOutcome } from '@inaam/contracts/networks/networks';
import { StatusDot } from '@inaam/ui/status-dot';
import { outcomes } from './outcomes.ts';

/** What became of a call, in a word; null while it is being judged. */
export const OutcomeDot = ({ outcome }: { outcome: PostbackOutcome | null }) =>
  outcome ? (
    <StatusDot tone={outcomes[outcome].tone}>{outcomes[outcome].label}</StatusDot>
  ) : (
    <StatusDot tone="info">Being judged</StatusDot>
  );
