import { formatCount, formatPlural, formatRupees } from '@inaam/contracts/common/format';
import { adminPaths } from '@inaam/contracts/common/paths';
import { formatDuration } from '@inaam/contracts/common/time';
import type { OperationsWarning } from '@inaam/contracts/insights/operations';
import type { LinkOptions } from '@tanstack/react-router';

interface WarningWords {
  title: string;
  /** What the warning means, and the first step to take. */
  advice: string;
  /** A page that helps to fix the problem. */
  link?: { label: string; target: LinkOptions };
}

/** Formats a duration in its two largest units. @param seconds 0 or more */
export const formatRoughDuration = (seconds: number): string =>
  formatDuration(seconds < 60 ? Math.round(seconds) : Math.round(seconds / 60) * 60)
    .split(' ')
    .slice(0, 4)
    .join(' ');

const rupees = (paise: string | undefined) => formatRupees(Number(paise) / 100);

const PAUSED_TITLES: Record<string, string> = {
  spins: 'Spins',
  starts: 'Starts of offers',
  sign_ups: 'Sign-ups',
  'spins of an offer': 'Spins of an offer',
};

/** Short advice for an alert; the alert's runbook has the details. */
export function describeWarning({ alert, figure, of }: OperationsWarning): WarningWords {
  switch (alert) {
    case 'PartPaused':
      return {
        title: `${PAUSED_TITLES[of ?? ''] ?? of} are paused`,
        advice: 'An owner paused them, or a spending ceiling is reached. Completions wait and lose nothing.',
      };
    case 'SpendNearCeiling':
      return {
        title: `Spins have cost ${Math.round(figure * 100)}% of a ceiling`,
        advice: 'At 100% spins pause until the hour or the day (IST) ends, or until an owner lifts the ceiling.',
      };
    case 'OddsLoseMoney':
      return {
        title: `${formatPlural(figure, 'active offer loses', 'active offers lose')} money on average`,
        advice: 'Their odds cost more than the offer pays. Lower the odds, or raise the reward amount.',
        link: { label: 'Open offers', target: { to: adminPaths.offers, search: { status: 'active' } } },
      };
    case 'BooksDiffer':
      return {
        title: `The ${of === 'audit' ? 'audit log' : 'ledger'} has ${formatPlural(figure, 'difference', 'differences')}`,
        advice:
          'Records contradict each other or were altered. Pause spins, and follow the runbook of the alert BooksDiffer.',
        link: { label: 'Open audit log', target: { to: adminPaths.audit } },
      };
    case 'BookCheckOverdue':
      return {
        title: `A part of the ${of === 'audit' ? 'audit log' : 'ledger'} was not checked for ${formatRoughDuration(figure)}`,
        advice: 'The job “check-books” fails, or is too slow: see its log line.',
      };
    case 'WinsOwed':
      return {
        title: `Winners of ${rupees(of)} have waited for ${formatRoughDuration(figure)}`,
        advice: 'No voucher of that amount is in stock. New vouchers go to the oldest wins first.',
        link: {
          label: 'Add vouchers',
          target: { to: adminPaths.vouchers, search: { panel: `new-${Number(of) / 100}` } },
        },
      };
    case 'StockLow':
      return {
        title: `Vouchers of ${rupees(of)} last ${figure === 0 ? 'less than a day' : formatPlural(figure, 'day')}`,
        advice: 'At the rate of the last two weeks. Once they run out, winners of this amount have to wait.',
        link: {
          label: 'Add vouchers',
          target: { to: adminPaths.vouchers, search: { panel: `new-${Number(of) / 100}` } },
        },
      };
    case 'OutboxOverdue':
      return {
        title: `${of === 'webhooks' ? 'Webhooks' : 'Messages'} are overdue by ${formatRoughDuration(figure)}`,
        advice: 'Nothing is lost: each is retried. See the answers to the last attempts.',
        link:
          of === 'webhooks'
            ? { label: 'Open webhooks', target: { to: adminPaths.webhooks } }
            : { label: 'Open messages', target: { to: adminPaths.messages } },
      };
    case 'PostbacksUnjudged':
      return {
        title: `${formatCount(figure)} postbacks are waiting to be processed`,
        advice:
          'They are stored and safe. If the number grows, the job “judge-stored-postbacks” fails: see its log line.',
        link: { label: 'Open networks', target: { to: adminPaths.networks } },
      };
    case 'ChangeFeedLag':
      return {
        title: `Figures lag: “${of}” is ${formatRoughDuration(figure)} behind`,
        advice:
          'No money is at stake. A database transaction is open for too long, or the job “advance-change-feed” fails.',
      };
    case 'ReplicaLag':
      return {
        title: `The standby “${of}” is ${formatRoughDuration(figure)} behind`,
        advice: 'Data that it has not received would be lost with the primary. Check its disk and network.',
      };
    case 'PartitionsMissing':
      return {
        title: `Only ${formatPlural(Math.max(0, figure), 'day')} of partitions left for the table “${of}”`,
        advice: 'Nothing is lost. The job “maintain-partitions” fails: see its log line.',
      };
    case 'SignInsFailing':
      return {
        title: `${formatCount(figure)} sign-ins were refused in the last minute`,
        advice: 'Repeated attempts are slowed down automatically. Check whether they come from a few IP addresses.',
        link: { label: 'Open security events', target: { to: adminPaths.securityEvents } },
      };
    case 'DatabasePoolSaturated':
      return {
        title: `${formatPlural(figure, 'call is', 'calls are')} waiting for a database connection`,
        advice: 'A short wait is normal. If it lasts, look for slow queries, or add a process.',
      };
    case 'JobStuck':
      return {
        title: `The job “${of}” has not succeeded for ${formatRoughDuration(figure)}`,
        advice: 'See the log line “job failed”. Restarting the process is safe.',
      };
  }
}
