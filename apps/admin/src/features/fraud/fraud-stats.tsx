import { formatCount } from '@inaam/contracts/common/format';
import type { FraudData } from '@inaam/contracts/fraud/fraud';
import { Tile, Tiles } from '../../page/tiles.tsx';

const cards = [
  { label: 'Total Users', field: 'total_users' },
  { label: 'Suspicious Users', field: 'suspicious_users' },
  { label: 'Suspicious IPs', field: 'suspicious_ips' },
  { label: 'Suspicious Devices', field: 'suspicious_devices' },
] as const;

/** The four counters; placeholders while they load. */
export const FraudStats = ({ stats }: { stats: FraudData['stats'] | undefined }) => (
  <Tiles className="grid-cols-2 md:grid-cols-4">
    {cards.map(({ label, field }) => (
      <Tile key={field} label={label} value={stats && formatCount(stats[field])} />
    ))}
  </Tiles>
);
