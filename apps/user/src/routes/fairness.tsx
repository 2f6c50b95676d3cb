import { userPaths } from '@inaam/contracts/common/paths';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { usePageTitle } from '../app/site.tsx';
import { FairnessScreen } from '../features/spins/fairness-screen.tsx';

const route = getRouteApi(`/signed-in${userPaths.fairness}`);

export function FairnessRoute() {
  usePageTitle('How this was drawn');
  const { offer } = route.useSearch();
  return (
    <div className="flex flex-col gap-4">
      <header>
        <Link to={userPaths.offers} className="link inline-flex min-h-control items-center gap-2 text-sm">
          <ArrowLeft aria-hidden className="size-4" />
          Back to the offers
        </Link>
        <h1 className="text-xl sm:text-2xl">How this was drawn</h1>
      </header>
      <FairnessScreen offerId={offer} />
    </div>
  );
}
