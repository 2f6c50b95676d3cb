import { formatCount, formatPlural, formatRupees } from '@inaam/contracts/common/format';
import { formatDateTime } from '@inaam/contracts/common/time';
import type { JobState, OperationsStatus, ProcessState } from '@inaam/contracts/insights/operations';
import { getSecurityEventLabel } from '@inaam/contracts/security-events/security-events';
import { CrashBoundary } from '@inaam/ui/crash-boundary';
import { StatusDot } from '@inaam/ui/status-dot';
import { Table, Td, Th, Tr } from '@inaam/ui/table';
import { type ReactNode, useId } from 'react';
import { groupBy } from '../../app/group-by.ts';
import { TimeAgo } from '../../page/timestamp.tsx';
import { forecastText } from '../vouchers/parts/stock-forecast.ts';
import { formatRoughDuration } from './warning-words.ts';

/** The grid of the page's parts. */
export const partsClass = 'grid items-start gap-x-8 gap-y-6 md:grid-cols-2 xl:grid-cols-3';

/** A part of the page. Lines and space separate the parts; boxes would look uneven, as the parts differ in height. */
export function FiguresPart({
  title,
  note,
  action,
  children,
}: {
  title: string;
  note: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0 border-t border-edge/50 pt-3">
      <header className="mb-2 flex items-start gap-3">
        <div className="min-w-0 grow">
          <h2 id={id} className="text-base">
            {title}
          </h2>
          <p className="text-xs text-muted">{note}</p>
        </div>
        {action && <div className="shrink-0">{action}</div>}
      </header>
      <CrashBoundary>{children}</CrashBoundary>
    </section>
  );
}

/** A label and its figure on one line. */
export const Line = ({ label, note, children }: { label: ReactNode; note?: ReactNode; children: ReactNode }) => (
  <div className="flex items-baseline gap-3 border-b border-line py-1.5 last:border-b-0">
    <dt className="min-w-0 grow">
      {label}
      {note && <span className="block text-xs text-muted">{note}</span>}
    </dt>
    <dd className="font-semibold whitespace-nowrap tabular-nums">{children}</dd>
  </div>
);

const BYTES_PER_MB = 1024 * 1024;

/** The share of busy connections in the pool, as a bar with a text. */
function Pool({ used, max, waiting }: ProcessState['connections']) {
  return (
    <div className="mb-2">
      <div className="flex justify-between text-sm">
        <span>Database connections</span>
        <span className="font-semibold tabular-nums">
          {used} of {max} in use
        </span>
      </div>
      <div aria-hidden className="mt-1 h-2 overflow-hidden rounded-full bg-line">
        <div
          className={waiting > 0 ? 'h-full bg-bad' : 'h-full bg-accent'}
          style={{ width: `${Math.min(100, (used / max) * 100)}%` }}
        />
      </div>
      {waiting > 0 && <p className="mt-1 text-xs text-bad">{formatPlural(waiting, 'call waiting', 'calls waiting')}</p>}
    </div>
  );
}

export const ProcessFigures = ({ process }: { process: ProcessState }) => (
  <FiguresPart title="This process" note={`Serves this page, started ${formatDateTime(process.started_at)} IST`}>
    <Pool {...process.connections} />
    <dl>
      <Line label="Memory">{formatCount(Math.round(process.memory_bytes / BYTES_PER_MB))} MB</Line>
      <Line label="Event loop delay" note="99th percentile of the last minute">
        {formatCount(Math.round(process.event_loop_p99_ms))} ms
      </Line>
      <Line label="Database calls" note="Since it started">
        {formatCount(process.database.calls)}
      </Line>
      <Line label="Retried" note="After a lost connection or a conflict">
        {formatCount(process.database.retries)}
      </Line>
      <Line label="Failed" note="Answered 503">
        {formatCount(process.database.unavailable)}
      </Line>
    </dl>
  </FiguresPart>
);

/** The state of the archive of the database's write-ahead log. */
export const Archive = ({
  archive: { archived_seconds, failed_seconds },
}: {
  archive: OperationsStatus['archive'];
}) => (
  <FiguresPart title="Backups" note="As PostgreSQL reports. A provider’s own backups may not show here.">
    {archived_seconds === null && (
      <p className="text-sm">
        The log is not archived. If your provider makes no backups, follow the runbook “Back up and restore”
        (infra/docs/runbooks/restore.md).
      </p>
    )}
    <dl>
      <Line label="Log archived">{formatAgo(archived_seconds)}</Line>
      <Line label="Archiving failed">{formatAgo(failed_seconds)}</Line>
    </dl>
  </FiguresPart>
);

const formatAgo = (seconds: number | null): string =>
  seconds === null ? 'Never' : `${formatRoughDuration(seconds)} ago`;

/** Jobs with the most failures first, then by name. */
const compareByFailures = (a: JobState, b: JobState) => b.failures - a.failures || a.name.localeCompare(b.name);

export function Jobs({ jobs, isStuck }: { jobs: readonly JobState[]; isStuck: (name: string) => boolean }) {
  return (
    <Table caption="Jobs of this process" className="max-h-96">
      <thead>
        <tr>
          <Th>Job</Th>
          <Th className="max-sm:hidden">Every</Th>
          <Th>Last success</Th>
          <Th numeric className="max-sm:hidden">
            Duration
          </Th>
          <Th numeric>Failures</Th>
        </tr>
      </thead>
      <tbody>
        {jobs.toSorted(compareByFailures).map((job) => (
          <Tr key={job.name}>
            <Td>
              <StatusDot tone={isStuck(job.name) ? 'bad' : job.failures > 0 ? 'warn' : 'good'} wrap>
                {job.name}
              </StatusDot>
            </Td>
            <Td className="whitespace-nowrap text-muted max-sm:hidden">{formatRoughDuration(job.every_seconds)}</Td>
            <Td className="whitespace-nowrap">
              {job.last_success_at ? <TimeAgo at={job.last_success_at} /> : 'Not yet'}
            </Td>
            <Td numeric className="max-sm:hidden">
              {job.last_seconds === null ? '–' : `${formatCount(Math.round(job.last_seconds * 1000))} ms`}
            </Td>
            <Td numeric>{formatCount(job.failures)}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Pending work: queue lengths and ages. */
export function PendingWork({ figures }: { figures: OperationsStatus['figures'] }) {
  const owed = figures.stock.reduce((sum, each) => sum + each.owed, 0);
  const describeOldest = (seconds: number) =>
    seconds > 0 ? `The oldest is overdue by ${formatRoughDuration(seconds)}` : undefined;
  const renderQueue = (label: string, { queued, failed, overdue_seconds }: OperationsStatus['figures']['messages']) => (
    <Line
      label={label}
      note={[describeOldest(overdue_seconds), failed > 0 && `${formatCount(failed)} failed permanently in the last day`]
        .filter(Boolean)
        .join(' · ')}
    >
      {formatCount(queued)}
    </Line>
  );
  const lagSeconds = Math.max(0, ...figures.feed.map(({ seconds }) => seconds));
  return (
    <FiguresPart title="Waiting" note="Queued work">
      <dl>
        <Line label="Wins without a voucher">{formatCount(owed)}</Line>
        {renderQueue('Messages', figures.messages)}
        {renderQueue('Webhooks', figures.webhooks)}
        <Line label="Postbacks to process">{formatCount(figures.unjudged)}</Line>
        <Line label="Lag of figures">{formatRoughDuration(lagSeconds)}</Line>
        {figures.replicas.map(({ name, seconds }) => (
          <Line key={name} label={`Lag of standby ${name}`}>
            {formatRoughDuration(seconds)}
          </Line>
        ))}
      </dl>
    </FiguresPart>
  );
}

const BOOK_NAMES = { ledger: 'Ledger', audit: 'Audit log' };

/** The differences that checks found in the ledger and in the audit log, and when a part of each was last checked. */
export function Books({ books }: { books: OperationsStatus['figures']['books'] }) {
  const isChecked = books.length > 0 && books.every(({ checked_seconds }) => checked_seconds !== null);
  const differences = books.reduce((sum, each) => sum + each.differences, 0);
  const age = Math.min(...books.map(({ checked_seconds }) => checked_seconds ?? Infinity));
  const [tone, verdict] =
    differences > 0
      ? (['bad', `${formatPlural(differences, 'difference', 'differences')} in the books`] as const)
      : isChecked
        ? (['good', `Books agree, checked ${formatRoughDuration(age)} ago`] as const)
        : (['warn', 'Books are not checked yet'] as const);
  return (
    <FiguresPart title="Books" note="Each part is checked twice a day">
      <p className="mb-2 font-semibold">
        <StatusDot tone={tone} wrap>
          {verdict}
        </StatusDot>
      </p>
      <dl>
        {books.map(({ book, differences: found, checked_seconds, oldest_seconds }) => (
          <Line
            key={book}
            label={BOOK_NAMES[book]}
            note={
              checked_seconds === null ? 'Not checked yet' : `Oldest check ${formatRoughDuration(oldest_seconds)} ago`
            }
          >
            {found > 0 ? formatPlural(found, 'difference', 'differences') : checked_seconds === null ? '–' : 'Agrees'}
          </Line>
        ))}
      </dl>
    </FiguresPart>
  );
}

/** How long the stock of each amount lasts. */
export const Stock = ({ stock }: { stock: OperationsStatus['stock'] }) => (
  <FiguresPart title="Stock" note="Days left at the rate of the last 14 days">
    {stock.length === 0 ? (
      <p className="text-muted">No stock yet</p>
    ) : (
      <dl>
        {stock.map((each) => {
          const { tone, words } = forecastText(each);
          return (
            <Line
              key={each.amount}
              label={
                <StatusDot tone={tone} wrap>
                  {formatRupees(each.amount)}
                </StatusDot>
              }
              note={words}
            >
              {formatCount(each.available)} available
            </Line>
          );
        })}
      </dl>
    )}
  </FiguresPart>
);

/** Events of the last minute: postbacks by network, and sign-ins and refusals. */
export function LastMinute({ figures: { postbacks, security } }: { figures: OperationsStatus['figures'] }) {
  const networks = [...groupBy(postbacks, ({ network }) => network)];
  return (
    <FiguresPart title="Last minute" note="Postbacks by network, and sign-ins">
      {networks.length + security.length === 0 ? (
        <p className="text-muted">No activity</p>
      ) : (
        <dl>
          {networks.map(([network, outcomes]) => (
            <Line
              key={network}
              label={network}
              note={outcomes.map(({ outcome, count }) => `${formatCount(count)} ${outcome}`).join(' · ')}
            >
              {formatCount(outcomes.reduce((sum, { count }) => sum + count, 0))}
            </Line>
          ))}
          {security.map(({ kind, count }) => (
            <Line key={kind} label={getSecurityEventLabel(kind)}>
              {formatCount(count)}
            </Line>
          ))}
        </dl>
      )}
    </FiguresPart>
  );
}
