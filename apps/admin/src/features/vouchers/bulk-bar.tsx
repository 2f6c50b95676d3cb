import { formatPlural } from '@inaam/contracts/common/format';
import { istDay } from '@inaam/contracts/common/time';
import { MAX_BULK, type VoucherBulk } from '@inaam/contracts/vouchers/bulk-and-check';
import type { AdminVoucher } from '@inaam/contracts/vouchers/vouchers';
import { Button } from '@inaam/ui/button';
import { toast } from '@inaam/ui/toaster';
import { useState } from 'react';
import { Allowed } from '../../app/allowed.tsx';
import { trpc } from '../../app/trpc.ts';
import { BulkBar } from '../../lists/bulk-bar.tsx';
import { Banner } from '../../page/banner.tsx';
import { ConfirmDialog } from '../../page/confirm-dialog.tsx';
import { changeWords, type VoucherChange } from './confirm-voucher-change.tsx';

type Kind = VoucherChange['kind'];
const kinds = ['expire', 'reactivate', 'delete'] as const;

/** Bulk actions on the selected vouchers. Each rejected voucher is listed with its reason. */
export function VoucherBulkBar({ chosen, onClear }: { chosen: readonly AdminVoucher[]; onClear: () => void }) {
  const [kind, setKind] = useState<Kind>();
  const [outcome, setOutcome] = useState<VoucherBulk & { codes: ReadonlyMap<number, string> }>();
  if (chosen.length === 0 && !outcome) return null;
  return (
    <>
      {outcome && (
        <Banner tone="error" title={outcome.message} onDismiss={() => setOutcome(undefined)}>
          <ul className="mt-1 grid max-h-40 gap-0.5 overflow-y-auto">
            {outcome.refused.map(({ voucher_id, reason }) => (
              <li key={voucher_id}>
                <span className="code">{outcome.codes.get(voucher_id)}</span>: {reason}
              </li>
            ))}
          </ul>
        </Banner>
      )}
      {chosen.length > 0 && (
        <BulkBar
          label="Selected vouchers"
          selected={`${formatPlural(chosen.length, 'voucher')} selected`}
          onClear={onClear}
        >
          {kinds.map((each) => (
            <Allowed key={each} to="admin.vouchers.bulk">
              <Button
                small
                variant={each === 'delete' ? 'danger' : 'secondary'}
                disabled={filterChangeable(chosen, each).length === 0}
                onClick={() => setKind(each)}
              >
                {changeWords[each].confirm}
              </Button>
            </Allowed>
          ))}
        </BulkBar>
      )}
      {kind && (
        <ConfirmVoucherBulk
          kind={kind}
          chosen={chosen}
          onClose={() => setKind(undefined)}
          onDone={(result) => {
            setKind(undefined);
            onClear();
            const codes = new Map(chosen.map((voucher) => [voucher.voucher_id, voucher.voucher_code]));
            if (result.refused.length > 0) setOutcome({ ...result, codes });
            else toast.success(result.message);
          }}
        />
      )}
    </>
  );
}

function ConfirmVoucherBulk({
  kind,
  chosen,
  onClose,
  onDone,
}: {
  kind: Kind;
  chosen: readonly AdminVoucher[];
  onClose: () => void;
  onDone: (result: VoucherBulk) => void;
}) {
  const utils = trpc.useUtils();
  const bulk = trpc.admin.vouchers.bulk.useMutation({
    onSuccess: (result) => {
      onDone(result);
      return utils.admin.invalidate();
    },
  });
  const changed = filterChangeable(chosen, kind).slice(0, MAX_BULK);
  const unchangedCount = chosen.length - changed.length;
  const { confirm, busy, failed, many } = changeWords[kind];
  return (
    <ConfirmDialog
      title={`${confirm}: ${formatPlural(changed.length, 'voucher')}?`}
      consequence={many}
      confirm={confirm}
      busy={busy}
      failed={failed}
      danger={kind !== 'reactivate'}
      mutation={bulk}
      onConfirm={() => bulk.mutate({ voucher_ids: changed.map(({ voucher_id }) => voucher_id), action: kind })}
      onClose={onClose}
    >
      {unchangedCount > 0 && (
        <p className="text-muted">
          The other {formatPlural(unchangedCount, 'voucher')} of the selection cannot be changed that way and remain
          unchanged.
        </p>
      )}
    </ConfirmDialog>
  );
}

/** The statuses to which each change applies (specification section 4). */
const allowedStatuses: Record<Kind, readonly AdminVoucher['status'][]> = {
  expire: ['available'],
  reactivate: ['expired'],
  delete: ['available', 'expired'],
};

/** The selected vouchers that a change applies to. A voucher past its expiry date cannot be reactivated. */
function filterChangeable(vouchers: readonly AdminVoucher[], kind: Kind): AdminVoucher[] {
  const today = istDay(new Date());
  return vouchers.filter(
    ({ status, expiry_date }) =>
      allowedStatuses[kind].includes(status) && (kind !== 'reactivate' || expiry_date >= today),
  );
}
