import { adminPaths } from '@inaam/contracts/common/paths';
import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { trpc } from '../../app/trpc.ts';

/**
 * Networks whose calls are parked more than they should be: what they report pays nobody. Nothing while there are none.
 */
export function NetworkAlarms() {
  const query = trpc.admin.networks.list.useQuery();
  const parking = query.data?.networks?.filter((network) => network.is_parking) ?? [];
  if (parking.length === 0) return null;
  return (
    <section aria-label="Networks" className="flex gap-3 rounded-card border border-bad/40 bg-bad-soft p-card">
      <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-bad" />
      <div className="min-w-0">
        <h2 className="text-base">Many calls are parked</h2>
        <p>What these networks report pays nobody until somebody says what it means:</p>
        <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
          {parking.map(({ network_id, name }) => (
            <li key={network_id}>
              <Link to={adminPaths.network} params={{ networkId: String(network_id) }} className="link">
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
