import { useEffect, useState } from 'react';
import { readStoredUserId } from '../../app/session/session-storage.ts';
import { formatDateTime } from '../../words/dates.ts';
import { vouchers as words } from '../../words/words.ts';
import { type OfflineStore, readVouchers } from './offline-store.ts';
import { BrandLogo } from './parts/brand-logo.tsx';
import { getExpiry } from './parts/expiry.ts';
import { voucherName } from './parts/voucher-actions.tsx';

/** The codes stored on this device, each hidden until tapped. Renders nothing if there are none. */
export function OfflineVouchers() {
  const [stored, setStored] = useState<OfflineStore>();
  const [shown, setShown] = useState<number>();
  useEffect(() => {
    const userId = readStoredUserId();
    if (userId !== undefined) void readVouchers(userId).then(setStored);
  }, []);
  if (!stored || stored.vouchers.length === 0) return null;
  const now = new Date();
  return (
    <section aria-labelledby="kept-vouchers">
      <h2 id="kept-vouchers" className="text-base">
        {words.keptTitle({ date: formatDateTime(new Date(stored.at)) })}
      </h2>
      <p className="text-sm text-muted">{words.keptHow}</p>
      <ul className="mt-2 grid gap-2">
        {stored.vouchers.map(({ voucher }) => {
          const isShown = shown === voucher.voucher_id;
          return (
            <li key={voucher.voucher_id}>
              <button
                type="button"
                aria-expanded={isShown}
                onClick={() => setShown(isShown ? undefined : voucher.voucher_id)}
                className="flex w-full items-center gap-3 rounded-card border border-line bg-surface p-3 text-left"
              >
                <BrandLogo type={voucher.type} brand={voucher.brand} />
                <span className="min-w-0 grow">
                  <span className="block font-semibold">{voucherName(voucher)}</span>
                  {isShown ? (
                    <>
                      <span className="code block text-lg font-semibold">{voucher.code}</span>
                      {voucher.pin && (
                        <span className="flex items-baseline gap-2">
                          <span className="text-sm text-muted">{words.pin}</span>
                          <span className="code text-lg font-semibold">{voucher.pin}</span>
                        </span>
                      )}
                    </>
                  ) : (
                    <>
                      <span aria-hidden className="code block text-lg font-semibold blur-sm select-none">
                        {'•'.repeat(12)}
                      </span>
                      <span className="sr-only">{words.show}</span>
                    </>
                  )}
                  <span className="block text-sm text-muted">{getExpiry(voucher.expiry_date, now).text}</span>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
