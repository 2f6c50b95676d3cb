import type { CaseFacts } from '@inaam/contracts/cases/cases';
import { formatDateTime } from '@inaam/contracts/common/time';
import { Banner } from '@inaam/ui/banner';
import { Button } from '@inaam/ui/button';
import { CopyButton } from '@inaam/ui/copy-button';
import { Dialog } from '@inaam/ui/dialog';
import { Loading, Skeleton } from '@inaam/ui/skeleton';
import { Textarea } from '@inaam/ui/textarea';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { trpc } from '../../app/data.tsx';
import { messageOf } from '../../app/errors.ts';
import { usualTime } from './usual-time.ts';

const MAX_MESSAGE = 1000;
const FACTS_FAILED = 'What we know could not be loaded. You can ask all the same.';

/** 'Didn't get it?': what is known of the start of an offer, and the question to the people behind the app. */
export function CaseDialog({ offer, onClose }: { offer: { offer_id: number; title: string }; onClose: () => void }) {
  const id = useId();
  const utils = trpc.useUtils();
  const facts = trpc.user.cases.facts.useQuery({ offer_id: offer.offer_id });
  const [message, setMessage] = useState('');
  const opening = trpc.user.cases.open.useMutation({
    // A refusal may mean that it has arrived in the meantime: the card then tells.
    onSettled: () => Promise.all([utils.user.cases.list.invalidate(), utils.user.offers.list.invalidate()]),
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      closable={!opening.isPending}
      title="Didn't get it?"
      description={offer.title}
      footer={
        opening.isSuccess ? (
          <Button variant="primary" className="grow" onClick={onClose}>
            Done
          </Button>
        ) : (
          <>
            <Button className="grow" onClick={onClose} disabled={opening.isPending}>
              Cancel
            </Button>
            <Button
              form={id}
              type="submit"
              variant="primary"
              className="grow-2"
              busy={opening.isPending}
              busyLabel="Sending..."
            >
              Look into it
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
          {opening.error && (
            <Banner tone="error" title={messageOf(opening.error, 'It could not be sent. Please try again.')} />
          )}
          {facts.data ? (
            <Known facts={facts.data} />
          ) : facts.isError ? (
            <p className="text-sm text-muted">{FACTS_FAILED}</p>
          ) : (
            <Loading label="Loading what we know">
              {/* As high as what comes, so that nothing is pushed away under the thumb. */}
              <Skeleton className="h-44" />
            </Loading>
          )}
          <Textarea
            label="What did you do? (optional)"
            hint="What you completed and when, an order or account number at the partner. No passwords, please."
            maxLength={MAX_MESSAGE}
            value={message}
            onChange={(event) => setMessage(event.target.value)}
          />
        </form>
      )}
    </Dialog>
  );
}

/** Takes the focus, whose button is gone: whoever listens hears it. */
function Sent() {
  const message = useRef<HTMLDivElement>(null);
  useEffect(() => message.current?.focus(), []);
  return (
    <div ref={message} tabIndex={-1} className="outline-none">
      <Banner tone="success" title="We are looking into it">
        We ask the partner with what we have about your start. The answer appears on the offer; if the partner confirms
        it in the meantime, your spin is released by itself.
      </Banner>
    </div>
  );
}

const Known = ({ facts }: { facts: CaseFacts }) => (
  <dl className="grid gap-2 rounded-control bg-sunken p-3 text-sm">
    <Fact term="You started it">
      <time dateTime={facts.started_at}>{formatDateTime(facts.started_at)}</time>
    </Fact>
    <Fact term="It usually arrives">{usualTime(facts.usual_seconds)}</Fact>
    <Fact term="Click id, in case the partner asks">
      <span className="flex items-center justify-between gap-2">
        <span className="code min-w-0 break-all">{facts.click_id}</span>
        <CopyButton value={facts.click_id} what="click id" variant="quiet" />
      </span>
    </Fact>
  </dl>
);

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt className="text-muted">{term}</dt>
    <dd>{children}</dd>
  </div>
);
