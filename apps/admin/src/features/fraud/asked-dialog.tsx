import type { FraudActed, FraudUser } from '@inaam/contracts/fraud/fraud';
import { ConfirmBulk, ConfirmMatching } from './bulk-actions.tsx';
import { ConfirmBlock, ConfirmFlag } from './confirm-action.tsx';
import { type BlockDirection, type BlockSubject, type FlagDirection, type FlagSubject } from './fraud-actions.ts';

import type { FraudState } from './fraud-search.ts';

/** What the admin is asked to confirm. */
export type Asked =
  | { kind: 'flag'; user: FlagSubject; direction: FlagDirection }
  | { kind: 'block'; subject: BlockSubject; direction: BlockDirection }
  | { kind: 'bulk'; users: readonly FraudUser[]; direction: FlagDirection }
  | { kind: 'matching'; expected: number; state: FraudState; filters: readonly string[]; direction: FlagDirection };

/** The question to what was pressed. */
export function AskedDialog({
  asked,
  ...answers
}: {
  asked: Asked;
  onClose: () => void;
  onDone: (acted: FraudActed) => void;
}) {
  switch (asked.kind) {
    case 'flag':
      return <ConfirmFlag {...asked} {...answers} />;
    case 'block':
      return <ConfirmBlock {...asked} {...answers} />;
    case 'bulk':
      return <ConfirmBulk {...asked} {...answers} />;
    case 'matching':
      return <ConfirmMatching {...asked} {...answers} />;
  }
}
