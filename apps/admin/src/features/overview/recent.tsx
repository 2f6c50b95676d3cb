import { formatRupees } from '@inaam/contracts/common/format';
import { formatDateTime, relativeTime } from '@inaam/contracts/common/time';
import type { Dashboard } from '@inaam/contracts/insights/insights';
import { Table, Td, Th, Tr } from '@inaam/ui/table';
import type { ReactNode } from 'react';
import type { Column } from '../../lists/columns.ts';
import { ListTable } from '../../lists/list-table.tsx';
import { CompletionStatus } from '../completions/parts/completion-status.tsx';

const RecentSection = ({ title, none, children }: { title: string; none: boolean; children: ReactNode }) => (
  <section aria-label={title} className="min-w-0">
    <h2 className="mb-2 text-base">{title}</h2>
    {none ? (
      <p className="rounded-card border border-dashed border-edge bg-surface p-6 text-center text-muted">None yet</p>
    ) : (
      children
    )}
  </section>
);

/** `5m ago`, with the full time in IST as the tooltip. */
const When = ({ at }: { at: string }) => (
  <time dateTime={at} title={`${formatDateTime(at)} IST`} className="whitespace-nowrap text-muted">
    {relativeTime(at, new Date())}
  </time>
);

export const RecentUsers = ({ users }: { users: Dashboard['recentUsers'] }) => (
  <RecentSection title="Recent users" none={users.length === 0}>
    <Table caption="The last 10 users">
      <thead>
        <tr>
          <Th>User</Th>
          <Th numeric>Joined</Th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <Tr key={user.email}>
            <Td className="w-full max-w-0">
              <span className="block wrap-anywhere">
                {user.first_name} {user.last_name}
              </span>
              <span className="block wrap-anywhere text-xs text-muted">{user.email}</span>
            </Td>
            <Td numeric>
              <When at={user.created_at} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  </RecentSection>
);

const conversionColumns: readonly Column<Dashboard['recentConversions'][number]>[] = [
  {
    id: 'offer',
    header: 'Offer and user',
    className: 'sm:w-full sm:max-w-0 min-w-36',
    cell: (row) => (
      <>
        <span className="block wrap-anywhere">{row.title}</span>
        <span className="block wrap-anywhere text-xs font-normal text-muted">{row.email}</span>
      </>
    ),
  },
  {
    id: 'state',
    header: 'State',
    phone: 'belowEnd',
    cell: (row) => (
      <>
        <CompletionStatus state={row.state} amount={row.voucher_amount} />
        {row.voucher_brand && <span className="block text-xs text-muted sm:pl-4">{row.voucher_brand}</span>}
      </>
    ),
  },
  { id: 'payout', header: 'Payout', numeric: true, phone: 'end', cell: (row) => formatRupees(row.payout_amount) },
  { id: 'completed', header: 'Completed', numeric: true, cell: (row) => <When at={row.completed_at} /> },
];

export const RecentConversions = ({ conversions }: { conversions: Dashboard['recentConversions'] }) => (
  <RecentSection title="Recent conversions" none={conversions.length === 0}>
    <ListTable
      caption="The last 10 conversions"
      columns={conversionColumns}
      rows={conversions}
      rowKey={(row) => `${row.email} ${row.title} ${row.completed_at}`}
    />
  </RecentSection>
);
