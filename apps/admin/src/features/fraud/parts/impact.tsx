import { formatCount, formatPlural } from '@inaam/contracts/common/format';
import type { FraudImpact, FraudSubject } from '@inaam/contracts/fraud/fraud';
import { Button } from '@inaam/ui/button';
import type { ReactNode } from 'react';
import { getLoadError } from '../../../app/errors.ts';
import { trpc } from '../../../app/trpc.ts';
import { Banner } from '../../../page/banner.tsx';
import type { BlockDirection, FlagDirection } from './fraud-actions.ts';

interface Consequence {
  data: FraudImpact | undefined;
  /** Text for the dialog's description. */
  words: string;
  /** An error to show if the impact could not be loaded. */
  problem: ReactNode;
}

/** Counts what an action on one subject would affect. Each dialog loads the counts again. */
export function useFraudImpact(direction: FlagDirection | BlockDirection, subject: FraudSubject): Consequence {
  const query = trpc.admin.fraud.impact.useQuery(subject, { staleTime: 0, gcTime: 0 });
  const { data, error } = query;
  return {
    data,
    words: data ? describeImpact(direction, subject.kind, data) : error ? '' : 'Counting affected users...',
    problem: !data && error && (
      <Banner
        tone="error"
        title="The affected users could not be counted"
        action={
          <Button small busy={query.isFetching} onClick={() => void query.refetch()}>
            Retry
          </Button>
        }
      >
        {getLoadError(error)}
      </Banner>
    ),
  };
}

const sourceNames = { ip: 'this address', device: 'this device' } as const;

/** '12 users registered from this address, 9 of them active in the last week.' */
function describeRegistrations({ registered: all, active_last_week: active }: FraudImpact, source: string): string {
  if (all === 0) return `No users registered from ${source}.`;
  if (all === 1) return `1 user registered from ${source}, ${active > 0 ? 'active' : 'not active'} in the last week.`;
  const activeText = active === 0 ? 'none' : active === all ? 'all' : formatCount(active);
  return `${formatCount(all)} users registered from ${source}, ${activeText} of them active in the last week.`;
}

/** The effects of an action, in sentences. */
export function describeImpact(
  direction: FlagDirection | BlockDirection,
  kind: FraudSubject['kind'],
  consequence: FraudImpact,
): string {
  const { sessions, unused_vouchers, active_last_week } = consequence;
  if (kind === 'user') {
    if (direction === 'unflag') return 'Access is restored: they can sign in again, and their data is unchanged.';
    return [
      active_last_week > 0 ? 'Active in the last week.' : 'Not active in the last week.',
      'They are suspended from the app at their next request and cannot sign in.',
      sessions > 0 && `${formatPlural(sessions, 'open session ends', 'open sessions end')}.`,
      unused_vouchers > 0 && `They have ${formatPlural(unused_vouchers, 'unused voucher')}.`,
    ]
      .filter(Boolean)
      .join(' ');
  }
  const source = sourceNames[kind];
  const registrations = describeRegistrations(consequence, source);
  if (direction === 'unblock') return `${registrations} The app can be used from ${source} again at the next request.`;
  return [
    registrations,
    `No one can use the app from ${source} while it is blocked.`,
    sessions > 0 && `${formatPlural(sessions, 'open session is', 'open sessions are')} refused at the next request.`,
  ]
    .filter(Boolean)
    .join(' ');
}
