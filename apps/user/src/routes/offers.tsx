import type { UserOffer } from '@inaam/contracts/offers';
import { lazy, Suspense, useState } from 'react';
import { trpc } from '../app/data.tsx';
import { usePageTitle } from '../app/site.tsx';
import { OffersScreen } from '../features/offers/offers-screen.tsx';

const loadSpinDialog = () => import('../features/spins/spin-dialog.tsx');
const SpinDialog = lazy(async () => ({ default: (await loadSpinDialog()).SpinDialog }));

/** The dashboard, with the wheel over it. */
export function OffersRoute() {
  usePageTitle('Offers');
  const utils = trpc.useUtils();
  const [spinning, setSpinning] = useState<UserOffer>();

  const close = () => {
    const offerId = spinning?.offer_id;
    setSpinning(undefined);
    void utils.user.offers.list.invalidate();
    void utils.user.insights.stats.invalidate();
    // The button that opened the wheel is about to be disabled; its card keeps the focus instead.
    requestAnimationFrame(() => document.getElementById(`offer-${offerId}-card`)?.focus({ preventScroll: true }));
  };
  return (
    <>
      <OffersScreen onSpin={setSpinning} />
      {spinning && (
        <Suspense>
          <SpinDialog offer={spinning} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
