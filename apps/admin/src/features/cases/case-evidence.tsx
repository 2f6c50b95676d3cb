import type { CreditCase } from '@inaam/contracts/cases/cases';
import { CopyButton } from '@inaam/ui/copy-button';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { paths } from '../../app/paths.ts';
import { Fact, Facts, Missing } from '../../page/facts.tsx';
import { Shortened } from '../../page/show-more.tsx';
import { Moment } from '../../page/timestamp.tsx';
import { OutcomeDot } from '../../shared/postbacks/outcome-dot.tsx';
import { CaseStatus } from './case-status.tsx';

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="grid gap-2">
    <h3 className="text-base">{title}</h3>
    {children}
  </section>
);

const HOUR = 3600;
/** `9 in 10 arrive within 26 h` */
const usual = (seconds: number): string =>
  `9 in 10 arrive within ${seconds < HOUR ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / HOUR)} h`}`;

/** What is known of a case: what the user says, the click, what the network said of it. */
export const CaseEvidence = ({ found }: { found: CreditCase }) => (
  <div className="grid gap-6">
    <Section title="Case">
      <Facts>
        <Fact term="Status">
          <CaseStatus status={found.status} />
        </Fact>
        <Fact term="Opened">
          <Moment at={found.opened_at} />
        </Fact>
        {found.closed_at && (
          <Fact term="Ended">
            <Moment at={found.closed_at} />
            {found.closed_by && ` by ${found.closed_by}`}
          </Fact>
        )}
        {found.resolution && <Fact term="Answer">{found.resolution}</Fact>}
        <Fact term="The user says">
          {found.message ? <span className="whitespace-pre-line">{found.message}</span> : <Missing>Nothing</Missing>}
        </Fact>
        {found.completion && (
          <Fact term="Conversion">
            <Link
              to={paths.conversion}
              params={{ completionId: String(found.completion.completion_id) }}
              className="link"
            >
              {found.completion.status} {found.completion.source === 'admin' && '(by hand) '}
            </Link>
            <Moment at={found.completion.completed_at} />
          </Fact>
        )}
      </Facts>
    </Section>
    <Section title="Click">
      <Facts>
        <Fact term="Click id">
          <span className="inline-flex flex-wrap items-center gap-x-2">
            <span className="code">{found.click_id}</span>
            <CopyButton value={found.click_id} what="click id" variant="quiet" />
          </span>
        </Fact>
        <Fact term="Started">
          <Moment at={found.clicked_at} />
        </Fact>
        <Fact term="Usual time">{found.usual_seconds === null ? <Missing /> : usual(found.usual_seconds)}</Fact>
        <Fact term="Offer id">{found.external_offer_id}</Fact>
        <Fact term="Address">{found.click_ip ?? <Missing />}</Fact>
        <Fact term="Device">{found.device ?? <Missing />}</Fact>
        <Fact term="Browser">{found.user_agent ?? <Missing />}</Fact>
      </Facts>
      {found.clicks.length > 1 && (
        <p className="text-sm text-muted">
          The user started it {found.clicks.length} times; calls that name an earlier click are below, too.
        </p>
      )}
    </Section>
    <Section title="What the network said">
      {found.postbacks.length === 0 ? (
        <p className="text-muted">
          No call has named this click. Ask the network: choose it in the list, and send it what Export CSV gives.
        </p>
      ) : (
        <Shortened items={found.postbacks} what="calls">
          {(shown) => (
            <ul className="grid">
              {shown.map((call) => (
                <li
                  key={call.postback_id}
                  className="grid gap-x-4 gap-y-1 border-t border-line py-2 first:border-t-0 first:pt-0 sm:grid-cols-[13rem_minmax(0,1fr)]"
                >
                  <Moment at={call.received_at} className="text-sm text-muted tabular-nums" />
                  <span className="min-w-0 wrap-anywhere">
                    <OutcomeDot outcome={call.outcome} />
                    {call.reason && <span className="block text-sm">{call.reason}</span>}
                    <span className="block text-xs text-muted">
                      {call.transaction_id && `Transaction ${call.transaction_id} · `}
                      {call.click_id !== found.click_id && `click ${call.click_id ?? 'given by hand'} · `}
                      from {call.ip ?? 'an unknown address'}
                    </span>
                  </span>
                </li>
              ))}
            </ul>
          )}
        </Shortened>
      )}
    </Section>
  </div>
);
