import { formatRupees } from '@inaam/contracts/common/format';
import type { Evidence } from '@inaam/contracts/fraud/evidence';

const number = (n: number): string => n.toLocaleString('en-IN');

/** How much there is of what, for all linked accounts together. */
export function EvidenceFigures({ figures }: { figures: Evidence['figures'] }) {
  const cells = [
    { label: 'Accounts', value: number(figures.accounts) },
    { label: 'Active last week', value: number(figures.active_last_week) },
    { label: 'Flagged', value: number(figures.flagged) },
    { label: 'Devices', value: number(figures.devices) },
    { label: 'Addresses', value: number(figures.addresses) },
    { label: 'Browsers', value: number(figures.user_agents) },
    { label: 'Completions', value: number(figures.completions) },
    { label: 'Revenue', value: formatRupees(figures.revenue) },
    { label: 'Vouchers won', value: formatRupees(figures.voucher_value) },
  ];
  return (
    <dl className="grid grid-cols-3 gap-px overflow-hidden rounded-card border border-line bg-line">
      {cells.map(({ label, value }) => (
        <div key={label} className="flex min-w-0 flex-col-reverse justify-end bg-surface px-3 py-2">
          <dt className="text-xs text-muted">{label}</dt>
          <dd className="text-base font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
