import { adminPaths } from '@inaam/contracts/common/paths';
import { type SetupStep, setupSteps } from '@inaam/contracts/networks/setup';
import { cx } from '@inaam/ui/cx';
import { Check } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { PageHeader } from '../../../page/page-header.tsx';
import { BackLink } from '../../../page/record-page.tsx';

const labels: Record<SetupStep, string> = {
  network: 'Network',
  secret: 'Secret',
  rate: 'Currency and rate',
  address: 'Postback URL',
  offers: 'Offers',
  call: 'First real postback',
};

export interface StepState {
  isDone: boolean;
  /** The value chosen in the step, or the fact that completed the step. */
  fact?: string | undefined;
  /** Opens the step; absent if the step cannot be opened. */
  open?: (() => void) | undefined;
}

/** The layout of a set-up: the list of steps, and the open step. */
export function SetupPage({
  title,
  current,
  steps,
  heading,
  hint,
  children,
}: {
  title: string;
  current: SetupStep;
  steps: Record<SetupStep, StepState>;
  /** The title of the open step. */
  heading: string;
  hint?: ReactNode;
  children: ReactNode;
}) {
  const currentIndex = setupSteps.indexOf(current);
  const headingElement = useRef<HTMLHeadingElement>(null);
  const shownStep = useRef(current);
  useEffect(() => {
    // The pressed button disappeared with its step, so the focus moves, unless the new step has focused its first
    // field.
    if (shownStep.current !== current && document.activeElement === document.body) headingElement.current?.focus();
    shownStep.current = current;
  }, [current]);
  return (
    <div className="grid grid-cols-1 gap-4">
      <BackLink to={adminPaths.networks} label="All networks" />
      <PageHeader title={title} />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-8">
        <nav aria-label="Steps" className="lg:sticky lg:top-4">
          <p className="mb-2 text-sm text-muted tabular-nums lg:hidden">
            Step {currentIndex + 1} of {setupSteps.length}
          </p>
          <ol className="flex gap-1 lg:grid lg:gap-0">
            {setupSteps.map((id, index) => (
              <StepItem
                key={id}
                label={labels[id]}
                number={index + 1}
                state={steps[id]}
                isCurrent={id === current}
                isLast={index === setupSteps.length - 1}
              />
            ))}
          </ol>
        </nav>
        <section aria-labelledby="step" className="grid min-w-0 max-w-3xl grid-cols-1 gap-4">
          <header>
            <h2 ref={headingElement} id="step" tabIndex={-1} className="text-lg">
              {heading}
            </h2>
            {hint && <p className="text-muted">{hint}</p>}
          </header>
          {children}
        </section>
      </div>
    </div>
  );
}

/** A step: a segment of a bar on narrow screens, else a line with the step's number and fact. */
function StepItem({
  label,
  number,
  state: { isDone, fact, open },
  isCurrent,
  isLast,
}: {
  label: string;
  number: number;
  state: StepState;
  isCurrent: boolean;
  isLast: boolean;
}) {
  const content = (
    <>
      <span
        aria-hidden
        className={cx('h-1.5 w-full rounded-full lg:hidden', isCurrent ? 'bg-accent' : isDone ? 'bg-good' : 'bg-line')}
      />
      <span
        aria-hidden
        className={cx(
          'z-1 hidden size-7 shrink-0 place-items-center rounded-full text-sm font-semibold tabular-nums lg:grid',
          isCurrent
            ? 'bg-accent text-accent-text'
            : isDone
              ? 'bg-good-soft text-good'
              : 'border border-edge bg-background text-muted',
        )}
      >
        {isDone && !isCurrent ? <Check className="size-4" /> : number}
      </span>
      <span className="sr-only min-w-0 lg:not-sr-only lg:pt-0.5">
        <span className={cx('block', isCurrent ? 'font-semibold' : !isDone && 'text-muted')}>
          {label}
          {isDone && <span className="sr-only"> (done)</span>}
        </span>
        {fact && <span className="block text-sm text-muted wrap-anywhere">{fact}</span>}
      </span>
    </>
  );
  const line = 'flex w-full min-w-0 items-start gap-3 rounded-control text-left max-lg:items-center max-lg:py-3';
  return (
    <li
      aria-current={isCurrent ? 'step' : undefined}
      className={cx(
        'relative min-w-0 grow lg:pb-5',
        !isLast && 'lg:before:absolute lg:before:top-7 lg:before:bottom-0 lg:before:left-3.5 lg:before:w-px',
        'lg:before:bg-line',
      )}
    >
      {open && !isCurrent ? (
        <button type="button" onClick={open} className={cx(line, 'hover:text-accent')}>
          {content}
        </button>
      ) : (
        <div className={line}>{content}</div>
      )}
    </li>
  );
}

/** The buttons below a step: Back on the left, the next step on the right. */
export const StepButtons = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line pt-4">{children}</div>
);
