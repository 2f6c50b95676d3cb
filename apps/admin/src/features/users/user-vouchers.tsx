import { formatRupees } from '@inaam/contracts/common/format';
import type { UserProfile } from '@inaam/contracts/identity/user-profile';
import { buttonClass } from '@inaam/ui/button';
import { Link } from '@tanstack/react-router';
import { Hourglass } from 'lucide-react';
import { paths } from '../../app/paths.ts';
import { Nothing, Part } from '../../page/section.tsx';
import { Moment } from '../../page/timestamp.tsx';
import { WonVouchers } from '../../shared/vouchers/won-vouchers.tsx';

/** Wins whose voucher is not there yet: filled by themselves as soon as stock of the amount is. */
export const OwedWins = ({ owed }: { owed: UserProfile['owed'] }) =>
  owed.length > 0 && (
    <section aria-label="Owed wins" className="rounded-card border border-warn/50 bg-warn-soft p-card">
      <ul className="grid gap-2">
        {owed.map(({ completion_id, amount, spun_at }) => (
          <li key={completion_id} className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <p className="flex min-w-0 grow basis-56 items-start gap-3">
              <Hourglass aria-hidden className="size-5 shrink-0 text-warn" />
              <span>
                <Link
                  to={paths.conversion}
                  params={{ completionId: String(completion_id) }}
                  className="font-semibold underline underline-offset-4"
                >
                  A {formatRupees(amount)} voucher is owed
                </Link>{' '}
                <span className="block text-sm text-muted tabular-nums">
                  since <Moment at={spun_at} />
                </span>
              </span>
            </p>
            <Link to={paths.vouchers} search={{ panel: `new-${amount}` }} className={buttonClass({ small: true })}>
              Add {formatRupees(amount)} vouchers
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );

/** The user's vouchers, those that were taken back among them. */
export const UserVouchers = ({ vouchers, winner }: { vouchers: UserProfile['vouchers']; winner: string }) => (
  <Part title="Vouchers" note={vouchers.length > 0 && vouchers.length.toLocaleString('en-IN')}>
    {vouchers.length === 0 ? (
      <Nothing>No voucher won yet.</Nothing>
    ) : (
      <WonVouchers vouchers={vouchers} winner={winner} linked />
    )}
  </Part>
);
