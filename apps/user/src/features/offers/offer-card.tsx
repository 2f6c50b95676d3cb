import type { UserCase } from '@inaam/contracts/cases/cases';
import { formatRupees } from '@inaam/contracts/common/format';
import { userPaths } from '@inaam/contracts/common/paths';
import type { UserOffer } from '@inaam/contracts/offers/offers';
import { Badge } from '@inaam/ui/badge';
import { Banner } from '@inaam/ui/banner';
import { Button, buttonClass } from '@inaam/ui/button';
import { CopyButton } from '@inaam/ui/copy-button';
import { StatusDot } from '@inaam/ui/status-dot';
import { Link } from '@tanstack/react-router';
import { ExternalLink, Gift } from 'lucide-react';
import { useState } from 'react';
import { actionLabel, isActionable, largestPrize, offerState, stateWords } from './offer-state.ts';
import { caseNote, mayAsk, rewardNote, supportMail } from './reward-help.ts';

/** Longer descriptions are folded, so that the next card is in sight on a phone. */
const FOLD_FROM = 140;

export interface OfferCardProps {
  offer: UserOffer;
  now: Date;
  busy: boolean;
  failure: string | undefined;
  onDismissFailure: () => void;
  /** An address that the browser would not open by itself. */
  heldBackUrl: string | undefined;
  onAction: () => void;
  supportEmail: string | undefined;
  /** The newest case that the user opened about it. */
  asked: UserCase | undefined;
  onAsk: () => void;
}

/** One offer: what it is, what may be won, where it stands, and the one thing to do. */
export function OfferCard({
  offer,
  now,
  busy,
  failure,
  onDismissFailure,
  heldBackUrl,
  onAction,
  supportEmail,
  asked,
  onAsk,
}: OfferCardProps) {
  const state = offerState(offer);
  const prize = largestPrize(offer);
  const { tone, word } = stateWords[state];
  const heading = `offer-${offer.offer_id}`;
  return (
    <article
      id={`${heading}-card`}
      tabIndex={-1}
      aria-labelledby={heading}
      className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-2 text-xs text-muted">
        <StatusDot tone={tone}>{word}</StatusDot>
        {prize !== undefined && (state === 'available' || state === 'ready') && (
          <span className="inline-flex items-center gap-1 text-sm font-semibold text-accent tabular-nums">
            <Gift aria-hidden className="size-4" />
            Up to {formatRupees(prize)}
          </span>
        )}
      </div>
      <div>
        <h2 id={heading} className="text-base leading-snug">
          {offer.title}
        </h2>
        <Description text={offer.description} />
      </div>
      <p className="flex flex-wrap gap-1">
        <span className="sr-only">Category, model and targeting: </span>
        <Badge>{offer.category}</Badge>
        <Badge>{offer.model}</Badge>
        <Badge>{offer.targeting}</Badge>
      </p>
      <div className="mt-auto flex flex-col gap-3">
        <Note offer={offer} now={now} supportEmail={supportEmail} asked={asked} onAsk={onAsk} />
        {offer.voucher_code && (
          <div className="flex items-center justify-between gap-2 rounded-control bg-good-soft py-1 pr-1 pl-3">
            <span className="min-w-0">
              <span className="block text-xs text-muted">Voucher code</span>
              <span className="code font-semibold">{offer.voucher_code}</span>
            </span>
            <CopyButton value={offer.voucher_code} what="voucher code" variant="quiet" small={false} />
          </div>
        )}
        {(offer.preview_url || offer.spinner_used) && (
          <p className="-my-2 flex flex-wrap justify-between gap-x-4 text-sm">
            {offer.preview_url && (
              <a
                href={offer.preview_url}
                target="_blank"
                rel="noopener noreferrer"
                className="link inline-flex min-h-control items-center gap-1"
              >
                Preview <span className="sr-only">{offer.title}</span>
                <ExternalLink aria-hidden className="size-3.5" />
              </a>
            )}
            {offer.spinner_used && (
              <Link
                to={userPaths.fairness}
                search={{ offer: offer.offer_id }}
                className="link inline-flex min-h-control items-center"
              >
                How this was drawn
              </Link>
            )}
          </p>
        )}
        {failure && <Banner tone="error" title={failure} onDismiss={onDismissFailure} />}
        {heldBackUrl ? (
          <a
            href={heldBackUrl}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClass({ variant: 'primary', block: true })}
          >
            Open the offer
            <ExternalLink aria-hidden className="size-4" />
          </a>
        ) : (
          <Button
            block
            variant={state === 'ready' || state === 'available' ? 'primary' : 'secondary'}
            disabled={!isActionable(offer)}
            busy={busy}
            onClick={onAction}
          >
            {actionLabel(offer)}
          </Button>
        )}
      </div>
    </article>
  );
}

function Description({ text }: { text: string }) {
  const [open, setOpen] = useState(false);
  const folds = text.length > FOLD_FROM;
  return (
    <>
      <p className={`mt-1 text-sm text-muted ${folds && !open ? 'line-clamp-3' : 'whitespace-pre-line'}`}>{text}</p>
      {folds && (
        <button type="button" onClick={() => setOpen(!open)} aria-expanded={open} className="link min-h-8 text-sm">
          {open ? 'Less' : 'More'}
        </button>
      )}
    </>
  );
}

/** 'Where is my reward?' */
function Note({
  offer,
  now,
  supportEmail,
  asked,
  onAsk,
}: Pick<OfferCardProps, 'offer' | 'now' | 'supportEmail' | 'asked' | 'onAsk'>) {
  const text = rewardNote(offer, now);
  if (!text) return null;
  const answer = caseNote(offer, asked, now);
  const about = <span className="sr-only"> {offer.title}</span>;
  return (
    <div className="flex flex-col gap-1 text-sm text-muted">
      <p>
        {text}{' '}
        {offer.reversed && supportEmail && (
          <a href={supportMail(supportEmail, offer)} className="link inline-flex min-h-6 items-center">
            Ask about it{about}
          </a>
        )}
      </p>
      {answer && (
        <StatusDot wrap tone={answer.tone}>
          {answer.words}
        </StatusDot>
      )}
      {mayAsk(offer, asked) && (
        <button type="button" onClick={onAsk} className="link -my-1 min-h-8 self-start">
          {asked ? 'Ask again' : "Didn't get it?"}
          {about}
        </button>
      )}
    </div>
  );
}
