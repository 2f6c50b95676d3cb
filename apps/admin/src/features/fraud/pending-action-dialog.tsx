import type { FraudActionResult } from '@inaam/contracts/fraud/fraud';
import { ConfirmBlockSources, type SelectedSource } from './bulk-sources.tsx';
import { ConfirmBlock } from './confirm-block.tsx';
import { ConfirmMatching } from './confirm-matching.tsx';
import type { FraudState } from './fraud-search.ts';
import { ConfirmFraudBulk } from './parts/bulk-actions.tsx';
import { ConfirmFlag } from './parts/confirm-flag.tsx';
import {
  type BlockDirection,
  type BlockSubject,
  type FlagDirection,
  type FlagSubject,
  type FlagSubjectState,
} from './parts/fraud-actions.ts';

/** The action that the admin is asked to confirm. */
export type PendingAction =
  | { kind: 'flag'; user: FlagSubject; direction: FlagDirection }
  | { kind: 'block'; subject: BlockSubject; direction: BlockDirection }
  | {
      kind: 'sources';
      subjectKind: BlockSubject['kind'];
      sources: readonly SelectedSource[];
      direction: BlockDirection;
    }
  | { kind: 'bulk'; users: readonly FlagSubjectState[]; direction: FlagDirection }
  | { kind: 'matching'; expected: number; state: FraudState; filters: readonly string[]; direction: FlagDirection };

export function PendingActionDialog({
  pending,
  ...answers
}: {
  pending: PendingAction;
  onClose: () => void;
  onDone: (result: FraudActionResult) => void;
}) {
  switch (pending.kind) {
    case 'flag':
      return <ConfirmFlag {...pending} {...answers} />;
    case 'block':
      return <ConfirmBlock {...pending} {...answers} />;
    case 'sources':
      return <ConfirmBlockSources {...pending} kind={pending.subjectKind} {...answers} />;
    case 'bulk':
      return <ConfirmFraudBulk {...pending} {...answers} />;
    case 'matching':
      return <ConfirmMatching {...pending} {...answers} />;
  }
}
