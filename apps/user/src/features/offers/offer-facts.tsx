import type { UserOffer } from '@inaam/contracts/offers/offers';
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { categoryName } from '../../app/category-name.ts';
import { formatUsualTime } from '../../app/format-usual-time.ts';
import { offers as words } from '../../words/words.ts';

const MODELS: Record<string, 'modelCPR' | 'modelCPA' | 'modelCPI' | undefined> = {
  CPR: 'modelCPR',
  CPA: 'modelCPA',
  CPI: 'modelCPI',
};

/** Numbered steps; nothing if the description covers them. */
export function Steps({ steps }: { steps: readonly string[] }) {
  if (steps.length === 0) return null;
  return (
    <ol aria-label={words.steps} className="grid gap-2 text-sm">
      {steps.map((step, index) => (
        <li key={`${index} ${step}`} className="flex items-start gap-2.5">
          <span
            aria-hidden
            className="grid size-6 shrink-0 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent tabular-nums"
          >
            {index + 1}
          </span>
          <span className="min-w-0 pt-0.5 wrap-anywhere">{step}</span>
        </li>
      ))}
    </ol>
  );
}

export interface OfferFactsProps {
  offer: UserOffer;
  started: boolean;
  /** The offer is finished: shows its description without instructions. */
  isDone: boolean;
  /** Further links in the same row. */
  children?: ReactNode;
}

/** Details of an offer, folded; the specification's tags in plain words. */
export function OfferFacts({ offer, started, isDone, children }: OfferFactsProps) {
  const model = MODELS[offer.model];
  return (
    <div className="-my-2 flex flex-wrap items-start gap-x-5 text-sm">
      <details className="open:w-full">
        <summary
          aria-label={`${words.details}: ${offer.title}`}
          className="link inline-flex min-h-11 items-center text-muted!"
        >
          {words.details}
        </summary>
        <div className="grid gap-3 pb-3">
          {isDone && <p className="whitespace-pre-line text-muted wrap-anywhere">{offer.description}</p>}
          {!isDone && !started && <Steps steps={offer.steps} />}
          <dl className="grid gap-2">
            {!isDone && offer.finish_rate !== null && (
              <OfferFact term={words.finish}>
                {words.finishRate({ share: Math.round(offer.finish_rate * 10) })}
              </OfferFact>
            )}
            {!isDone && <OfferFact term={words.usual}>{formatUsualTime(offer.usual_seconds)}</OfferFact>}
            <OfferFact term={words.category}>{categoryName(offer.category)}</OfferFact>
            <OfferFact term={words.model}>{model ? words[model] : offer.model}</OfferFact>
            <OfferFact term={words.targeting}>
              {offer.targeting === 'ALL' ? words.targetingAll : offer.targeting}
            </OfferFact>
          </dl>
        </div>
      </details>
      {offer.preview_url && (
        <a
          href={offer.preview_url}
          target="_blank"
          rel="noopener noreferrer"
          className="link inline-flex min-h-11 items-center gap-1"
        >
          {words.preview} <span className="sr-only">{offer.title}</span>
          <ExternalLink aria-hidden className="size-3.5" />
        </a>
      )}
      {children}
    </div>
  );
}

const OfferFact = ({ term, children }: { term: string; children: string }) => (
  <div>
    <dt className="text-muted">{term}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
);
