import { Button } from '@inaam/ui/button';
import type { BlockSubject } from './confirm-block.tsx';
import type { EvidenceActions } from './evidence-panel.tsx';
import { actWords } from './fraud-actions.ts';
import { BlockStatus, openerClass } from './looks.tsx';
import { Shortened } from './shortened.tsx';

const FIRST = 6;

/** The addresses or the devices that were used, each with its own evidence a press away, and its action. */
export const EvidencePlaces = ({
  kind,
  places,
  actions: { onOpen, onBlock, running },
}: {
  kind: BlockSubject['kind'];
  places: readonly { key: string; accounts: number; is_blocked: boolean }[];
  actions: EvidenceActions;
}) => (
  <Shortened items={places} first={FIRST} many={kind === 'ip' ? 'addresses' : 'devices'}>
    {(shown) => (
      <ul className="divide-y divide-line rounded-card border border-line">
        {shown.map(({ key, accounts, is_blocked }) => {
          const direction = is_blocked ? 'unblock' : 'block';
          const busy = running(kind, key);
          return (
            <li key={key} className="flex flex-wrap items-center gap-x-3 gap-y-1 p-3">
              <div className="min-w-0 grow basis-40">
                <button
                  type="button"
                  onClick={() => onOpen({ kind, key })}
                  className={`${openerClass} break-all ${kind === 'device' ? 'font-mono' : 'tabular-nums'}`}
                >
                  {key}
                  <span className="sr-only"> evidence</span>
                </button>
                <p className="text-xs text-muted tabular-nums">
                  {accounts.toLocaleString('en-IN')} {accounts === 1 ? 'account' : 'accounts'}
                </p>
              </div>
              <BlockStatus blocked={is_blocked} />
              <Button small busy={!!busy} busyLabel={busy} onClick={() => onBlock({ kind, key }, direction)}>
                {actWords[`${direction}_${kind}`].label}
                <span className="sr-only"> {key}</span>
              </Button>
            </li>
          );
        })}
      </ul>
    )}
  </Shortened>
);
