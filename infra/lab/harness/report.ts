import type { Call } from './load.ts';

/** The result of a part of a drill. */
export interface Row {
  name: string;
  calls: number;
  /** Number of calls by status; 0 is no answer. */
  statuses: Record<number, number>;
  lost: number;
  doubled: number;
  /** ms */
  longest: number;
  /** Time in ms after the end of the fault until 95 % of the callers had a success. Undefined if not measured. */
  recovery?: number;
  /** Empty when all is correct. */
  problems: string[];
}

export interface PassCriteria {
  /** Statuses that are accepted; 0 is a cut connection. */
  allowed: readonly number[];
  /** ms */
  longest: number;
  /** ms */
  recovery?: number;
  /** Minimum number of calls, so that a load without calls fails. */
  calls?: number;
}

/** Limits during a fault. 0 is a cut connection, not an answer of the product. */
export const FAULT_PASS_CRITERIA: PassCriteria = {
  allowed: [0, 200, 503],
  longest: 9_000,
  recovery: 2_000,
  calls: 100,
};

const LOST = /is not stored/;
const DOUBLED = /twice|two vouchers|was given to/;

/**
 * Judges a part of a drill.
 * @param audit differences between the database and what was acknowledged; see `compareAcknowledged`
 * @param recovery for each caller, the ms from the end of the fault to its first success; Infinity if there is none
 */
export function createRow(
  name: string,
  {
    calls,
    audit,
    wrong,
    recovery,
  }: { calls: Call[]; audit: string[]; wrong: string[]; recovery?: number[] | undefined },
  criteria: PassCriteria,
): Row {
  const statuses: Record<number, number> = {};
  for (const { status } of calls) statuses[status] = (statuses[status] ?? 0) + 1;
  // Not `Math.max(...calls)`: the calls of an hour exceed the maximum number of arguments.
  const longest = Math.round(calls.reduce((most, { began, ended }) => Math.max(most, ended - began), 0));
  const recoveryP95 = recovery === undefined ? undefined : p95(recovery);
  // `wrong` begins with problems of the callers, which can be many. Reversed, so that the drill's own come first.
  const problems = [...wrong.toReversed(), ...audit];
  for (const [status, count] of Object.entries(statuses)) {
    if (criteria.allowed.includes(Number(status))) continue;
    const body = calls.find((call) => call.status === Number(status) && call.body !== undefined)?.body;
    problems.push(`${count} calls were answered ${status}${body === undefined ? '' : `: ${body}`}`);
  }
  if (calls.length < (criteria.calls ?? 1)) problems.push(`only ${calls.length} calls were made`);
  if (longest > criteria.longest) {
    problems.push(`the longest call took ${longest} ms, more than the ${criteria.longest} allowed`);
  }
  if (recoveryP95 !== undefined && criteria.recovery !== undefined && recoveryP95 > criteria.recovery) {
    problems.push(`recovery took ${recoveryP95} ms, more than the ${criteria.recovery} allowed`);
  }
  return {
    name,
    calls: calls.length,
    statuses,
    lost: audit.filter((line) => LOST.test(line)).length,
    doubled: audit.filter((line) => DOUBLED.test(line)).length,
    longest,
    ...(recoveryP95 !== undefined && { recovery: recoveryP95 }),
    problems,
  };
}

/** For each caller, the ms from the time `from` to the first success after it; Infinity if there is none. */
export function measureRecoveries(calls: Call[], from: number): number[] {
  const firstSuccess = new Map(calls.map(({ caller }) => [caller, Number.POSITIVE_INFINITY]));
  for (const { caller, status, ended } of calls) {
    if (status === 200 && ended >= from) {
      firstSuccess.set(caller, Math.min(firstSuccess.get(caller) ?? Number.POSITIVE_INFINITY, ended - from));
    }
  }
  return [...firstSuccess.values()];
}

function p95(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0);
}

const formatStatuses = ({ statuses }: Row): string =>
  Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status === '0' ? 'cut' : status}`)
    .join(', ');

/** Formats a row for the table in infra/docs/runbooks/drills.md. */
export const tableRow = (row: Row): string =>
  `| ${[row.name, row.calls, row.lost, row.doubled, formatStatuses(row), row.longest, row.recovery ?? ''].join(' | ')} |`;

export const TABLE_HEAD =
  '| Drill | Calls | Lost | Doubled | Answers | Longest, ms | Recovery p95, ms |\n| - | - | - | - | - | - | - |';

/** Prints a row when it is finished. */
export function printLine(row: Row): void {
  process.stdout.write(`${tableRow(row)}\n`);
  for (const line of row.problems.slice(0, 12)) process.stdout.write(`    PROBLEM: ${line}\n`);
  if (row.problems.length > 12) process.stdout.write(`    and ${row.problems.length - 12} more\n`);
}

/** Prints the last line. @returns the exit code */
export function printVerdict(name: string, rows: readonly Row[]): number {
  const failed = rows.filter(({ problems }) => problems.length > 0);
  const isGood = rows.length > 0 && failed.length === 0;
  const failedNames = failed.map((row) => row.name).join(', ');
  process.stdout.write(
    isGood ? `drill ${name}: passed\n` : `drill ${name}: FAILED${failedNames && `: ${failedNames}`}\n`,
  );
  return isGood ? 0 : 1;
}
