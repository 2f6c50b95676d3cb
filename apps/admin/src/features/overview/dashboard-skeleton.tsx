import { Card } from '@inaam/ui/card';
import { Loading, Skeleton } from '@inaam/ui/skeleton';
import { statGrid } from './stat-cards.tsx';

/** The dashboard's shapes before its figures. */
export const DashboardSkeleton = () => (
  <Loading label="Loading the dashboard" className="grid gap-4">
    <div className={`grid gap-3 ${statGrid}`}>
      {Array.from({ length: 12 }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: grey shapes have no identity
        <Card key={i} className="grid gap-2">
          <Skeleton className="h-7 w-20" />
          <Skeleton className="h-4 w-28" />
        </Card>
      ))}
    </div>
    <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
      {Array.from({ length: 9 }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: grey shapes have no identity
        <Skeleton key={i} className="h-48" />
      ))}
    </div>
    <div className="grid gap-4 xl:grid-cols-2">
      <Skeleton className="h-80" />
      <Skeleton className="h-80" />
    </div>
  </Loading>
);
