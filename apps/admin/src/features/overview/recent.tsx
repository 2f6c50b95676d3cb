import { formatRupees } from '@inaam/contracts/common/format';
import { adminPaths } from '@inaam/contracts/common/paths';
import type { Dashboard } from '@inaam/contracts/insights/insights';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Column } from '../../lists/columns.ts';
import { ListTable } from '../../lists/list-table.tsx';
import { opensRecord } from '../../lists/row-keys.ts';
import { EmailText } from '../../page/email-text.tsx';
import { TimeAgo } from '../../page/timestamp.tsx';
import { CompletionStatus } from '../completions/parts/completion-status.tsx';
import { fullName } from '../users/parts/full-name.ts';

const RecentSection = ({ title, isEmpty, children }: { title: string; isEmpty: boolean; children: ReactNode }) => (
  <section aria-label={title} className="min-w-0">
    <h2 className="mb-2 text-base">{title}</h2>
    {isEmpty ? (
      <p className="rounded-card border border-dashed border-edge bg-surface p-6 text-center text-muted">None yet</p>
    ) : (
      children
    )}
  </section>
);

const userColumns: readonly Column<Dashboard['recentUsers'][number]>[] = [
  {
    id: 'user',
    header: 'User',
    className: 'w-full max-w-0',
    cell: (user) => (
      <Link {...opensRecord} to={adminPaths.user} params={{ userId: String(user.user_id) }} className="block">
        <span className="row-link py-0! font-normal! wrap-anywhere">{fullName(user)}</span>
        <span className="block text-xs font-normal text-muted wrap-anywhere">
          <EmailText email={user.email} />
        </span>
      </Link>
    ),
  },
  {
    id: 'joined',
    header: 'Joined',
    numeric: true,
    phone: 'end',
    cell: (user) => <TimeAgo at={user.created_at} className="text-muted" />,
  },
];

export const RecentUsers = ({ users }: { users: Dashboard['recentUsers'] }) => (
  <RecentSection title="Recent users" isEmpty={users.length === 0}>
    <ListTable caption="The last 10 users" columns={userColumns} rows={users} rowKey={({ user_id }) => user_id} />
  </RecentSection>
);

const conversionColumns: readonly Column<Dashboard['recentConversions'][number]>[] = [
  {
    id: 'offer',
    header: 'Offer and user',
    className: 'sm:w-full sm:max-w-0 min-w-36',
    cell: (row) => (
      <>
        <Link
          {...opensRecord}
          to={adminPaths.conversion}
          params={{ completionId: String(row.completion_id) }}
          className="row-link inline-block min-h-6 py-0! font-normal! wrap-anywhere"
        >
          {row.title}
        </Link>
        <Link
          to={adminPaths.user}
          params={{ userId: String(row.user_id) }}
          className="row-link block min-h-6 py-0! text-xs font-normal! wrap-anywhere"
        >
          <EmailText email={row.email} />
        </Link>
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
  {
    id: 'completed',
    header: 'Completed',
    numeric: true,
    cell: (row) => <TimeAgo at={row.completed_at} className="text-muted" />,
  },
];

export const RecentConversions = ({ conversions }: { conversions: Dashboard['recentConversions'] }) => (
  <RecentSection title="Recent conversions" isEmpty={conversions.length === 0}>
    <ListTable
      caption="The last 10 conversions"
      columns={conversionColumns}
      rows={conversions}
      rowKey={(row) => row.completion_id}
    />
  </RecentSection>
);
