import { cx } from '@inaam/ui/cx';
import { offers as words } from '../../words/words.ts';

/** Progress from start to spin. */
export function ProgressLine({ confirming }: { confirming: boolean }) {
  const steps = [words.stepStarted, words.stepConfirmed, words.stepSpin];
  return (
    <div>
      <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-sunken">
        <div className={cx('h-full rounded-full bg-accent', confirming ? 'w-3/4' : 'w-2/5')} />
      </div>
      <ol className="mt-1 flex justify-between gap-x-2 text-xs max-xs:flex-col text-muted">
        {steps.map((step, index) => (
          <li key={step} className={index === 0 || (confirming && index === 1) ? 'font-semibold text-text' : undefined}>
            {step}
          </li>
        ))}
      </ol>
    </div>
  );
}
