import { formatCount, formatPlural, formatRupees } from '@inaam/contracts/common/format';
import { adminPaths } from '@inaam/contracts/common/paths';
import { formatDuration } from '@inaam/contracts/common/time';
import type { OperationsWarning } from '@inaam/contracts/insights/operations';
import type { LinkOptions } from '@tanstack/react-router';

interface WarningWords {
  title: string;
  /** The meaning, and the first step to take. */
  advice: string;
  /** The page that helps. */
  way?: { label: string; target: LinkOptions };
}

/** A duration in its two largest units. @param seconds 0 or more */
export const formatRoughDuration = (seconds: number): string =>
  formatDuration(seconds < 60 ? Math.round(seconds) : Math.round(seconds / 60) * 60)
    .split(' ')
    .slice(0, 4)
    .join(' ');

const rupees = (paise: string | undefined) => formatRupees(Number(paise) / 100);

/** A short form of the runbook of an alert. */
export function describeWarning({ alert, figure, of }: OperationsWarning): WarningWords {
  switch (alert) {
    case 'WinsOwed':
      return {
        title: `Winners of ${rupees(of)} have waited for ${formatRoughDuration(figure)}`,
        advice: 'No voucher of that amount is in stock. Those you add go to the oldest wins first.',
        way: {
          label: 'Add vouchers',
          target: { to: adminPaths.vouchers, search: { panel: `new-${Number(of) / 100}` } },
        },
      };
    case 'StockLow':
      return {
        title: `Vouchers of ${rupees(of)} last ${figure === 0 ? 'less than a day' : formatPlural(figure, 'day')}`,
        advice: 'At the pace of the last two weeks. After that, wins of the amount are owed.',
        way: {
          label: 'Add vouchers',
          target: { to: adminPaths.vouchers, search: { panel: `new-${Number(of) / 100}` } },
        },
      };
    case 'OutboxOverdue':
      return {
        title: `${of === 'webhooks' ? 'Webhooks' : 'Messages'} have been due for ${formatRoughDuration(figure)}`,
        advice: 'Nothing is lost: each is tried again. See what the last attempts were answered.',
        way:
          of === 'webhooks'
            ? { label: 'Open webhooks', target: { to: adminPaths.webhooks } }
            : { label: 'Open messages', target: { to: adminPaths.messages } },
      };
    case 'PostbacksUnjudged':
      return {
        title: `${formatCount(figure)} postbacks wait to be judged`,
        advice:
          'They are stored and safe. If the number grows, the job “judge-stored-postbacks” fails: see its log line.',
        way: { label: 'Open networks', target: { to: adminPaths.networks } },
      };
    case 'ChangeFeedLag':
      return {
        title: `Figures lag: “${of}” is ${formatRoughDuration(figure)} behind`,
        advice:
          'No money is at stake. A transaction in the database is held open, or the job “advance-change-feed” fails.',
      };
    case 'ReplicaLag':
      return {
        title: `The standby “${of}” is ${formatRoughDuration(figure)} behind`,
        advice: 'What it has not received yet would be lost with the primary. Look at its disk and network.',
      };
    case 'PartitionsMissing':
      return {
        title: `Only ${formatPlural(Math.max(0, figure), 'day')} of partitions left for the table “${of}”`,
        advice: 'Nothing is lost. The job “maintain-partitions” fails: its log line says why.',
      };
    case 'SignInsFailing':
      return {
        title: `${formatCount(figure)} sign-ins were refused in the last minute`,
        advice: 'Repeated guesses are slowed down automatically. See whether they come from few addresses.',
        way: { label: 'Open security events', target: { to: adminPaths.securityEvents } },
      };
    case 'DatabasePoolSaturated':
      return {
        title: `${formatPlural(figure, 'call waits', 'calls wait')} for a database connection`,
        advice: 'A moment is normal. If it stays, slow statements hold the pool, or another process is needed.',
      };
    case 'JobStuck':
      return {
        title: `The job “${of}” has not succeeded for ${formatRoughDuration(figure)}`,
        advice: 'The log line “job failed” says why. Restarting the process does no harm.',
      };
  }
}
