import { formatCount } from '@inaam/contracts/common/format';
import type { FraudData } from '@inaam/contracts/fraud/fraud';
import { Stat, StatRow } from '@inaam/ui/stat';
import { Figure } from '../../page/figure.tsx';

const cards = [
  { label: 'Total Users', field: 'total_users' },
  { label: 'Suspicious Users', field: 'suspicious_users' },
  { label: 'Suspicious IPs', field: 'suspicious_ips' },
  { label: 'Suspicious Devices', field: 'suspicious_devices' },
] as const;

/** The four counters; grey until they are there. */
export const FraudStats = ({ stats }: { stats: FraudData['stats'] | undefined }) => (
  <StatRow className="grid-cols-2 md:grid-cols-4">
    {cards.map(({ label, field }) => (
      <Stat key={field} label={label} value={<Figure>{stats && formatCount(stats[field])}</Figure>} />
    ))}
  </StatRow>
);
