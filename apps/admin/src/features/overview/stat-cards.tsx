import { formatRupees } from '@inaam/contracts/common/format';
import type { Dashboard } from '@inaam/contracts/insights/insights';
import { Stat, StatRow } from '@inaam/ui/stat';
import { Figure } from '../../page/figure.tsx';
import { conversionRate, formatCount } from './figures.ts';

export const statGrid = 'grid-cols-2 md:grid-cols-4 2xl:grid-cols-6';

/** The specification's eleven figures and the rate between two of them; each row of four is one subject. */
export const StatCards = ({ stats }: { stats: Dashboard['stats'] }) => (
  <StatRow className={statGrid}>
    <Stat label="Total Users" value={<Figure>{formatCount(stats.total_users)}</Figure>} />
    <Stat label="New Users Today" value={<Figure>{formatCount(stats.new_users_today)}</Figure>} />
    <Stat label="Total Conversions" value={<Figure>{formatCount(stats.total_conversions)}</Figure>} />
    <Stat label="Conversions Today" value={<Figure>{formatCount(stats.conversions_today)}</Figure>} />
    <Stat label="Total Revenue" value={<Figure>{formatRupees(stats.total_revenue)}</Figure>} />
    <Stat label="Revenue Today" value={<Figure>{formatRupees(stats.revenue_today)}</Figure>} />
    <Stat label="Conversion Rate" value={<Figure>{conversionRate(stats)}</Figure>} />
    <Stat label="Active Offers" value={<Figure>{formatCount(stats.active_offers)}</Figure>} />
    <Stat label="Total Voucher Value" value={<Figure>{formatRupees(stats.total_voucher_value)}</Figure>} />
    <Stat label="Total Rewards Given" value={<Figure>{formatCount(stats.total_rewards_given)}</Figure>} />
    <Stat label="Available Vouchers" value={<Figure>{formatCount(stats.available_vouchers)}</Figure>} />
    <Stat label="Used Vouchers" value={<Figure>{formatCount(stats.used_vouchers)}</Figure>} />
  </StatRow>
);
