import type { UserCase } from '@inaam/contracts/cases/cases';
import { formatRupees } from '@inaam/contracts/common/format';
import { userPaths } from '@inaam/contracts/common/paths';
import { permilleToPercent } from '@inaam/contracts/offers/odds';
import type { UserOffer } from '@inaam/contracts/offers/offers';
import { Banner } from '@inaam/ui/banner';
import { Button, type ButtonVariant, buttonClass } from '@inaam/ui/button';
import { CopyButton } from '@inaam/ui/copy-button';
import { cx } from '@inaam/ui/cx';
import { StatusDot } from '@inaam/ui/status-dot';
import { Link } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { categoryName } from '../../app/category-name.ts';
import { rich } from '../../words/rich.tsx';
import { offers as words } from '../../words/words.ts';
import { OfferFacts, Steps } from './offer-facts.tsx';
import { OfferPicture } from './offer-picture.tsx';
import { actionLabel, getLargestPrize, getOfferState, getStateText, isActionable } from './offer-state.ts';
import { estimateMinutes, getWinChance } from './offer-view.ts';
import type { PlacedWheel } from './placed-wheel.tsx';
import { ProgressLine } from './progress-line.tsx';
import { buildSupportMail, canOpenCase, getCaseNote, getRewardNote, getUsualTimeNote } from './reward-help.ts';

/** Longer descriptions are folded, so that the next card is visible on a phone. */
const FOLD_FROM = 90;

export interface OfferCardProps {
  offer: UserOffer;
  now: Date;
  busy: boolean;
  failure: string | undefined;
  onDismissFailure: () => void;
  /** An address whose tab the browser blocked. */
  blockedTabUrl: string | undefined;
  onAction: () => void;
  supportEmail: string | undefined;
  /** The user's newest case about it. */
  userCase: UserCase | undefined;
  onAsk: () => void;
  /** The best offer on the screen. */
  first?: boolean;
  /** The person has started nothing yet: the first card is marked as a good start. */
  isNew?: boolean;
  /** It takes a whole row. */
  wide?: boolean;
  /** Its wheel, if it takes a whole row. */
  wheel?: PlacedWheel | undefined;
}

const EFFORTS = { CPR: 'effortCPR', CPA: 'effortCPA', CPI: 'effortCPI' } as const;

const isKnown = <Key extends string>(table: Record<Key, unknown>, key: string): key is Key => Object.hasOwn(table, key);

const effortByModel = ({ model, category }: UserOffer): string =>
  isKnown(EFFORTS, model) ? words[EFFORTS[model]] : categoryName(category);

/** The effort in a few words: minutes from the offer's description, else the kind of task. */
function formatEffort(offer: UserOffer): string {
  const minutes = estimateMinutes(offer);
  return minutes === undefined ? effortByModel(offer) : words.minutes({ count: minutes });
}

/** One offer: content, prizes, state, and its one action. */
export function OfferCard(props: OfferCardProps) {
  const { offer } = props;
  const state = getOfferState(offer);
  const isDone = state !== 'available' && state !== 'ready' && state !== 'confirming';
  const isStarted = state === 'available' && offer.started_at !== null;
  const heading = `offer-${offer.offer_id}`;
  return (
    <article
      id={`${heading}-card`}
      data-next={(isActionable(offer) && !isStarted) || undefined}
      tabIndex={-1}
      aria-labelledby={heading}
      className={cx(
        'flex flex-col gap-3 rounded-card border p-4',
        props.wide &&
          'overflow-hidden sm:grid sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] sm:gap-x-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,2fr)_minmax(0,1fr)]',
        state === 'ready'
          ? 'border-prize-line bg-[linear-gradient(180deg,var(--prize-soft),var(--surface)_70%)] shadow-[0_6px_24px_rgb(253_185_44/22%)]'
          : isDone
            ? 'border-line bg-transparent'
            : 'border-line bg-surface',
      )}
    >
      {isDone ? <DoneHead {...props} /> : <Head {...props} />}
      {!isDone && state !== 'ready' && <Description text={offer.description} />}
      {isStarted && <Steps steps={offer.steps} />}
      <div className="mt-auto flex flex-col gap-3">
        {(state === 'confirming' || isStarted) && <ProgressLine confirming={state === 'confirming'} />}
        {/* The wheel itself shows that a spin waits. */}
        {(props.wheel?.place !== 'above' || props.userCase) && <Note {...props} />}
        {offer.voucher_code && (
          // The code stays in one piece. If Copy does not fit beside it, Copy gets its own line.
          <div className="flex flex-wrap items-center justify-between gap-x-2 rounded-control bg-prize-soft py-1 pr-1 pl-3">
            <span className="min-w-0">
              <span className="block text-xs text-muted">{words.voucherCode}</span>
              <span className="code font-semibold">{offer.voucher_code}</span>
            </span>
            <CopyButton
              value={offer.voucher_code}
              what={words.whatCopied}
              variant="quiet"
              small={false}
              className="ml-auto shrink-0 px-3! whitespace-nowrap"
            />
          </div>
        )}
        {props.failure && (
          <Banner tone="error" title={props.failure} onDismiss={props.onDismissFailure}>
            {props.failure === words.startFailed && words.checkConnection}
          </Banner>
        )}
        {props.wheel?.place === 'above' && <div className="-mx-4 -mt-2 -mb-3">{props.wheel.node}</div>}
        <Action {...props} />
        <OfferFacts offer={offer} started={isStarted} isDone={isDone || state === 'ready'}>
          {offer.spinner_used && (
            <Link
              to={userPaths.fairness}
              search={{ offer: offer.offer_id }}
              className="link inline-flex min-h-11 items-center"
            >
              {words.howDrawn}
            </Link>
          )}
        </OfferFacts>
      </div>
      {props.wheel?.place === 'side' && (
        <div className="-m-4 ml-0 hidden lg:col-start-3 lg:row-span-2 lg:row-start-1 lg:block">{props.wheel.node}</div>
      )}
    </article>
  );
}

const FACT = "relative pl-4 before:absolute before:left-1.5 before:content-['·'/'']";

/** An offer's head: the prize is the largest element. */
function Head({ offer, first, isNew, wide }: OfferCardProps) {
  const state = getOfferState(offer);
  const prize = getLargestPrize(offer);
  const { tone, word } = getStateText(state);
  const large = first === true;
  return (
    <div
      className={cx(
        'relative flex gap-3',
        large ? 'flex-col' : 'flex-wrap',
        !large && (wide ? 'sm:contents' : 'sm:flex-col sm:flex-nowrap'),
      )}
    >
      <OfferPicture offer={offer} place={large ? 'over' : wide ? 'side' : 'card'} />
      <div className={cx('min-w-0 grow', !large && 'basis-32 sm:basis-auto')}>
        {/* A started offer has its own line with its progress. */}
        {state !== 'available' && (
          <p className="text-xs text-muted">
            <StatusDot wrap tone={tone}>
              {word}
            </StatusDot>
          </p>
        )}
        {first && isNew && (
          // On the picture, so that the titles of neighbouring cards align.
          <p className="absolute -top-1 -left-1 rounded-full bg-surface px-3 py-1 text-xs font-semibold text-accent">
            {words.firstStart}
          </p>
        )}
        <h3 id={`offer-${offer.offer_id}`} className="text-base leading-snug wrap-anywhere">
          {offer.title}
        </h3>
        {prize !== undefined && state !== 'confirming' && (
          <p className="mt-1 text-sm text-muted">
            {rich(words.winUpTo({ amount: formatRupees(prize) }), {
              prize: (
                <strong className="text-xl font-semibold whitespace-nowrap text-text tabular-nums max-xs:text-base" />
              ),
            })}
          </p>
        )}
        <p className="mt-1 overflow-hidden text-sm text-muted">
          {/* Each has a dot before it; the first one of a line is clipped, so no dot ends a line. */}
          <span className="-ml-4 flex flex-wrap">
            <span className={FACT}>{formatEffort(offer)}</span>{' '}
            <span className={cx(FACT, 'tabular-nums')}>
              {words.chance({ chance: permilleToPercent(getWinChance(offer)) })}
            </span>
          </span>
        </p>
      </div>
    </div>
  );
}

/** A finished offer: flat and small. */
function DoneHead({ offer }: OfferCardProps) {
  const { tone, word } = getStateText(getOfferState(offer));
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-3">
      <h3 id={`offer-${offer.offer_id}`} className="min-w-0 text-base leading-snug wrap-anywhere">
        {offer.title}
      </h3>
      <span className="text-xs/6 text-muted">
        <StatusDot tone={tone}>{word}</StatusDot>
      </span>
    </div>
  );
}

function Action({ offer, blockedTabUrl, busy, onAction, first, wheel }: OfferCardProps) {
  const state = getOfferState(offer);
  if (blockedTabUrl) {
    return (
      <a
        href={blockedTabUrl}
        target="_blank"
        rel="noopener noreferrer"
        className={buttonClass({ variant: 'primary', block: true })}
      >
        {words.openOffer}
        <ExternalLink aria-hidden className="size-4" />
      </a>
    );
  }
  const variant: ButtonVariant =
    state === 'ready' ? 'prize' : state === 'available' ? (first ? 'primary' : 'tonal') : 'secondary';
  return (
    <Button
      block
      variant={variant}
      disabled={!isActionable(offer)}
      busy={busy}
      onClick={onAction}
      // A tap on the wheel above the button counts as a press.
      className={cx(
        wheel?.place === 'above' && 'relative before:absolute before:inset-x-0 before:bottom-full before:h-20',
      )}
    >
      {actionLabel(offer)}
    </Button>
  );
}

function Description({ text }: { text: string }) {
  const [open, setOpen] = useState(false);
  const folds = text.length > FOLD_FROM;
  return (
    <div>
      <p className={cx('text-sm text-muted wrap-anywhere', folds && !open ? 'line-clamp-2' : 'whitespace-pre-line')}>
        {text}
      </p>
      {folds && (
        <button
          type="button"
          onClick={() => setOpen(!open)}
          aria-expanded={open}
          className="link -my-2 min-h-11 text-sm"
        >
          {open ? words.less : words.more}
        </button>
      )}
    </div>
  );
}

/** 'Where is my reward?' */
function Note({ offer, now, supportEmail, userCase, onAsk }: OfferCardProps) {
  const text = getRewardNote(offer, now);
  if (!text) return null;
  const usual = getOfferState(offer) === 'available' ? getUsualTimeNote(offer) : undefined;
  const answer = getCaseNote(offer, userCase, now);
  const about = <span className="sr-only"> {offer.title}</span>;
  return (
    <div className="flex flex-col gap-1 text-sm text-muted">
      <p>
        {text} {usual}
      </p>
      {offer.reversed && supportEmail && (
        <a href={buildSupportMail(supportEmail, offer)} className="link inline-flex min-h-11 items-center self-start">
          {words.askAbout}
          {about}
        </a>
      )}
      {answer && (
        <StatusDot wrap tone={answer.tone}>
          {answer.words}
        </StatusDot>
      )}
      {canOpenCase(offer, userCase) && (
        <button type="button" onClick={onAsk} className="link -my-2 min-h-11 self-start">
          {userCase ? words.askAgain : words.didNotGet}
          {about}
        </button>
      )}
    </div>
  );
}
