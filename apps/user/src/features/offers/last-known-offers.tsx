import { formatDateTime } from '@inaam/contracts/common/time';
import { StatusDot } from '@inaam/ui/status-dot';
import { useState } from 'react';
import { lastKnown } from './last-known.ts';
import { inOrderOfUse, offerState, stateWords } from './offer-state.ts';

/** Where the offers stood when this person last saw them; nothing where this device keeps none. To be read, not to be pressed. */
export function LastKnownOffers({ userId }: { userId: number }) {
  const [known] = useState(() => lastKnown(userId));
  if (!known || known.offers.length === 0) return null;
  return (
    <section aria-labelledby="last-known">
      <h2 id="last-known" className="text-base">
        Your offers, as of {formatDateTime(new Date(known.at))}
      </h2>
      <ul className="mt-2 divide-y divide-line rounded-card border border-line bg-surface">
        {inOrderOfUse(known.offers).map((offer) => {
          const { tone, word } = stateWords[offerState(offer)];
          return (
            <li key={offer.offer_id} className="px-4 py-3">
              <p className="font-semibold">{offer.title}</p>
              <p className="text-sm text-muted">
                <StatusDot tone={tone}>{word}</StatusDot>
              </p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
