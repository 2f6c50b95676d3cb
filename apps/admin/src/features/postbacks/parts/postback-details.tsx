import { formatCount, formatPlural, formatRupees } from '@inaam/contracts/common/format';
import { adminPaths } from '@inaam/contracts/common/paths';
import type { PostbackDetail } from '@inaam/contracts/postbacks/inbox';
import { Badge } from '@inaam/ui/badge';
import { Link } from '@tanstack/react-router';
import { BellRing } from 'lucide-react';
import type { ReactNode } from 'react';
import { Fact, Facts, Missing } from '../../../page/facts.tsx';
import { EmptySection, Section } from '../../../page/section.tsx';
import { Timestamp } from '../../../page/timestamp.tsx';
import { CompletionStatus } from '../../completions/parts/completion-status.tsx';
import { PostbackLink } from './postback-link.tsx';
import { causeLabels, OutcomeDot } from './postback-outcome.tsx';
import { kindLabels } from './postback-words.ts';

const Raw = ({ children }: { children: ReactNode }) => (
  <pre className="max-h-48 overflow-auto rounded-control bg-sunken p-2 font-mono text-xs break-all whitespace-pre-wrap">
    {children}
  </pre>
);

/** The postback as received and as parsed, with its outcome and our reply. */
export const PostbackDetails = ({ entry }: { entry: PostbackDetail }) => (
  <div className="grid grid-cols-1 gap-4">
    <CurrentOutcome entry={entry} />
    <ParsedFields entry={entry} />
    {entry.completion && <PostbackCompletion completion={entry.completion} />}
    <ReceivedSection entry={entry} />
    <OutcomeHistory entry={entry} />
    {entry.reply && <Reply reply={entry.reply} />}
    <Related entry={entry} />
  </div>
);

const CurrentOutcome = ({
  entry: { outcome, reason, alert, judged_at, repeats, repeated_at },
}: {
  entry: PostbackDetail;
}) => (
  <section aria-label="Outcome" className="grid gap-2 rounded-card border border-line bg-surface p-card">
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="font-semibold">
        <OutcomeDot outcome={outcome} />
      </span>
      {judged_at && <Timestamp at={judged_at} className="text-sm text-muted tabular-nums" />}
    </p>
    {reason && <p className="wrap-anywhere">{reason}</p>}
    {repeated_at && (
      <p className="text-sm text-muted">
        Received again {formatPlural(repeats, 'time')}, last <Timestamp at={repeated_at} />.
      </p>
    )}
    {alert && (
      <p className="flex gap-2 rounded-control border border-bad/40 bg-bad-soft p-2 wrap-anywhere">
        <BellRing aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />
        <span className="min-w-0">{alert}</span>
      </p>
    )}
  </section>
);

const ParsedFields = ({ entry }: { entry: PostbackDetail }) => (
  <Section title="Parsed values">
    <Facts>
      <Fact term="Event">{entry.kind ? kindLabels[entry.kind] : <Missing>Unknown</Missing>}</Fact>
      <Fact term="Click ID">{entry.click_id ?? <Missing>None</Missing>}</Fact>
      <Fact term="Transaction ID">{entry.transaction_id ?? <Missing>None</Missing>}</Fact>
      {entry.goal_id && <Fact term="Goal ID">{entry.goal_id}</Fact>}
      <Fact term="Payout">{entry.payout ?? <Missing>None</Missing>}</Fact>
      <Fact term="Click">
        {entry.click ? (
          <>
            <Link to={adminPaths.user} params={{ userId: String(entry.click.user_id) }} className="link">
              {entry.click.email}
            </Link>
            , “{entry.click.title}”, <Timestamp at={entry.click.clicked_at} />
          </>
        ) : (
          <Missing>Unknown click</Missing>
        )}
      </Fact>
    </Facts>
  </Section>
);

const PostbackCompletion = ({ completion }: { completion: NonNullable<PostbackDetail['completion']> }) => (
  <Section
    title="Conversion"
    action={
      <Link
        to={adminPaths.conversion}
        params={{ completionId: String(completion.completion_id) }}
        className="link text-sm"
      >
        View conversion
      </Link>
    }
  >
    <Facts>
      <Fact term="State">
        <CompletionStatus state={completion.state} />
      </Fact>
      <Fact term="Completed">
        <Timestamp at={completion.completed_at} />
      </Fact>
      {completion.approved_at && (
        <Fact term="Approved">
          <Timestamp at={completion.approved_at} />
        </Fact>
      )}
      {completion.held_until && (
        <Fact term="Held until">
          <Timestamp at={completion.held_until} />
        </Fact>
      )}
      {completion.reversed_at && (
        <Fact term="Reversed">
          <Timestamp at={completion.reversed_at} />
        </Fact>
      )}
      <Fact term="Payout">{formatRupees(completion.payout_amount)}</Fact>
    </Facts>
  </Section>
);

const ReceivedSection = ({ entry }: { entry: PostbackDetail }) => (
  <Section title="Request as received" note="Secrets are masked">
    <div className="grid gap-3">
      <Raw>
        {entry.method} {entry.path}
        {entry.query && `?${entry.query}`}
      </Raw>
      {entry.body && (
        <div>
          <h3 className="mb-1 text-sm">
            Body {entry.body_encoding === 'base64' && <span className="font-normal text-muted">in Base64</span>}
            {entry.truncated_from_bytes !== null && (
              <span className="font-normal text-muted">
                first part of {formatCount(entry.truncated_from_bytes)} bytes
              </span>
            )}
          </h3>
          <Raw>{entry.body}</Raw>
        </div>
      )}
      {Object.keys(entry.headers).length > 0 && (
        <div>
          <h3 className="mb-1 text-sm">Headers</h3>
          <Raw>
            {Object.entries(entry.headers)
              .map(([name, value]) => `${name}: ${value}`)
              .join('\n')}
          </Raw>
        </div>
      )}
      <Facts>
        <Fact term="From">{entry.ip ?? <Missing />}</Fact>
        <Fact term="Received">
          <Timestamp at={entry.received_at} />
        </Fact>
      </Facts>
    </div>
  </Section>
);

const OutcomeHistory = ({ entry: { history } }: { entry: PostbackDetail }) => (
  <Section title="Processed again">
    {history.length === 0 ? (
      <EmptySection>The outcome has not changed since the postback arrived.</EmptySection>
    ) : (
      <ol className="grid gap-3">
        {history.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries of the history are only ever appended
          <li key={index} className="grid gap-1">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <OutcomeDot outcome={step.from_outcome} />
              <span aria-hidden>→</span>
              <span className="sr-only">became</span>
              <OutcomeDot outcome={step.to_outcome} />
              <Badge>{causeLabels[step.cause]}</Badge>
            </p>
            {step.to_reason && <p className="text-sm wrap-anywhere">{step.to_reason}</p>}
            <p className="text-sm text-muted">
              {step.by}, <Timestamp at={step.at} className="tabular-nums" />
            </p>
          </li>
        ))}
      </ol>
    )}
  </Section>
);

const Reply = ({ reply }: { reply: NonNullable<PostbackDetail['reply']> }) => (
  <Section title="Reply to the network" note="By the current settings">
    <p className="mb-2 text-sm tabular-nums">
      {reply.status} <span className="text-muted">{reply.type}</span>
    </p>
    <Raw>{reply.body || '(nothing)'}</Raw>
  </Section>
);

const Related = ({ entry: { related } }: { entry: PostbackDetail }) => {
  if (related.length === 0) return null;
  return (
    <Section title="Same transaction or click" note={related.length}>
      <ul className="divide-y divide-line">
        {related.map((row) => (
          <li key={row.postback_id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <PostbackLink id={row.postback_id}>
              <Timestamp at={row.received_at} className="tabular-nums" />
            </PostbackLink>
            <OutcomeDot outcome={row.outcome} />
            {row.reason && <span className="min-w-0 text-sm text-muted wrap-anywhere">{row.reason}</span>}
          </li>
        ))}
      </ul>
    </Section>
  );
};
