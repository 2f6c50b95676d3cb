import { formatRupees } from '@inaam/contracts/common/format';
import { formatDateTime, relativeTime } from '@inaam/contracts/common/time';
import type { Dashboard } from '@inaam/contracts/insights/insights';
import { Table, Td, Th, Tr } from '@inaam/ui/table';
import type { ReactNode } from 'react';
import { CompletionStatus } from '../../shared/completions/completion-status.tsx';

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

/** `5m ago`, with the full time in IST on hover. */
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

export const RecentConversions = ({ conversions }: { conversions: Dashboard['recentConversions'] }) => (
  <RecentSection title="Recent conversions" none={conversions.length === 0}>
    <Table caption="The last 10 conversions">
      <thead>
        <tr>
          <Th>Offer and user</Th>
          <Th>State</Th>
          <Th numeric>Payout</Th>
          <Th numeric>Completed</Th>
        </tr>
      </thead>
      <tbody>
        {conversions.map((row) => (
          <Tr key={`${row.email} ${row.title} ${row.completed_at}`}>
            <Td className="w-full max-w-0 min-w-36">
              <span className="block wrap-anywhere">{row.title}</span>
              <span className="block wrap-anywhere text-xs text-muted">{row.email}</span>
            </Td>
            <Td>
              <CompletionStatus state={row.state} amount={row.voucher_amount} />
              {row.voucher_brand && <span className="block pl-4 text-xs text-muted">{row.voucher_brand}</span>}
            </Td>
            <Td numeric>{formatRupees(row.payout_amount)}</Td>
            <Td numeric>
              <When at={row.completed_at} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  </RecentSection>
);
