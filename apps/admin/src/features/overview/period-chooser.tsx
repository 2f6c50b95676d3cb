import type { Report } from '@inaam/contracts/insights/report';
import { Button } from '@inaam/ui/button';
import { Field } from '@inaam/ui/field';
import { Popover } from '@inaam/ui/popover';
import { Select } from '@inaam/ui/select';
import { CalendarDays } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { formatDay, formatShortDay } from '../../app/days.ts';
import type { DashboardState, DashboardUrl } from '../../shared/overview/dashboard-search.ts';

const periods = {
  today: 'Today',
  '7': 'Last 7 days',
  '30': 'Last 30 days',
  '90': 'Last 90 days',
  this_month: 'This month',
  last_month: 'Last month',
} as const;

const comparisons = {
  before: 'Compare with before',
  year: 'Compare with a year ago',
  off: 'Compare with nothing',
} as const;

const MAX_DAYS = 366;
const DAY_MS = 86_400_000;

/** Two days that make a period, or why they do not. */
export function ownDates(from: string, to: string): { from?: string; to?: string } {
  if (from === '') return { from: 'Choose the first day' };
  if (to === '') return { to: 'Choose the last day' };
  if (to < from) return { to: 'Choose a day on or after the first one' };
  if ((Date.parse(to) - Date.parse(from)) / DAY_MS >= MAX_DAYS) return { to: 'Choose at most 366 days' };
  return {};
}

function OwnDates({ state, onDone }: { state: DashboardState; onDone: (url: DashboardUrl) => void }) {
  const [from, setFrom] = useState(state.from ?? '');
  const [to, setTo] = useState(state.to ?? '');
  const [problems, setProblems] = useState<{ from?: string; to?: string }>({});
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = ownDates(from, to);
    setProblems(found);
    if (!found.from && !found.to) onDone({ period: 'custom', from, to });
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-2 border-t border-line pt-3">
      <div className="grid grid-cols-2 gap-2">
        <Field
          label="From"
          type="date"
          value={from}
          onChange={(event) => setFrom(event.target.value)}
          error={problems.from}
        />
        <Field label="To" type="date" value={to} onChange={(event) => setTo(event.target.value)} error={problems.to} />
      </div>
      <Button type="submit" variant="primary" className="justify-self-start">
        Show these days
      </Button>
    </form>
  );
}

/** What is shown and what it is compared with; both stand in the address. */
export function PeriodChooser({
  state,
  shown,
  onChange,
}: {
  state: DashboardState;
  /** The days that the server answered for. */
  shown: Report | undefined;
  onChange: (url: DashboardUrl) => void;
}) {
  const [open, setOpen] = useState(false);
  const choose = (url: DashboardUrl) => {
    setOpen(false);
    onChange(url);
  };
  const label =
    state.period === 'custom'
      ? `${formatShortDay(state.from ?? '')} – ${formatDay(state.to ?? '')}`
      : periods[state.period];
  return (
    <>
      <Popover
        label="Period"
        open={open}
        onOpenChange={setOpen}
        trigger={
          <Button icon={<CalendarDays aria-hidden className="size-4" />}>
            <span className="sr-only">Period: </span>
            {label}
          </Button>
        }
      >
        <ul className="-mx-2 mb-3 grid">
          {Object.entries(periods).map(([period, words]) => (
            <li key={period}>
              <button
                type="button"
                aria-current={state.period === period || undefined}
                onClick={() => choose({ period: period as DashboardState['period'], from: undefined, to: undefined })}
                className="min-h-small w-full rounded-control px-2 text-left hover:bg-sunken aria-[current]:font-semibold"
              >
                {words}
              </button>
            </li>
          ))}
        </ul>
        <OwnDates state={state} onDone={choose} />
        {shown && (
          <p className="mt-3 text-xs text-muted">
            Shown: {formatDay(shown.from)} to {formatDay(shown.to)}, days in India (IST)
          </p>
        )}
      </Popover>
      <Select
        label="Compare"
        hideLabel
        value={state.compare}
        onChange={(event) => onChange({ compare: event.target.value as DashboardState['compare'] })}
      >
        {Object.entries(comparisons).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </Select>
    </>
  );
}
