import { Button } from '@inaam/ui/button';
import { Field } from '@inaam/ui/field';
import { Popover } from '@inaam/ui/popover';
import { Select } from '@inaam/ui/select';
import { CalendarDays } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { formatDay, formatShortDay } from '../../../app/days.ts';
import type { Periods } from './dashboard-search.ts';

const periods = {
  today: 'Today',
  '7': 'Last 7 days',
  '30': 'Last 30 days',
  '90': 'Last 90 days',
  this_month: 'This month',
  last_month: 'Last month',
} as const;

const comparisons = {
  before: 'Compare to previous period',
  year: 'Compare to previous year',
  own: 'Compare to custom dates…',
  off: 'No comparison',
} as const;

const MAX_DAYS = 366;
const DAY_MS = 86_400_000;

/** Validates two typed days as a period; returns the problem of each day. */
export function readCustomDates(from: string, to: string): { from?: string; to?: string } {
  if (from === '') return { from: 'Choose the first day' };
  if (to === '') return { to: 'Choose the last day' };
  if (to < from) return { to: 'Choose a day on or after the first one' };
  if ((Date.parse(to) - Date.parse(from)) / DAY_MS >= MAX_DAYS) return { to: 'Choose at most 366 days' };
  return {};
}

function CustomDates({
  first,
  last,
  submitLabel,
  onDone,
}: {
  first: string | undefined;
  last: string | undefined;
  submitLabel: string;
  onDone: (from: string, to: string) => void;
}) {
  const [from, setFrom] = useState(first ?? '');
  const [to, setTo] = useState(last ?? '');
  const [problems, setProblems] = useState<{ from?: string; to?: string }>({});
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const dateProblems = readCustomDates(from, to);
    setProblems(dateProblems);
    if (!dateProblems.from && !dateProblems.to) onDone(from, to);
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-2">
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
        {submitLabel}
      </Button>
    </form>
  );
}

/** Chooses the period and the comparison. On a phone, the comparison is on a separate line below other buttons. */
export function PeriodChooser({
  state,
  shown,
  onChange,
}: {
  state: Periods;
  /** The first and the last day of the report, from the server's answer. */
  shown: { from: string; to: string } | undefined;
  onChange: (periods: Partial<Periods>) => void;
}) {
  /** The period whose dates the form edits; undefined while the form is closed. */
  const [open, setOpen] = useState<'period' | 'comparison'>();
  const choose = (chosen: Partial<Periods>) => {
    setOpen(undefined);
    onChange(chosen);
  };
  const compareWith = (compare: Periods['compare']) => {
    if (compare === 'own') setOpen('comparison');
    else choose({ compare, before_from: undefined, before_to: undefined });
  };
  const { before_from: comparedFrom, before_to: comparedTo } = state;
  const label =
    state.period === 'custom'
      ? `${formatShortDay(state.from ?? '')} – ${formatDay(state.to ?? '')}`
      : periods[state.period];
  return (
    <>
      <Popover
        label="Period"
        open={open !== undefined}
        onOpenChange={(isOpen) => setOpen(isOpen ? 'period' : undefined)}
        trigger={
          <Button icon={<CalendarDays aria-hidden className="size-4" />} className="max-sm:grow">
            <span className="sr-only">Period: </span>
            {label}
          </Button>
        }
      >
        {open === 'comparison' ? (
          <>
            <h2 className="mb-2 text-base">Compare to custom dates</h2>
            <CustomDates
              first={comparedFrom}
              last={comparedTo}
              submitLabel="Compare"
              onDone={(from, to) => choose({ compare: 'own', before_from: from, before_to: to })}
            />
          </>
        ) : (
          <>
            <ul className="-mx-2 mb-3 grid">
              {Object.entries(periods).map(([period, words]) => (
                <li key={period}>
                  <button
                    type="button"
                    aria-current={state.period === period || undefined}
                    onClick={() => choose({ period: period as Periods['period'], from: undefined, to: undefined })}
                    className="min-h-small w-full rounded-control px-2 text-left hover:bg-sunken aria-[current]:font-semibold"
                  >
                    {words}
                  </button>
                </li>
              ))}
            </ul>
            <div className="border-t border-line pt-3">
              <CustomDates
                first={state.from}
                last={state.to}
                submitLabel="Apply"
                onDone={(from, to) => choose({ period: 'custom', from, to })}
              />
            </div>
            {shown && (
              <p className="mt-3 text-xs text-muted">
                Shown: {formatDay(shown.from)} to {formatDay(shown.to)}, Indian time (IST)
              </p>
            )}
          </>
        )}
      </Popover>
      <Select
        label="Compare"
        hideLabel
        className="max-sm:order-last max-sm:w-full"
        value={state.compare}
        onChange={(event) => compareWith(event.target.value as Periods['compare'])}
      >
        {Object.entries(comparisons).map(([value, words]) => (
          <option key={value} value={value}>
            {value === 'own' && state.compare === 'own'
              ? `Compare to ${formatShortDay(comparedFrom ?? '')} – ${formatDay(comparedTo ?? '')}`
              : words}
          </option>
        ))}
      </Select>
    </>
  );
}
