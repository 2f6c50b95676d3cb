import { cx } from '@inaam/ui/cx';
import { X } from 'lucide-react';
import { offers, offerDetails as words } from '../../words/words.ts';
import { HOW_IT_WORKS_PLACE } from './use-how-it-works.ts';

/** Explains how an offer becomes a voucher. */
export const HowItWorks = ({ onClose }: { onClose: () => void }) => (
  <section
    aria-labelledby="how-it-works"
    className={cx(
      HOW_IT_WORKS_PLACE,
      'relative bg-[radial-gradient(120%_120%_at_100%_0%,#4a41b8_0%,#251f6e_45%,#17134a_100%)] px-3 py-2.5 text-sm text-stage-text',
    )}
  >
    <h2 id="how-it-works" className="sr-only">
      {offers.howItWorks}
    </h2>
    <ol className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,4.5rem),1fr))] gap-2 pr-8 sm:gap-6">
      {[words.first1, words.first2, words.first3].map((step, index) => (
        <li
          key={step}
          className="flex flex-col gap-1 text-xs leading-snug sm:flex-row sm:items-center sm:gap-2.5 sm:text-sm"
        >
          <span
            aria-hidden
            className="grid size-5.5 shrink-0 place-items-center rounded-full bg-prize text-xs font-semibold text-prize-text tabular-nums"
          >
            {index + 1}
          </span>
          {step}
        </li>
      ))}
    </ol>
    <p className="mt-1.5 text-xs text-stage-muted">{words.firstOdds}</p>
    <button
      type="button"
      aria-label={words.firstClose}
      onClick={onClose}
      className="absolute top-0 right-0 grid size-11 place-items-center rounded-card text-stage-muted hover:text-stage-text focus-visible:outline-stage-text"
    >
      <X aria-hidden className="size-4" />
    </button>
  </section>
);
