import { useEffect, useState } from 'react';
import { useUserId } from '../../app/data.tsx';
import { vouchers as words } from '../../words/words.ts';
import { clearVouchers, type OfflineVoucher, readVouchers, storeVouchers } from './offline-store.ts';

/** Asks for consent to store unused codes on this device, and keeps the stored codes up to date. */
export function OfflineSwitch({ vouchers, at }: { vouchers: readonly OfflineVoucher[]; at: number }) {
  const userId = useUserId();
  const [isOn, setOn] = useState(false);
  const [refused, setRefused] = useState(false);
  useEffect(() => {
    void readVouchers(userId).then((stored) => setOn(stored !== undefined));
  }, [userId]);
  useEffect(() => {
    if (!isOn) return;
    storeVouchers(userId, { at, vouchers: [...vouchers] }).catch(() => {
      setOn(false);
      setRefused(true);
    });
  }, [isOn, userId, vouchers, at]);
  const change = (on: boolean) => {
    setRefused(false);
    setOn(on);
    if (!on) clearVouchers().catch(() => undefined);
  };
  return (
    <label className="flex min-h-11 items-start gap-3 max-xs:flex-col rounded-card border border-line bg-surface p-4 md:w-[calc(50%-0.375rem)]">
      <span className="min-w-0 grow">
        <span className="block font-semibold">{words.keepTitle}</span>
        <span className="block max-w-prose text-sm text-muted">{words.keepHow}</span>
        {refused && (
          <span role="alert" className="block text-sm text-bad">
            {words.keepRefused}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        checked={isOn}
        onChange={(event) => change(event.target.checked)}
        className="relative mt-1 h-7 w-12 shrink-0 appearance-none rounded-full border border-edge bg-sunken transition-colors duration-150 before:absolute before:top-0.5 before:left-0.5 before:size-5.5 before:rounded-full before:bg-edge before:transition-transform before:duration-150 checked:border-transparent checked:bg-accent checked:before:translate-x-5 checked:before:bg-accent-text"
      />
    </label>
  );
}
