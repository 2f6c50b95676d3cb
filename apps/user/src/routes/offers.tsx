import { type ComponentType, lazy, Suspense } from 'react';
import { onDemand } from '../app/on-demand.tsx';
import { usePageTitle } from '../app/site.tsx';
import { OffersScreen } from '../features/offers/offers-screen.tsx';
import { useOpenedOffer } from './use-opened-offer.ts';

const SpinDialog = onDemand('the wheel', async () => (await import('../features/spins/spin-dialog.tsx')).SpinDialog);
const CaseDialog = onDemand('the form', async () => (await import('../features/cases/case-dialog.tsx')).CaseDialog);

/** Few have any: fetched beside the offers. Where they do not arrive, the offers are as good without. */
const VoucherNotices = lazy(
  (): Promise<{ default: ComponentType }> =>
    import('../features/vouchers/voucher-notices.tsx').then(
      (loaded) => ({ default: loaded.VoucherNotices }),
      () => ({ default: () => null }),
    ),
);

/** The dashboard, with the wheel over it. */
export function OffersRoute() {
  usePageTitle('Offers');
  const { opened, open, close, recent } = useOpenedOffer();
  return (
    <>
      <OffersScreen
        recent={recent}
        onSpin={(offer) => open('spin', offer)}
        onAsk={(offer) => open('ask', offer)}
        notices={
          <Suspense fallback={null}>
            <VoucherNotices />
          </Suspense>
        }
      />
      {opened?.place === 'spin' && <SpinDialog offer={opened.offer} resumed={opened.resumed} onClose={close} />}
      {opened?.place === 'ask' && <CaseDialog offer={opened.offer} onClose={close} />}
    </>
  );
}
