import { StatusDot } from '@inaam/ui/status-dot';
import { useState } from 'react';
import { readStoredUserId } from '../../app/session/session-storage.ts';
import { formatDateTime } from '../../words/dates.ts';
import { offers as words } from '../../words/words.ts';
import { readLastKnown } from './last-known.ts';
import { getOfferState, getStateText, sortByRelevance } from './parts/offer-state.ts';

/** The offers that the user of this device last saw, read-only. Renders nothing if none are stored. */
export function LastKnownOffers() {
  const [lastKnown] = useState(() => {
    const userId = readStoredUserId();
    return userId === undefined ? undefined : readLastKnown(userId);
  });
  if (!lastKnown || lastKnown.offers.length === 0) return null;
  return (
    <section aria-labelledby="last-known">
      <h2 id="last-known" className="text-base">
        {words.lastKnown({ date: formatDateTime(new Date(lastKnown.at)) })}
      </h2>
      <ul className="mt-2 divide-y divide-line rounded-card border border-line bg-surface">
        {sortByRelevance(lastKnown.offers).map((offer) => {
          const { tone, word } = getStateText(getOfferState(offer));
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
