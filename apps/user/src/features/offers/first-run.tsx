import { offers as words } from '../../words/words.ts';

/** For people without a start: how it works, with honest odds. */
export const FirstRun = () => (
  <section
    aria-labelledby="first-run"
    className="rounded-card bg-stage bg-[radial-gradient(120%_120%_at_100%_0%,#4a41b8_0%,#251f6e_45%,#17134a_100%)] p-4 text-stage-text sm:p-6"
  >
    <h2 id="first-run" className="text-lg">
      {words.firstTitle}
    </h2>
    <ol className="mt-3 grid gap-3 sm:grid-cols-3 sm:gap-6">
      {[words.first1, words.first2, words.first3].map((step, index) => (
        <li key={step} className="flex items-start gap-3">
          <span
            aria-hidden
            className="grid size-7 shrink-0 place-items-center rounded-full bg-prize text-sm font-semibold text-prize-text tabular-nums"
          >
            {index + 1}
          </span>
          <span className="pt-0.5 text-sm sm:pt-1">{step}</span>
        </li>
      ))}
    </ol>
    <p className="mt-3 text-sm text-stage-muted">{words.firstOdds}</p>
  </section>
);
