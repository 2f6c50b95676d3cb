import type { CreditCase } from '@inaam/contracts/cases/cases';
import { adminPaths } from '@inaam/contracts/common/paths';
import { Button, buttonClass } from '@inaam/ui/button';
import { CopyButton } from '@inaam/ui/copy-button';
import { Dialog } from '@inaam/ui/dialog';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Allowed } from '../../app/allowed.tsx';
import { trpc } from '../../app/trpc.ts';
import { Fact, Facts, Missing } from '../../page/facts.tsx';
import { Loadable } from '../../page/loadable.tsx';
import { PrintButton } from '../../page/print-button.tsx';
import { ShowMore } from '../../page/show-more.tsx';
import { Timestamp } from '../../page/timestamp.tsx';
import { CompletionStatus } from '../completions/parts/completion-status.tsx';
import { CreditByHand } from '../completions/parts/credit-completion.tsx';
import { OutcomeDot } from '../postbacks/parts/postback-outcome.tsx';
import { fullName } from '../users/parts/full-name.ts';
import { CaseStatus } from './case-status.tsx';
import { CloseCase } from './close-cases.tsx';

/** One case next to the list: the facts of the case, and the two ways to close the case. */
export function CasePanel({ caseId, onClose }: { caseId: number; onClose: () => void }) {
  const query = trpc.admin.cases.get.useQuery({ case_id: caseId });
  const { data } = query;
  const [openDialog, setOpenDialog] = useState<'credit' | 'close'>();
  const closeDialog = () => setOpenDialog(undefined);
  const user = data && { user_id: data.user_id, name: fullName(data) || data.email };
  return (
    <>
      <Dialog
        open
        onOpenChange={onClose}
        place="side"
        wide
        title={data?.title ?? 'Case'}
        {...(data && { description: `${data.email} · ${data.network ?? 'No network'}` })}
        footer={
          <>
            {user && (
              <Link
                to={adminPaths.user}
                params={{ userId: String(user.user_id) }}
                className={buttonClass({ variant: 'quiet' })}
              >
                Open user
              </Link>
            )}
            {data && <PrintButton />}
            {data?.status === 'open' ? (
              <>
                <Allowed to="admin.cases.close">
                  <Button onClick={() => setOpenDialog('close')}>Close with a reason</Button>
                </Allowed>
                {data.network_id !== null && data.completion === null && (
                  <Allowed to="admin.users.credit">
                    <Button variant="primary" onClick={() => setOpenDialog('credit')}>
                      Credit manually
                    </Button>
                  </Allowed>
                )}
              </>
            ) : (
              <Button onClick={onClose}>Close</Button>
            )}
          </>
        }
      >
        <Loadable query={query} what="the case" failed="The case could not be loaded" shape={['h-28', 'h-56', 'h-32']}>
          {(creditCase) => <CaseEvidence creditCase={creditCase} />}
        </Loadable>
      </Dialog>
      {data && user && openDialog === 'credit' && (
        <CreditByHand click={{ ...data, created_at: data.clicked_at }} user={user} onClose={closeDialog} />
      )}
      {data && openDialog === 'close' && <CloseCase creditCase={data} onClose={closeDialog} />}
    </>
  );
}

const CaseSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="grid gap-2">
    <h3 className="text-base">{title}</h3>
    {children}
  </section>
);

const HOUR = 3600;
/** `90% arrive within 26 h` */
const formatUsualDelay = (seconds: number): string =>
  `90% arrive within ${seconds < HOUR ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / HOUR)} h`}`;

/** The facts of a case: the user's message, the click, and the network's postbacks about it. */
const CaseEvidence = ({ creditCase }: { creditCase: CreditCase }) => (
  <div className="grid gap-6">
    <CaseSection title="Case">
      <Facts>
        <Fact term="Status">
          <CaseStatus status={creditCase.status} />
        </Fact>
        <Fact term="Opened">
          <Timestamp at={creditCase.opened_at} />
        </Fact>
        {creditCase.closed_at && (
          <Fact term="Closed">
            <Timestamp at={creditCase.closed_at} />
            {creditCase.closed_by && ` by ${creditCase.closed_by}`}
          </Fact>
        )}
        {creditCase.resolution && <Fact term="Answer">{creditCase.resolution}</Fact>}
        <Fact term="User’s message">
          {creditCase.message ? (
            <span className="whitespace-pre-line">{creditCase.message}</span>
          ) : (
            <Missing>Nothing</Missing>
          )}
        </Fact>
        {creditCase.completion && (
          <Fact term="Conversion">
            <Link
              to={adminPaths.conversion}
              params={{ completionId: String(creditCase.completion.completion_id) }}
              className="link"
            >
              <Timestamp at={creditCase.completion.completed_at} />
            </Link>
            <span className="block">
              <CompletionStatus state={creditCase.completion.state} />
              {creditCase.completion.source === 'admin' && ', credited manually'}
            </span>
          </Fact>
        )}
      </Facts>
    </CaseSection>
    <CaseSection title="Click">
      <Facts>
        <Fact term="Click ID">
          <span className="inline-flex flex-wrap items-center gap-x-2">
            <span className="code">{creditCase.click_id}</span>
            <CopyButton value={creditCase.click_id} what="click ID" variant="quiet" />
          </span>
        </Fact>
        <Fact term="Started">
          <Timestamp at={creditCase.clicked_at} />
        </Fact>
        <Fact term="Typical delay">
          {creditCase.usual_seconds === null ? <Missing /> : formatUsualDelay(creditCase.usual_seconds)}
        </Fact>
        <Fact term="Offer ID">{creditCase.external_offer_id}</Fact>
        <Fact term="IP address">{creditCase.click_ip ?? <Missing />}</Fact>
        <Fact term="Device">{creditCase.device ?? <Missing />}</Fact>
        <Fact term="Browser">{creditCase.user_agent ?? <Missing />}</Fact>
      </Facts>
      {creditCase.clicks.length > 1 && (
        <p className="text-sm text-muted">
          The user started this offer {creditCase.clicks.length} times. The list below also has the postbacks that name
          an earlier click.
        </p>
      )}
    </CaseSection>
    <CaseSection title="Network’s postbacks">
      {creditCase.postbacks.length === 0 ? (
        <p className="text-muted">
          The network has sent no postback about this click. To ask the network, filter the list of cases by the
          network, export the list as CSV, and send the file.
        </p>
      ) : (
        <ShowMore items={creditCase.postbacks} what="postbacks">
          {(shown) => (
            <ul className="grid">
              {shown.map((postback) => (
                <li
                  key={postback.postback_id}
                  className="grid gap-x-4 gap-y-1 border-t border-line py-2 first:border-t-0 first:pt-0 sm:grid-cols-[13rem_minmax(0,1fr)]"
                >
                  <Timestamp at={postback.received_at} className="text-sm text-muted tabular-nums" />
                  <span className="min-w-0 wrap-anywhere">
                    <OutcomeDot outcome={postback.outcome} />
                    {postback.reason && <span className="block text-sm">{postback.reason}</span>}
                    <span className="block text-xs text-muted">
                      {postback.transaction_id && `Transaction ${postback.transaction_id} · `}
                      {postback.click_id !== creditCase.click_id &&
                        `click ${postback.click_id ?? 'matched manually'} · `}
                      from {postback.ip ?? 'an unknown IP address'}
                    </span>
                  </span>
                </li>
              ))}
            </ul>
          )}
        </ShowMore>
      )}
    </CaseSection>
  </div>
);
