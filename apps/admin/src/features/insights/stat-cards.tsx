import type { Dashboard } from '@inaam/contracts/insights';
import { formatRupees } from '@inaam/contracts/money';
import { Stat, StatRow } from '@inaam/ui/stat';
import { conversionRate, formatCount } from './figures.ts';

export const statGrid = 'grid-cols-2 md:grid-cols-4 2xl:grid-cols-6';

/** The specification's eleven figures and the rate between two of them; each row of four is one subject. */
export const StatCards = ({ stats }: { stats: Dashboard['stats'] }) => (
  <StatRow className={statGrid}>
    <Stat label="Total Users" value={formatCount(stats.total_users)} />
    <Stat label="New Users Today" value={formatCount(stats.new_users_today)} />
    <Stat label="Total Conversions" value={formatCount(stats.total_conversions)} />
    <Stat label="Conversions Today" value={formatCount(stats.conversions_today)} />
    <Stat label="Total Revenue" value={formatRupees(stats.total_revenue)} />
    <Stat label="Revenue Today" value={formatRupees(stats.revenue_today)} />
    <Stat label="Conversion Rate" value={conversionRate(stats)} />
    <Stat label="Active Offers" value={formatCount(stats.active_offers)} />
    <Stat label="Total Voucher Value" value={formatRupees(stats.total_voucher_value)} />
    <Stat label="Total Rewards Given" value={formatCount(stats.total_rewards_given)} />
    <Stat label="Available Vouchers" value={formatCount(stats.available_vouchers)} />
    <Stat label="Used Vouchers" value={formatCount(stats.used_vouchers)} />
  </StatRow>
);
