import type { UserOffer } from '@inaam/contracts/offers';
import { lazy, Suspense, useState } from 'react';
import { trpc } from '../app/data.tsx';
import { usePageTitle } from '../app/site.tsx';
import { OffersScreen } from '../features/offers/offers-screen.tsx';

const SpinDialog = lazy(async () => ({ default: (await import('../features/spins/spin-dialog.tsx')).SpinDialog }));

/** While the wheel's code is fetched, for the first time on this device. */
const LoadingWheel = () => (
  <div className="fixed inset-0 z-40 grid animate-appear place-items-center bg-scrim">
    <p role="status" className="rounded-control bg-raised px-4 py-3">
      Loading the wheel...
    </p>
  </div>
);

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
        <Suspense fallback={<LoadingWheel />}>
          <SpinDialog offer={spinning} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
