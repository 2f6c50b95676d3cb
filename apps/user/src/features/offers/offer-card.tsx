import type { UserCase } from '@inaam/contracts/cases/cases';
import type { UserOffer } from '@inaam/contracts/offers/offers';
import { Banner } from '@inaam/ui/banner';
import { Button, buttonClass } from '@inaam/ui/button';
import { CopyButton } from '@inaam/ui/copy-button';
import { cx } from '@inaam/ui/cx';
import { ChevronDown, ExternalLink } from 'lucide-react';
import { Fragment, type ReactNode, useState } from 'react';
import { categoryName } from '../../app/category-name.ts';
import { offers as words } from '../../words/words.ts';
import { listSteps } from './list-steps.ts';
import { OfferPicture } from './offer-picture.tsx';
import { formatTask } from './offer-task.ts';
import { CaseNote, OfferDetails, StepTicks } from './on-demand-parts.tsx';
import { formatLargestPrize, formatWinChance } from './parts/offer-prize.ts';
import { actionLabel, getOfferState, isActionable, isStarted } from './parts/offer-state.ts';
import { canOpenCase, getCardNote, isOverdue } from './reward-help.ts';

export interface OfferCardProps {
  offer: UserOffer;
  now: Date;
  busy: boolean;
  failure: string | undefined;
  /** True if the failure says that starting offers is paused, which is not an error. */
  isPause?: boolean | undefined;
  onDismissFailure: () => void;
  /** The offer's URL, if the browser blocked the new tab. */
  blockedTabUrl: string | undefined;
  onAction: () => void;
  supportEmail: string | undefined;
  /** The user's newest case about the offer. */
  userCase: UserCase | undefined;
  onAsk: () => void;
  /** True for the best offer on the screen. */
  first?: boolean;
  /** True if the person has started no offer yet: the first card is then marked as a good start. */
  isNew?: boolean;
  /** True for a card in a strip of several cards: its texts are shorter. */
  isCompact?: boolean;
  /** The offer's wheel, if it is ready to spin. */
  wheel?: ReactNode;
}

/** One offer as a row: its task, its prizes, its state and one action. All other details expand below the row. */
export function OfferCard(props: OfferCardProps) {
  const { offer, userCase, now } = props;
  const state = getOfferState(offer);
  const [isOpen, setOpen] = useState(false);
  const heading = `offer-${offer.offer_id}`;
  const details = `${heading}-details`;
  const isDone = state !== 'available' && state !== 'ready' && state !== 'confirming';
  const task = getTaskLine(offer);
  const isWaiting = state === 'confirming' || isStarted(offer);
  const hasTicks = isStarted(offer) && offer.goals.length > 0;
  const hasOpenCase = isWaiting && userCase?.status === 'open';
  return (
    <article
      id={`${heading}-card`}
      data-next={(isActionable(offer) && !isStarted(offer)) || undefined}
      tabIndex={-1}
      aria-labelledby={heading}
      className={cx(
        'relative flex flex-col gap-0.5 rounded-card border p-2 sm:gap-1.5 sm:p-3',
        state === 'ready'
          ? 'border-prize-line bg-[linear-gradient(180deg,var(--prize-soft),var(--surface)_80%)] shadow-[0_4px_16px_rgb(253_185_44/20%)]'
          : isDone
            ? 'border-line bg-transparent'
            : 'border-line bg-surface',
      )}
    >
      {props.first && props.isNew && (
        <p className="absolute -top-2.5 left-3 rounded-full bg-accent px-2.5 text-xs font-semibold text-accent-text">
          {words.firstStart}
        </p>
      )}
      {/* With large text the picture has its own line. */}
      <div className="relative flex gap-x-2.5 gap-y-1.5 max-xs:flex-wrap">
        {props.wheel || (!isDone && <OfferPicture offer={offer} />)}
        <div className="min-w-0 grow max-xs:basis-24">
          <h3 id={heading} className="text-base leading-snug">
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={isOpen ? details : undefined}
              onClick={() => setOpen(!isOpen)}
              // A press anywhere on the row opens the details.
              className="flex w-full items-start gap-1 rounded-control text-left after:absolute after:inset-0"
            >
              <span
                title={offer.title}
                className={cx(
                  'min-w-0 grow text-ellipsis wrap-anywhere',
                  !isOpen && (isWaiting || props.isCompact ? 'xs:line-clamp-1 sm:line-clamp-2' : 'xs:line-clamp-2'),
                )}
              >
                {offer.title}
              </span>
              <ChevronDown
                aria-hidden
                className={cx(
                  'mt-0.5 size-4.5 shrink-0 text-muted transition-transform duration-150',
                  isOpen && 'rotate-180',
                )}
              />
            </button>
          </h3>
          <div className="flex flex-wrap items-baseline gap-x-2 text-sm leading-snug">
            {hasTicks && <StepTicks offer={offer} />}
            <p
              title={task}
              className={cx(
                'max-w-full text-ellipsis wrap-anywhere',
                !isOpen && 'xs:line-clamp-1',
                // Leaves space for the ticks on the same line.
                hasTicks && 'min-w-0 grow basis-24',
                isDone && 'text-muted',
                state === 'ready' && 'font-semibold',
              )}
            >
              {task}
            </p>
            <Tags offer={offer} isOpen={isOpen} />
          </div>
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <div className="min-w-0 grow basis-24 text-sm">
          {hasOpenCase ? (
            <CaseNote offer={offer} userCase={userCase} now={now} onAsk={props.onAsk} />
          ) : (
            <Standing {...props} />
          )}
        </div>
        <Action {...props} />
      </div>
      {offer.voucher_code && <Code value={offer.voucher_code} label={words.voucherCode} what={words.whatCopied} />}
      {offer.voucher_pin && <Code value={offer.voucher_pin} label={words.pin} what={words.pin} shown />}
      {userCase && !hasOpenCase && <CaseNote offer={offer} userCase={userCase} now={now} onAsk={props.onAsk} />}
      {props.failure && (
        <Banner tone={props.isPause ? 'info' : 'error'} title={props.failure} onDismiss={props.onDismissFailure}>
          {props.failure === words.startFailed && words.checkConnection}
        </Banner>
      )}
      {isOpen && (
        <div id={details} className="border-t border-line pt-2.5">
          <OfferDetails offer={offer} supportEmail={props.supportEmail} />
        </div>
      )}
    </article>
  );
}

function getTaskLine(offer: UserOffer): string {
  if (getOfferState(offer) === 'ready') return words.stateReady;
  const step = isStarted(offer) ? listSteps(offer).find(({ isDone }) => !isDone)?.text : undefined;
  return step === undefined ? formatTask(offer) : words.next({ step });
}

/** The specification's tags: on one line on a closed card if the screen is wide enough, and in full on an open card. */
const Tags = ({ offer, isOpen }: { offer: UserOffer; isOpen: boolean }) => (
  <p className={cx('max-w-full min-w-0 text-xs leading-4 text-muted', !isOpen && 'xs:flex')}>
    {[categoryName(offer.category), offer.model, offer.targeting].map((tag, index) => (
      <Fragment key={index}>
        {index > 0 && (
          <span aria-hidden className="whitespace-pre">
            {' · '}
          </span>
        )}
        <span title={tag} className={cx('wrap-anywhere', !isOpen && (index < 2 ? 'xs:shrink-0' : 'xs:truncate'))}>
          {tag}
        </span>{' '}
      </Fragment>
    ))}
  </p>
);

/** Shows the possible prizes. While the user waits for something, shows the progress instead. */
function Standing({ offer, now, userCase, onAsk, isCompact = false }: OfferCardProps) {
  const note = getCardNote(offer, now, isCompact);
  if (note !== undefined)
    return (
      <div className="text-xs leading-snug text-muted">
        <p>{note}</p>
        {canOpenCase(offer, userCase) && isOverdue(offer, now) && !userCase && (
          <button type="button" onClick={onAsk} className="link -mt-2 -mb-3 min-h-11 text-sm">
            {words.didNotGet}
            <span className="sr-only"> {offer.title}</span>
          </button>
        )}
      </div>
    );
  const chance = formatWinChance(offer);
  const largest = formatLargestPrize(offer);
  return (
    <>
      <p
        className={cx(
          'leading-snug',
          offer.spinner_used || offer.reversed ? 'text-xs text-muted' : 'font-semibold',
          isCompact && 'text-xs',
        )}
      >
        {chance}
      </p>
      {largest && <p className="text-xs text-muted tabular-nums">{largest}</p>}
    </>
  );
}

/** Shows a code or PIN. If the Copy button does not fit next to it, the button moves to the line below. */
const Code = ({ label, value, what, shown }: { label: string; value: string; what: string; shown?: boolean }) => (
  <div className="flex flex-wrap items-center justify-between gap-x-2 rounded-control bg-prize-soft py-0.5 pr-0.5 pl-3">
    <span className="min-w-0 pt-1.5 pb-1">
      <span className={shown ? 'mr-2 text-sm text-muted' : 'sr-only'}>{label} </span>
      <span className="code font-semibold">{value}</span>
    </span>
    <CopyButton
      value={value}
      what={what}
      variant="quiet"
      small={false}
      className="ml-auto min-h-11! shrink-0 px-3! whitespace-nowrap"
    />
  </div>
);

function Action({ offer, blockedTabUrl, busy, onAction, first }: OfferCardProps) {
  const look = 'min-h-11! shrink-0 px-4! max-xs:grow';
  if (blockedTabUrl) {
    return (
      <a
        href={blockedTabUrl}
        target="_blank"
        rel="noopener noreferrer"
        className={cx(buttonClass({ variant: 'primary' }), look)}
      >
        {words.openOffer}
        <ExternalLink aria-hidden className="size-4" />
      </a>
    );
  }
  const state = getOfferState(offer);
  if (!isActionable(offer))
    return (
      <button
        type="button"
        disabled
        className={cx(
          'rounded-full px-3 py-1 text-center text-xs font-semibold',
          state === 'won' || state === 'owed' ? 'bg-good-soft text-good' : 'bg-sunken text-muted',
        )}
      >
        {actionLabel(offer)}
      </button>
    );
  return (
    <Button
      variant={state === 'ready' ? 'prize' : first ? 'primary' : 'tonal'}
      busy={busy}
      onClick={onAction}
      className={look}
    >
      {actionLabel(offer)}
    </Button>
  );
}
