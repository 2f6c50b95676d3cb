import { formatPlural, formatRupees } from '@inaam/contracts/common/format';
import { formatDateTime } from '@inaam/contracts/common/time';
import type { EvidenceAccount } from '@inaam/contracts/fraud/evidence';
import { Badge } from '@inaam/ui/badge';
import { Button } from '@inaam/ui/button';
import { Allowed } from '../../app/allowed.tsx';
import { FirstItems } from './first-items.tsx';
import { type BlockSubject, type EvidenceActions, fraudActionTexts } from './parts/fraud-actions.ts';
import { BlockStatus, evidenceLinkClass } from './status-cells.tsx';

const FIRST_ACCOUNTS = 10;
const links: Record<EvidenceAccount['shares'][number], string> = {
  ip: 'Same address',
  device: 'Same device',
  session_ip: 'Signed in at the address',
  session_device: 'Signed in on the device',
};

/**
 * Linked accounts, each with the reason for the link, a button that opens the account's evidence, and a button that
 * flags or unflags it.
 */
export const EvidenceAccounts = ({
  accounts,
  actions,
}: {
  accounts: readonly EvidenceAccount[];
  actions: EvidenceActions;
}) => (
  <FirstItems items={accounts} first={FIRST_ACCOUNTS} one="account">
    {(shown) => (
      <ul className="divide-y divide-line rounded-card border border-line">
        {shown.map((account) => (
          <Account key={account.user_id} account={account} actions={actions} />
        ))}
      </ul>
    )}
  </FirstItems>
);

function Account({
  account,
  actions: { onOpen, onFlag, running },
}: {
  account: EvidenceAccount;
  actions: EvidenceActions;
}) {
  const { user_id, name, email, created_at, is_suspicious, total_completions, voucher_value, shares } = account;
  const direction = is_suspicious ? 'unflag' : 'flag';
  const busy = running('user', user_id);
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 p-3">
      <div className="min-w-0 grow basis-56">
        <button
          type="button"
          onClick={() => onOpen({ kind: 'user', key: user_id })}
          className={`${evidenceLinkClass} max-w-full wrap-anywhere`}
        >
          {name || email}
          <span className="sr-only"> evidence</span>
        </button>
        {name && <p className="text-xs wrap-anywhere text-muted">{email}</p>}
        <p className="text-xs text-muted tabular-nums">
          {formatDateTime(created_at)} IST · {formatPlural(total_completions, 'completion')} ·{' '}
          {formatRupees(voucher_value)} won
        </p>
        {(is_suspicious || shares.length > 0) && (
          <p className="mt-1 flex flex-wrap gap-1">
            {is_suspicious && <Badge tone="bad">Flagged</Badge>}
            {shares.map((share) => (
              <Badge key={share}>{links[share]}</Badge>
            ))}
          </p>
        )}
      </div>
      <Allowed to="admin.fraud.act">
        <Button
          small
          busy={!!busy}
          busyLabel={busy}
          onClick={() => onFlag({ user_id, name, email }, direction)}
          className="whitespace-nowrap"
        >
          {fraudActionTexts[`${direction}_user`].label}
          <span className="sr-only"> {name || email}</span>
        </Button>
      </Allowed>
    </li>
  );
}

const FIRST_PLACES = 6;

/** Linked IP addresses or devices. Buttons open the evidence of each, and block or unblock it. */
export const EvidenceSources = ({
  kind,
  sources,
  actions: { onOpen, onBlock, running },
}: {
  kind: BlockSubject['kind'];
  sources: readonly { key: string; accounts: number; is_blocked: boolean }[];
  actions: EvidenceActions;
}) => (
  <FirstItems
    items={sources}
    first={FIRST_PLACES}
    one={kind === 'ip' ? 'address' : 'device'}
    many={kind === 'ip' ? 'addresses' : 'devices'}
  >
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
                  className={`${evidenceLinkClass} break-all ${kind === 'device' ? 'font-mono' : 'tabular-nums'}`}
                >
                  {key}
                  <span className="sr-only"> evidence</span>
                </button>
                <p className="text-xs text-muted tabular-nums">{formatPlural(accounts, 'account')}</p>
              </div>
              <BlockStatus blocked={is_blocked} />
              <Allowed to="admin.fraud.act">
                <Button small busy={!!busy} busyLabel={busy} onClick={() => onBlock({ kind, key }, direction)}>
                  {fraudActionTexts[`${direction}_${kind}`].label}
                  <span className="sr-only"> {key}</span>
                </Button>
              </Allowed>
            </li>
          );
        })}
      </ul>
    )}
  </FirstItems>
);
