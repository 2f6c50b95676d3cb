import { formatRupees } from '@inaam/contracts/common/format';
import type { UserProfile } from '@inaam/contracts/identity/user-profile';
import { Stat, StatRow } from '@inaam/ui/stat';
import { Figure } from '../../page/figure.tsx';

const count = (value: number): string => value.toLocaleString('en-IN');

/** What the user brought in, what was given out, and what still waits. */
export const UserFigures = ({
  profile: { user, owed, waiting_clicks },
}: {
  profile: Pick<UserProfile, 'user' | 'owed' | 'waiting_clicks'>;
}) => (
  <StatRow className="grid-cols-2 lg:grid-cols-4">
    <Stat
      label="Completions"
      value={<Figure>{count(user.total_completions)}</Figure>}
      note={`${count(user.spins_used)} spun`}
    />
    <Stat
      label="Vouchers won"
      value={<Figure>{count(user.total_vouchers_won)}</Figure>}
      note={`${formatRupees(user.voucher_value)} in all`}
    />
    <Stat
      label="Revenue"
      value={<Figure>{formatRupees(user.total_revenue_generated)}</Figure>}
      note="What the networks pay"
    />
    <Stat
      label="Clicks waiting"
      value={<Figure>{count(waiting_clicks.length)}</Figure>}
      note={owed.length === 0 ? 'No win is owed' : `${count(owed.length)} ${owed.length === 1 ? 'win' : 'wins'} owed`}
      highlight={owed.length > 0}
    />
  </StatRow>
);
