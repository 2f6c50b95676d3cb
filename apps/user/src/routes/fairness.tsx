import { userPaths } from '@inaam/contracts/common/paths';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { usePageTitle } from '../app/site.tsx';
import { FairnessScreen } from '../features/spins/fairness-screen.tsx';
import { fairness as words } from '../words/words.ts';

const route = getRouteApi(`/signed-in${userPaths.fairness}`);

export function FairnessRoute() {
  const { offer } = route.useSearch();
  const title = offer === undefined ? words.openTitle : words.title;
  usePageTitle(title);
  return (
    <div className="flex flex-col gap-4">
      <header>
        <Link to={userPaths.offers} className="link inline-flex min-h-control items-center gap-2 text-sm">
          <ArrowLeft aria-hidden className="size-4" />
          {words.back}
        </Link>
        <h1 className="text-xl sm:text-2xl">{title}</h1>
      </header>
      <FairnessScreen offerId={offer} />
    </div>
  );
}
