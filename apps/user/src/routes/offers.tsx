import { onDemand } from '../app/on-demand.tsx';
import { usePageTitle } from '../app/site.tsx';
import { OffersScreen } from '../features/offers/offers-screen.tsx';
import { loadWords, offers as words } from '../words/words.ts';
import { useOpenedOffer } from './use-opened-offer.ts';

const SpinDialog = onDemand(
  () => ({ coming: words.openTheWheel, failed: words.noWheel, crashed: words.wheelBroken }),
  async () => (await Promise.all([import('../features/spins/spin-dialog.tsx'), loadWords('inside')]))[0].SpinDialog,
);
const CaseDialog = onDemand(
  () => ({ coming: words.openTheForm, failed: words.noForm, crashed: words.formBroken }),
  async () => (await Promise.all([import('../features/cases/case-dialog.tsx'), loadWords('inside')]))[0].CaseDialog,
);

/** The dashboard, with the wheel over it. */
export function OffersRoute() {
  usePageTitle(words.title);
  const { opened, open, replace, close, closeToNext, recent } = useOpenedOffer();
  return (
    <>
      <OffersScreen
        recent={recent}
        isPaused={opened?.place === 'spin'}
        onSpin={(offer) => open('spin', offer)}
        onAsk={(offer) => open('ask', offer)}
      />
      {opened?.place === 'spin' && (
        <SpinDialog
          key={opened.offer.offer_id}
          offer={opened.offer}
          resumed={opened.resumed}
          isNext={opened.isNext}
          onClose={close}
          onNext={closeToNext}
          onSpinNext={replace}
        />
      )}
      {opened?.place === 'ask' && <CaseDialog offer={opened.offer} onClose={close} />}
    </>
  );
}
