import type { ApprovalRequest, OperatorAlert } from '@inaam/contracts/approvals/approvals';
import { alertKinds, approvalKinds } from '@inaam/contracts/approvals/approvals';
import { formatCount } from '@inaam/contracts/common/format';
import { adminPaths } from '@inaam/contracts/common/paths';
import { EmptyState } from '@inaam/ui/empty-state';
import { StatusDot } from '@inaam/ui/status-dot';
import { Link } from '@tanstack/react-router';
import { ShieldCheck } from 'lucide-react';
import { useOwnAdmin } from '../../app/allowed.tsx';
import { trpc } from '../../app/trpc.ts';
import { Loadable } from '../../page/loadable.tsx';
import { PageHeader } from '../../page/page-header.tsx';
import { Section } from '../../page/section.tsx';
import { ShowMore } from '../../page/show-more.tsx';
import { Timestamp } from '../../page/timestamp.tsx';
import { RequestCard } from './request-card.tsx';

/** Pending requests, decided requests, and changes by one person that a second person should review. */
export function ApprovalsScreen() {
  const query = trpc.admin.approvals.list.useQuery(undefined, { refetchInterval: 60_000 });
  const { data: ownAdmin } = useOwnAdmin();
  const waiting = query.data?.requests.filter(({ status }) => status === 'waiting') ?? [];
  const settled = query.data?.requests.filter(({ status }) => status !== 'waiting') ?? [];
  const isOwner = ownAdmin?.role === 'owner';
  return (
    <div className="grid gap-6">
      <PageHeader
        title="Requests"
        note={query.data && (waiting.length === 0 ? 'None pending' : `${formatCount(waiting.length)} pending`)}
      />
      <p className="-mt-4 max-w-prose text-muted">
        Actions that move a lot of money need two people: one requests, another owner approves.
      </p>
      <Loadable query={query} what="requests" shape={['h-48', 'h-40']}>
        {({ alerts }) => (
          <>
            {waiting.length === 0 ? (
              <EmptyState
                kind="first-use"
                icon={<ShieldCheck aria-hidden className="size-7" />}
                title="No pending requests"
              >
                {isOwner
                  ? 'Large credits, costly odds, many codes, higher roles and changes of a network’s secret or rate wait here until another owner approves them.'
                  : 'Your requests wait here until an owner approves them.'}
              </EmptyState>
            ) : (
              <ul aria-label="Pending" className="grid items-start gap-4 xl:grid-cols-2">
                {waiting.map((request) => (
                  <li key={request.request_id} className="min-w-0">
                    <RequestCard request={request} mayDecide={isOwner && !request.is_own} />
                  </li>
                ))}
              </ul>
            )}
            {alerts.length > 0 && <OperatorAlerts alerts={alerts} />}
            {settled.length > 0 && <SettledRequests requests={settled} />}
          </>
        )}
      </Loadable>
    </div>
  );
}

/** Alerts about operators. Each alert links to the credited conversion. */
const OperatorAlerts = ({ alerts }: { alerts: readonly OperatorAlert[] }) => (
  <Section title="Actions without a second person" note="Worth a second look · last 30 days">
    <ShowMore items={alerts} what="lines">
      {(shown) => (
        <ul className="grid divide-y divide-line">
          {shown.map(({ alert_id, kind, actor, detail, at, completion_id }) => (
            <li key={alert_id} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-3 first:pt-0 last:pb-0">
              <div className="min-w-0 grow basis-72">
                <StatusDot tone="warn" wrap>
                  {alertKinds[kind]}
                </StatusDot>
                <p className="pl-4 text-sm wrap-anywhere text-muted">
                  {actor}: {detail}
                </p>
              </div>
              <Timestamp at={at} className="text-sm text-muted tabular-nums" />
              <Link
                to={adminPaths.conversion}
                params={{ completionId: String(completion_id) }}
                className="link text-sm"
                aria-label={`View conversion: ${detail}`}
              >
                View conversion
              </Link>
            </li>
          ))}
        </ul>
      )}
    </ShowMore>
  </Section>
);

const outcomes = {
  done: { tone: 'good', word: 'Approved and executed' },
  failed: { tone: 'bad', word: 'Approved, but failed' },
  refused: { tone: 'bad', word: 'Refused' },
  withdrawn: { tone: 'neutral', word: 'Withdrawn' },
  expired: { tone: 'neutral', word: 'Expired' },
  waiting: { tone: 'warn', word: 'Pending' },
} as const satisfies Record<ApprovalRequest['status'], unknown>;

const SettledRequests = ({ requests }: { requests: readonly ApprovalRequest[] }) => (
  <Section title="Decided" note="The last 100 · all are in the audit log">
    <ShowMore items={requests} what="requests">
      {(shown) => (
        <ul className="grid divide-y divide-line">
          {shown.map(({ request_id, kind, status, title, asked_by, decided_by, decided_at, answer }) => (
            <li
              key={request_id}
              className="grid gap-x-6 gap-y-1 py-3 first:pt-0 last:pb-0 sm:grid-cols-[minmax(0,1fr)_minmax(10rem,16rem)]"
            >
              <div className="min-w-0">
                <p className="wrap-anywhere">{title}</p>
                <p className="text-sm wrap-anywhere text-muted">
                  {approvalKinds[kind]} · requested by {asked_by}
                </p>
              </div>
              <div className="min-w-0 text-sm">
                <StatusDot tone={outcomes[status].tone}>{outcomes[status].word}</StatusDot>
                <p className="pl-4 wrap-anywhere text-muted">
                  {decided_by && `${decided_by}, `}
                  {decided_at && <Timestamp at={decided_at} className="tabular-nums" />}
                  {answer && <span className="block">{answer}</span>}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </ShowMore>
  </Section>
);
