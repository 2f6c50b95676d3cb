import type { CaseFacts } from '@inaam/contracts/cases/cases';
import { Banner } from '@inaam/ui/banner';
import { Button } from '@inaam/ui/button';
import { CopyButton } from '@inaam/ui/copy-button';
import { Dialog } from '@inaam/ui/dialog';
import { Loading, Skeleton } from '@inaam/ui/skeleton';
import { Textarea } from '@inaam/ui/textarea';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { trpc } from '../../app/data.tsx';
import { getErrorMessage } from '../../app/errors.ts';
import { formatUsualTime } from '../../app/format-usual-time.ts';
import { formatDateTime } from '../../words/dates.ts';
import { cases as words } from '../../words/words.ts';

const MAX_MESSAGE = 1000;

/** 'Didn't get it?' shows what is known about the user's start of an offer, and a form for a question to support. */
export function CaseDialog({ offer, onClose }: { offer: { offer_id: number; title: string }; onClose: () => void }) {
  const id = useId();
  const utils = trpc.useUtils();
  const facts = trpc.user.cases.facts.useQuery({ offer_id: offer.offer_id });
  const [message, setMessage] = useState('');
  const opening = trpc.user.cases.open.useMutation({
    // A refusal may mean that the completion arrived in the meantime: the reloaded card then shows it.
    onSettled: () => Promise.all([utils.user.cases.list.invalidate(), utils.user.offers.list.invalidate()]),
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      closable={!opening.isPending}
      title={words.title}
      description={offer.title}
      footer={
        opening.isSuccess ? (
          <Button variant="primary" className="grow" onClick={onClose}>
            {words.done}
          </Button>
        ) : (
          <>
            <Button className="grow" onClick={onClose} disabled={opening.isPending}>
              {words.cancel}
            </Button>
            <Button
              form={id}
              type="submit"
              variant="primary"
              className="grow-2"
              busy={opening.isPending}
              busyLabel={words.sending}
            >
              {words.send}
            </Button>
          </>
        )
      }
    >
      {opening.isSuccess ? (
        <Sent />
      ) : (
        <form
          id={id}
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            opening.mutate({ offer_id: offer.offer_id, message });
          }}
        >
          {opening.error && <Banner tone="error" title={getErrorMessage(opening.error, words.failed)} />}
          {facts.data ? (
            <Known facts={facts.data} />
          ) : facts.isError ? (
            <p className="text-sm text-muted">{words.factsFailed}</p>
          ) : (
            <Loading label={words.factsLoading}>
              {/* As high as the loaded content, so that nothing shifts. */}
              <Skeleton className="h-44" />
            </Loading>
          )}
          <Textarea
            label={words.message}
            hint={words.messageHint}
            maxLength={MAX_MESSAGE}
            value={message}
            onChange={(event) => setMessage(event.target.value)}
          />
        </form>
      )}
    </Dialog>
  );
}

/** The confirmation takes the focus, because the pressed button no longer exists; screen readers then read it. */
function Sent() {
  const message = useRef<HTMLDivElement>(null);
  useEffect(() => message.current?.focus(), []);
  return (
    <div ref={message} tabIndex={-1} className="outline-none">
      <Banner tone="success" title={words.sentTitle}>
        {words.sentHow}
      </Banner>
    </div>
  );
}

const Known = ({ facts }: { facts: CaseFacts }) => (
  <dl className="grid gap-2 rounded-control bg-sunken p-3 text-sm">
    <CaseFact term={words.started}>
      <time dateTime={facts.started_at}>{formatDateTime(facts.started_at)}</time>
    </CaseFact>
    <CaseFact term={words.usual}>{formatUsualTime(facts.usual_seconds)}</CaseFact>
    <CaseFact term={words.clickId}>
      <span className="flex flex-wrap items-center justify-between gap-x-2">
        <span className="code min-w-0 break-all">{facts.click_id}</span>
        <CopyButton value={facts.click_id} what={words.whatCopied} variant="quiet" className="-ml-3" />
      </span>
    </CaseFact>
  </dl>
);

const CaseFact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt className="text-muted">{term}</dt>
    <dd>{children}</dd>
  </div>
);
