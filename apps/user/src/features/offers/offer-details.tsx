import type { UserCase } from '@inaam/contracts/cases/cases';
import { userPaths } from '@inaam/contracts/common/paths';
import type { UserOffer } from '@inaam/contracts/offers/offers';
import { cx } from '@inaam/ui/cx';
import { StatusDot } from '@inaam/ui/status-dot';
import { Link } from '@tanstack/react-router';
import { Check, ExternalLink } from 'lucide-react';
import { categoryName } from '../../app/category-name.ts';
import { formatUsualTime } from '../../app/format-usual-time.ts';
import { offerDetails as words } from '../../words/words.ts';
import { listSteps } from './list-steps.ts';
import { getCaseNote, getRewardNote } from './offer-notes.ts';
import { getOfferState } from './parts/offer-state.ts';
import { canOpenCase } from './reward-help.ts';
import { buildSupportMail } from './support-mail.ts';

const MODELS: Record<string, 'modelCPR' | 'modelCPA' | 'modelCPI' | undefined> = {
  CPR: 'modelCPR',
  CPA: 'modelCPA',
  CPI: 'modelCPI',
};

const LINK = 'link inline-flex min-h-11 items-center gap-1';

/** Description, steps, the specification's tags in plain words, and links. */
export function OfferDetails({ offer, supportEmail }: { offer: UserOffer; supportEmail: string | undefined }) {
  const state = getOfferState(offer);
  const isOpen = state === 'available' || state === 'ready' || state === 'confirming';
  const note = getRewardNote(offer);
  const model = MODELS[offer.model];
  return (
    <div className="grid animate-appear gap-3 text-sm">
      <p className="whitespace-pre-line text-muted wrap-anywhere">{offer.description}</p>
      {note && <p>{note}</p>}
      {state === 'available' && <Steps offer={offer} />}
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-x-4 gap-y-2">
        {isOpen && (
          <Fact term={words.finish}>
            {offer.finish_rate === null || offer.is_new
              ? words.isNew
              : words.finishRate({ share: Math.round(offer.finish_rate * 10) })}
          </Fact>
        )}
        {isOpen && <Fact term={words.usual}>{formatUsualTime(offer.usual_seconds)}</Fact>}
        <Fact term={words.category}>{categoryName(offer.category)}</Fact>
        <Fact term={words.model}>{model ? words[model] : offer.model}</Fact>
        <Fact term={words.targeting}>{offer.targeting === 'ALL' ? words.targetingAll : offer.targeting}</Fact>
      </dl>
      <div className="-my-1.5 flex flex-wrap gap-x-5 empty:hidden">
        {offer.preview_url && (
          <a href={offer.preview_url} target="_blank" rel="noopener noreferrer" className={LINK}>
            {words.preview} <span className="sr-only">{offer.title}</span>
            <ExternalLink aria-hidden className="size-3.5" />
          </a>
        )}
        {offer.spinner_used && (
          <Link to={userPaths.fairness} search={{ offer: offer.offer_id }} className={LINK}>
            {words.howDrawn}
          </Link>
        )}
        {state === 'reversed' && supportEmail && (
          <a href={buildSupportMail(supportEmail, offer)} className={LINK}>
            {words.askAbout}
            <span className="sr-only"> {offer.title}</span>
          </a>
        )}
      </div>
    </div>
  );
}

/** The steps in order. A step gets a tick when the network has reported it. An offer without steps renders nothing. */
function Steps({ offer }: { offer: UserOffer }) {
  const steps = listSteps(offer);
  if (steps.length === 0) return null;
  return (
    <ol aria-label={words.steps} className="grid gap-2">
      {steps.map(({ text, isDone }, index) => (
        <li key={`${index} ${text}`} className="flex items-start gap-2.5">
          <span
            aria-hidden
            className={cx(
              'grid size-6 shrink-0 place-items-center rounded-full text-xs font-semibold tabular-nums',
              isDone ? 'bg-good-soft text-good' : 'bg-accent-soft text-accent',
            )}
          >
            {isDone ? <Check className="size-4" /> : index + 1}
          </span>
          <span className={cx('min-w-0 pt-0.5 wrap-anywhere', isDone && 'text-muted')}>
            {text}
            {isDone && <span className="sr-only"> ({words.stepDone})</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** The steps of a started offer at a glance, with a tick for each step that the network has reported. */
export function StepTicks({ offer }: { offer: UserOffer }) {
  const steps = listSteps(offer);
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <span
      role="img"
      aria-label={words.stepsDone({ done, count: steps.length })}
      className="inline-flex max-w-24 shrink-0 items-center gap-1 self-center overflow-hidden"
    >
      {steps.map(({ text, isDone }, index) =>
        isDone ? (
          <span key={`${index} ${text}`} className="grid size-4 place-items-center rounded-full bg-good-soft text-good">
            <Check aria-hidden className="size-3" />
          </span>
        ) : (
          <span key={`${index} ${text}`} className="size-4 rounded-full border border-edge" />
        ),
      )}
    </span>
  );
}

const Fact = ({ term, children }: { term: string; children: string }) => (
  <div>
    <dt className="text-muted">{term}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
);

/** Shows the status of the user's case about a missing spin, and a button to ask again once the case is closed. */
export function CaseNote({
  offer,
  userCase,
  now,
  onAsk,
}: {
  offer: UserOffer;
  userCase: UserCase;
  now: Date;
  onAsk: () => void;
}) {
  const answer = getCaseNote(offer, userCase, now);
  if (!answer) return null;
  return (
    <div className="text-sm text-muted">
      <StatusDot wrap tone={answer.tone}>
        {answer.words}
      </StatusDot>
      {canOpenCase(offer, userCase) && (
        <button type="button" onClick={onAsk} className="link -my-1 block min-h-11">
          {words.askAgain}
          <span className="sr-only"> {offer.title}</span>
        </button>
      )}
    </div>
  );
}
