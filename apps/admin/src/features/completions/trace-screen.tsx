import { formatRupees } from '@inaam/contracts/common/format';
import { adminPaths } from '@inaam/contracts/common/paths';
import type { CompletionTrace } from '@inaam/contracts/completions/trace';
import { Badge } from '@inaam/ui/badge';
import { Link, useParams } from '@tanstack/react-router';
import { useRecentRecord } from '../../app/recent-records.ts';
import { trpc } from '../../app/trpc.ts';
import { Fact, Facts } from '../../page/facts.tsx';
import { PageHeader } from '../../page/page-header.tsx';
import { PrintButton } from '../../page/print-button.tsx';
import { BackLink, RecordPage } from '../../page/record-page.tsx';

import { Section } from '../../page/section.tsx';
import { AuditTrail, type WithEntries } from '../audit/parts/audit-trail.tsx';
import { CompletionStatus } from './parts/completion-status.tsx';
import { Timeline } from './timeline.tsx';
import { buildTraceSteps } from './trace-steps.tsx';

const back = { to: adminPaths.conversions, label: 'All conversions' } as const;
const words = {
  title: 'Conversion',
  failed: 'The conversion could not be loaded',
  missing: 'There is no such conversion',
};

/** A conversion with its click, postbacks, spin, proof and voucher. */
export function CompletionTraceScreen() {
  const { completionId } = useParams({ from: `/admin${adminPaths.conversion}` });
  const query = trpc.admin.completions.completionTrace.useQuery({ completion_id: Number(completionId) });
  useRecentRecord(
    query.data && {
      id: `completion-${completionId}`,
      label: `Conversion ${completionId}`,
      hint: query.data.offer.title,
      target: { to: adminPaths.conversion, params: { completionId } },
    },
  );
  return (
    <RecordPage query={query} words={words} back={back}>
      {(completionTrace) => <TracePage completionTrace={completionTrace} />}
    </RecordPage>
  );
}

const TracePage = ({ completionTrace }: { completionTrace: WithEntries<CompletionTrace> }) => (
  <div className="grid gap-4">
    <BackLink {...back} />
    <PageHeader
      title={`Conversion ${completionTrace.completion.completion_id}`}
      note={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span>{completionTrace.offer.title}</span>
          {completionTrace.completion.status === 'pending' && <Badge tone="warn">Pending</Badge>}
          {completionTrace.completion.status === 'reversed' && <Badge tone="bad">Reversed</Badge>}
        </span>
      }
      action={<PrintButton />}
    />
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <TraceSummary completionTrace={completionTrace} />
      <div className="min-w-0 lg:col-start-1 lg:row-start-1">
        <Timeline steps={buildTraceSteps(completionTrace)} />
      </div>
    </div>
    <AuditTrail entries={completionTrace.audit} />
  </div>
);

/** User, offer and amounts: next to the timeline on a wide screen, above the timeline on a narrow screen. */
const TraceSummary = ({
  completionTrace: { user, offer, completion, goals, spin },
}: {
  completionTrace: WithEntries<CompletionTrace>;
}) => (
  <Section title="At a glance" className="lg:sticky lg:top-4">
    <Facts stacked>
      <Fact term="User">
        <Link to={adminPaths.user} params={{ userId: String(user.user_id) }} className="row-link wrap-anywhere">
          {user.name || user.email}
        </Link>
        {user.is_suspicious && (
          <>
            {' '}
            <Badge tone="bad">Flagged</Badge>
          </>
        )}
        <span className="block text-sm wrap-anywhere text-muted">{user.email}</span>
      </Fact>
      <Fact term="Offer">
        <Link to={adminPaths.offers} search={{ panel: `view-${offer.offer_id}` }} className="row-link wrap-anywhere">
          {offer.title}
        </Link>
        <span className="block text-sm text-muted">
          {offer.external_offer_id} · {offer.category}
        </span>
      </Fact>
      {!completion.awaits_goal && <Fact term="Payout">{formatRupees(completion.payout_amount)}</Fact>}
      {goals.length > 0 && (
        <Fact term={completion.awaits_goal ? 'Paid so far' : 'Revenue with further payments'}>
          {formatRupees(
            [completion, ...goals]
              .filter(({ status }) => status === 'approved')
              .reduce((sum, { payout_amount }) => sum + payout_amount, 0),
          )}
        </Fact>
      )}
      <Fact term="Spin">
        <CompletionStatus state={completion.state} />
        {spin.amount !== null && <span className="pl-2 font-semibold">{formatRupees(spin.amount)}</span>}
      </Fact>
    </Facts>
  </Section>
);
