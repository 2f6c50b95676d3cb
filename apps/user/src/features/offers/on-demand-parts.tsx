import type { UserCase } from '@inaam/contracts/cases/cases';
import type { UserOffer } from '@inaam/contracts/offers/offers';
import { afterFirstScreen } from '../../app/after-first-screen.ts';
import { Placed, type PlacedProps } from '../../app/first-notices.tsx';
import { atOnce, later } from '../../app/later.tsx';
import { offers as words } from '../../words/words.ts';
import type { OfferFiltersProps } from './offer-filters.tsx';
import { HOW_IT_WORKS_PLACE } from './use-how-it-works.ts';

/** Parts of the offers screen that load separately. */

const Missing = () => <p className="text-sm text-muted">{words.checkConnection}</p>;

const loadDetails = () => import('./offer-details.tsx');

/** Loads the details before the first press. */
export const preloadDetails = (): void =>
  void afterFirstScreen()
    .then(loadDetails)
    .catch(() => undefined);

export const OfferDetails = atOnce<{ offer: UserOffer; supportEmail: string | undefined }>(
  async () => (await loadDetails()).OfferDetails,
  { ifFailed: Missing },
);

export const CaseNote = later<{ offer: UserOffer; userCase: UserCase; now: Date; onAsk: () => void }>(
  async () => (await loadDetails()).CaseNote,
);

export const StepTicks = later<{ offer: UserOffer }>(async () => (await loadDetails()).StepTicks);

export const OfferFilters = atOnce<OfferFiltersProps>(async () => (await import('./offer-filters.tsx')).OfferFilters, {
  ifFailed: Missing,
});

export const HowItWorks = later<{ onClose: () => void }>(async () => (await import('./how-it-works.tsx')).HowItWorks, {
  ifFailed: Missing,
  whileLoading: <div className={HOW_IT_WORKS_PLACE} />,
});

export const InstallPrompt = later<object>(async () => (await import('./install-prompt.tsx')).InstallPrompt);

export const PushPrompt = later<object>(async () => (await import('./push-prompt.tsx')).PushPrompt);

export const ArrivedBar = atOnce<{ offer: UserOffer; onSeen: () => void }>(
  async () => (await import('./arrived-bar.tsx')).ArrivedBar,
);

/** Shows the voucher notices that have loaded before the offers are shown. */
export const FirstVoucherNotices = atOnce<PlacedProps>(
  async () => (await import('../vouchers/parts/voucher-notices.tsx')).FirstVoucherNotices,
  { ifFailed: Placed },
);

/** Loads voucher notices without showing them. They are shown when the screen opens the next time. */
export const LaterVoucherNotices = later<object>(
  async () => (await import('../vouchers/parts/voucher-notices.tsx')).LaterVoucherNotices,
);

/** The wheel at rest. It also loads the wheel's chunk, which a person with a ready spin needs next. */
const WaitingWheel = later<{ odds: UserOffer['spinner_config'] }>(
  async () => (await import('../spins/parts/waiting-wheel.tsx')).WaitingWheel,
);

/** Reserves the wheel's space while the wheel loads. Otherwise the text next to the wheel would wrap again. */
export const ReadyOfferWheel = (props: { odds: UserOffer['spinner_config'] }) => (
  <div className="size-16 shrink-0 sm:size-20">
    <WaitingWheel {...props} />
  </div>
);
