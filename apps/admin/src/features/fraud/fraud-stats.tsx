import { formatCount } from '@inaam/contracts/common/format';
import type { FraudData } from '@inaam/contracts/fraud/fraud';
import { oneRow, Tile, Tiles } from '../../page/tiles.tsx';

const cards = [
  { label: 'Total Users', field: 'total_users' },
  { label: 'Suspicious Users', field: 'suspicious_users' },
  { label: 'Suspicious IPs', field: 'suspicious_ips' },
  { label: 'Suspicious Devices', field: 'suspicious_devices' },
] as const;

/** The four counters; placeholders while the counters load. */
export const FraudStats = ({ stats }: { stats: FraudData['stats'] | undefined }) => (
  <Tiles className={oneRow}>
    {cards.map(({ label, field }) => (
      <Tile key={field} label={label} value={stats && formatCount(stats[field])} />
    ))}
  </Tiles>
);
