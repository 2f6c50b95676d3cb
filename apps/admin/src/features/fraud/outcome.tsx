import { formatPlural } from '@inaam/contracts/common/format';
import type { FraudActionResult } from '@inaam/contracts/fraud/fraud';
import { Button } from '@inaam/ui/button';
import { Banner } from '../../page/banner.tsx';

/** The content of the banner at the top of the page, until the admin dismisses the banner. */
export type Outcome =
  | { kind: 'done'; result: FraudActionResult; names: ReadonlyMap<number, string> }
  | { kind: 'problem'; title: string; hint: string };

/** The success or error banner. Each rejected user is listed with the reason. */
export function OutcomeBanner({
  outcome,
  onUndo,
  onDismiss,
}: {
  outcome: Outcome;
  /** Undoes the action; undefined if the action changed nothing. */
  onUndo?: (() => void) | undefined;
  onDismiss: () => void;
}) {
  if (outcome.kind === 'problem') {
    return (
      <Banner tone="error" title={outcome.title} onDismiss={onDismiss}>
        {outcome.hint}
      </Banner>
    );
  }
  const { message, refused } = outcome.result;
  const undo = onUndo && (
    <Button small onClick={onUndo}>
      Undo
    </Button>
  );
  if (refused.length === 0) return <Banner tone="success" title={message} onDismiss={onDismiss} action={undo} />;
  return (
    <Banner tone="error" title={message} onDismiss={onDismiss} action={undo}>
      <p>{formatPlural(refused.length, 'user was', 'users were')} not changed:</p>
      <ul className="mt-1 grid max-h-40 gap-0.5 overflow-y-auto">
        {refused.map(({ user_id, reason }) => (
          <li key={user_id}>
            <span className="font-semibold">{outcome.names.get(user_id) ?? `User ${user_id}`}</span>: {reason}
          </li>
        ))}
      </ul>
    </Banner>
  );
}
