import type { UserOffer } from '@inaam/contracts/offers/offers';
import { type ComponentType, lazy, Suspense } from 'react';
import { onDemand } from '../app/on-demand.tsx';
import { usePageTitle } from '../app/site.tsx';
import { OffersScreen } from '../features/offers/offers-screen.tsx';
import { loadWords, offers as words } from '../words/words.ts';
import { useOpenedOffer } from './use-opened-offer.ts';

const SpinDialog = onDemand(
  () => ({ coming: words.openTheWheel, failed: words.noWheel }),
  async () => (await Promise.all([import('../features/spins/spin-dialog.tsx'), loadWords('inside')]))[0].SpinDialog,
);
const CaseDialog = onDemand(
  () => ({ coming: words.openTheForm, failed: words.noForm }),
  async () => (await Promise.all([import('../features/cases/case-dialog.tsx'), loadWords('inside')]))[0].CaseDialog,
);

/** Few have any: fetched beside the offers. Where they do not arrive, the offers are as good without. */
const VoucherNotices = lazy(
  (): Promise<{ default: ComponentType }> =>
    Promise.all([import('../features/vouchers/voucher-notices.tsx'), loadWords('inside')]).then(
      ([loaded]) => ({ default: loaded.VoucherNotices }),
      () => ({ default: () => null }),
    ),
);

/** Likewise: it is of the wheel's own chunk, which whoever has a spin is about to open. */
const WaitingWheel = lazy(
  (): Promise<{ default: ComponentType<{ odds: UserOffer['spinner_config']; rising: boolean }> }> =>
    Promise.all([import('../features/spins/waiting-wheel.tsx'), loadWords('inside')]).then(
      ([loaded]) => ({ default: loaded.WaitingWheel }),
      () => ({ default: () => null }),
    ),
);

/** Its place in the card: beside the words from the width on at which there is room, else over the button. */
const placeOfWheel = () => (matchMedia('(min-width: 64rem)').matches ? 'side' : 'above');

const wheelOf = (offer: UserOffer) => {
  const place = placeOfWheel();
  return {
    place,
    node: (
      <Suspense fallback={place === 'above' && <div className="h-20" />}>
        <WaitingWheel odds={offer.spinner_config} rising={place === 'above'} />
      </Suspense>
    ),
  } as const;
};

/** The dashboard, with the wheel over it. */
export function OffersRoute() {
  usePageTitle(words.title);
  const { opened, open, close, closeToNext, recent } = useOpenedOffer();
  return (
    <>
      <OffersScreen
        recent={recent}
        wheelOf={wheelOf}
        onSpin={(offer) => open('spin', offer)}
        onAsk={(offer) => open('ask', offer)}
        notices={
          <Suspense fallback={null}>
            <VoucherNotices />
          </Suspense>
        }
      />
      {opened?.place === 'spin' && (
        <SpinDialog offer={opened.offer} resumed={opened.resumed} onClose={close} onNext={closeToNext} />
      )}
      {opened?.place === 'ask' && <CaseDialog offer={opened.offer} onClose={close} />}
    </>
  );
}
