import { adminPaths } from '@inaam/contracts/common/paths';
import { Button, buttonClass } from '@inaam/ui/button';
import { Card } from '@inaam/ui/card';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { getCommandKey } from '../../app/keyboard.ts';
import { usePreferences } from '../../app/preferences.ts';

const buildSteps = () => [
  {
    title: 'What needs attention comes first',
    text: 'Wins without a voucher, low stock and open cases are shown above the figures. Each opens its list.',
  },
  {
    title: 'Search finds everything and starts actions',
    text:
      `${getCommandKey()} K finds people, offers, codes and clicks. It also starts tasks: ` +
      '“add 500” adds ₹500 vouchers. Press ? for all keys.',
  },
  {
    title: 'Offers grant spins, vouchers are the prizes',
    text: 'Create an offer with its odds, and add vouchers of the same amounts to the stock. The forecast shows when to buy more.',
  },
];

/** A tour of three steps for a new admin. A finished or skipped tour does not return. */
export function Tour() {
  const { preferences, set } = usePreferences();
  const [stepIndex, setStepIndex] = useState(0);
  if (preferences.toured) return null;
  const steps = buildSteps();
  const step = steps[stepIndex];
  const isLast = stepIndex === steps.length - 1;
  const end = () => set({ name: 'toured', value: true });
  if (!step) return null;
  return (
    <Card className="border-accent/50! bg-accent-soft!">
      <section aria-label="Tour" className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <div className="min-w-0 grow basis-72" aria-live="polite">
          <h2 className="text-base">
            {step.title}{' '}
            <span className="ml-1 text-xs font-normal whitespace-nowrap text-muted tabular-nums">
              {stepIndex + 1} of {steps.length}
            </span>
          </h2>
          <p className="text-sm">{step.text}</p>
        </div>
        <div className="flex gap-2">
          <Button variant="quiet" onClick={end}>
            {isLast ? 'Done' : 'Skip the tour'}
          </Button>
          {isLast ? (
            <Link
              to={adminPaths.offers}
              search={{ panel: 'new' }}
              onClick={end}
              className={buttonClass({ variant: 'primary' })}
            >
              Create an offer
            </Link>
          ) : (
            <Button variant="primary" onClick={() => setStepIndex(stepIndex + 1)}>
              Next
            </Button>
          )}
        </div>
      </section>
    </Card>
  );
}
