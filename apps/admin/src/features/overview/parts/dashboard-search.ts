import {
  type ComparisonPeriod,
  comparisonPeriods,
  type ReportPeriod,
  reportPeriods,
} from '@inaam/contracts/insights/report';

/** The dashboard's state in the URL: period, comparison and display. */
export interface DashboardState {
  period: ReportPeriod;
  from?: string | undefined;
  to?: string | undefined;
  compare: ComparisonPeriod;
  before_from?: string | undefined;
  before_to?: string | undefined;
  view: 'plots' | 'table';
  /** The order of the offers: by margin, or by the largest change. */
  offers: 'margin' | 'trend';
}

export type DashboardUrl = { [Key in keyof DashboardState]?: DashboardState[Key] | undefined };

const defaultState: DashboardState = { period: '30', compare: 'before', view: 'plots', offers: 'margin' };

const choices = {
  period: reportPeriods,
  compare: comparisonPeriods,
  view: ['plots', 'table'],
  offers: ['margin', 'trend'],
} as const;

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const parseDay = (value: unknown): string | undefined =>
  typeof value === 'string' && DAY.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;

function parseSpan(first: unknown, last: unknown): [string, string] | undefined {
  const [from, to] = [parseDay(first), parseDay(last)];
  return from && to && from <= to ? [from, to] : undefined;
}

/** Parses URL parameters; unreadable values become the defaults. Links of earlier releases call the period `days`. */
export function parseDashboard(raw: Readonly<Record<string, unknown>>): DashboardState {
  const values: Readonly<Record<string, unknown>> = { period: raw.days, ...raw };
  const readChoice = <Key extends keyof typeof choices>(name: Key) =>
    (choices[name] as readonly string[]).includes(String(values[name]))
      ? (String(values[name]) as DashboardState[Key])
      : defaultState[name];
  // Custom dates need a first and a last day, in order; otherwise the default applies.
  const [span, comparedSpan] = [parseSpan(raw.from, raw.to), parseSpan(raw.before_from, raw.before_to)];
  const [period, compare] = [readChoice('period'), readChoice('compare')];
  return {
    view: readChoice('view'),
    offers: readChoice('offers'),
    period: period === 'custom' && !span ? defaultState.period : period,
    ...(period === 'custom' && span && { from: span[0], to: span[1] }),
    compare: compare === 'own' && !comparedSpan ? defaultState.compare : compare,
    ...(compare === 'own' && comparedSpan && { before_from: comparedSpan[0], before_to: comparedSpan[1] }),
  };
}

/** The router's `validateSearch`: the fewest URL parameters with the same meaning. */
export function dashboardSearch(raw: Readonly<Record<string, unknown>>): DashboardUrl {
  const state = parseDashboard(raw);
  const defaults: Readonly<Record<string, unknown>> = { ...defaultState };
  return Object.fromEntries(
    Object.entries(state).filter(([name, value]) => value !== undefined && value !== defaults[name]),
  );
}

/** The period and the comparison period. */
export type Periods = Pick<DashboardState, 'period' | 'from' | 'to' | 'compare' | 'before_from' | 'before_to'>;

export const toReportInput = ({ period, from, to, compare, before_from, before_to }: Periods) => ({
  period,
  compare,
  ...(period === 'custom' && { from, to }),
  ...(compare === 'own' && { before_from, before_to }),
});
