import type { UserOffer } from '@inaam/contracts/offers';
import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { trpc, useUserId } from '../app/data.tsx';
import { usePageTitle } from '../app/site.tsx';
import { OffersScreen } from '../features/offers/offers-screen.tsx';
import { pendingSpin } from '../features/spins/pending-spin.ts';

const SpinDialog = lazy(async () => ({ default: (await import('../features/spins/spin-dialog.tsx')).SpinDialog }));

/** Few have any: fetched beside the offers. Where they do not arrive, the offers are as good without. */
const VoucherNotices = lazy(
  (): Promise<{ default: ComponentType }> =>
    import('../features/vouchers/voucher-notices.tsx').then(
      (loaded) => ({ default: loaded.VoucherNotices }),
      () => ({ default: () => null }),
    ),
);

const CaseDialog = lazy(async () => ({ default: (await import('../features/cases/case-dialog.tsx')).CaseDialog }));

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
  const userId = useUserId();
  const [spinning, setSpinning] = useState<{ offer: UserOffer; resumed?: string }>();

  const [asking, setAsking] = useState<UserOffer>();

  // After a reload in mid-spin, once.
  const list = trpc.user.offers.list.useQuery(undefined, { refetchOnWindowFocus: false });
  const looked = useRef(false);
  const offers = list.data?.offers;
  useEffect(() => {
    if (!offers || looked.current) return;
    looked.current = true;
    const pending = pendingSpin(userId);
    const offer = offers.find(({ offer_id }) => offer_id === pending?.offerId);
    if (pending && offer) setSpinning({ offer, resumed: pending.clientSeed });
  }, [offers, userId]);

  const close = () => {
    const offerId = spinning?.offer.offer_id;
    setSpinning(undefined);
    void utils.user.offers.list.invalidate();
    void utils.user.insights.stats.invalidate();
    // The dialog gives the focus back to the button that opened it, which is about to be disabled: after that, its card takes it.
    requestAnimationFrame(() =>
      setTimeout(() => document.getElementById(`offer-${offerId}-card`)?.focus({ preventScroll: true })),
    );
  };
  return (
    <>
      <OffersScreen
        onSpin={(offer) => setSpinning({ offer })}
        onAsk={setAsking}
        notices={
          <Suspense fallback={null}>
            <VoucherNotices />
          </Suspense>
        }
      />
      {spinning && (
        <Suspense fallback={<LoadingWheel />}>
          <SpinDialog offer={spinning.offer} resumed={spinning.resumed} onClose={close} />
        </Suspense>
      )}
      {asking && (
        <Suspense fallback={null}>
          <CaseDialog offer={asking} onClose={() => setAsking(undefined)} />
        </Suspense>
      )}
    </>
  );
}
