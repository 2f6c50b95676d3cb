import { formatRupees } from '@inaam/contracts/common/format';
import { userPaths } from '@inaam/contracts/common/paths';
import { cx } from '@inaam/ui/cx';
import { Link } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { vouchers as words } from '../../words/words.ts';
import { BrandLogo, brandColour } from './parts/brand-logo.tsx';
import { getExpiry } from './parts/expiry.ts';
import { HowToUse } from './parts/how-to-use.tsx';
import { VoucherActions, type WonVoucher } from './parts/voucher-actions.tsx';

/** A voucher's remaining time in a few words. */
function DaysLeft({ voucher, state, now }: { voucher: WonVoucher; state: 'unused' | 'used' | 'expired'; now: Date }) {
  const { text, daysLeft, near } = getExpiry(voucher.expiry_date, now);
  if (state !== 'unused') return <span className="text-muted">{state === 'used' ? words.wasUsed : text}</span>;
  if (!near) return <span className="text-muted">{text}</span>;
  return (
    <span className="rounded-full bg-warn-soft px-2 py-0.5 font-semibold text-warn">
      {daysLeft === 0 ? words.lastDay : words.daysLeft({ count: daysLeft })}
    </span>
  );
}

export interface VoucherCardProps {
  voucher: WonVoucher;
  state: 'unused' | 'used' | 'expired';
  now: Date;
  /** The title of the offer whose spin won the voucher. */
  title: string;
  offerId: number;
}

/** A voucher in the wallet: brand and amount, with the code after a tap. */
export function VoucherCard({ voucher, state, now, title, offerId }: VoucherCardProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const isOver = state !== 'unused';
  const expiry = getExpiry(voucher.expiry_date, now);
  const isSaidAbove = state === 'expired' || (state === 'unused' && !expiry.near);
  return (
    <article
      aria-label={words.voucherOf({ brand: voucher.brand, amount: formatRupees(voucher.amount) })}
      className={cx(
        'relative overflow-hidden rounded-card border border-line bg-surface',
        !isOver && 'shadow-[0_1px_2px_rgb(15_12_40/6%),0_6px_18px_rgb(15_12_40/7%)]',
      )}
    >
      <span
        aria-hidden
        className="absolute inset-y-0 left-0 w-1.5"
        style={{ background: isOver ? 'var(--line)' : brandColour(voucher.type, voucher.brand) }}
      />
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="flex w-full flex-wrap items-center gap-x-3 gap-y-1 py-3 pr-3 pl-5 text-left -outline-offset-2!"
      >
        <BrandLogo
          type={voucher.type}
          brand={voucher.brand}
          logoUrl={voucher.mark_url}
          className={isOver ? 'opacity-50 grayscale' : ''}
        />
        <span className="min-w-0 grow basis-28">
          <span className="line-clamp-2 font-semibold wrap-anywhere">{voucher.brand}</span>
          <span className="mt-0.5 block text-sm">
            <DaysLeft voucher={voucher} state={state} now={now} />
          </span>
        </span>
        <span className="ml-auto flex items-center gap-2">
          <span
            className={cx('text-lg font-semibold tabular-nums max-xs:text-base sm:text-xl', isOver && 'text-muted')}
          >
            {formatRupees(voucher.amount)}
          </span>
          <span className="sr-only">{isOpen ? words.hide : words.show}</span>
          <ChevronDown
            aria-hidden
            className={cx('size-5 shrink-0 text-muted transition-transform duration-150', isOpen && 'rotate-180')}
          />
        </span>
      </button>
      <div
        id={id}
        hidden={!isOpen}
        className="grid grid-cols-1 gap-3 border-t border-dashed border-edge/60 py-3 pr-3 pl-5"
      >
        <Ticket struck={isOver} code={voucher.code} pin={voucher.pin} />
        {!isOver && <VoucherActions voucher={voucher} until={expiry.text} />}
        <div className="grid gap-1 text-sm text-muted">
          {!isOver && <HowToUse voucher={voucher} />}
          {voucher.description && <p>{voucher.description}</p>}
          {!isSaidAbove && <p>{expiry.date}</p>}
          <p>{words.from({ title })}</p>
          <div className="flex flex-wrap gap-x-6">
            {voucher.terms && (
              // The opened text takes its own line.
              <details className="open:w-full">
                <summary className="link inline-flex min-h-11 items-center">{words.terms}</summary>
                <p className="whitespace-pre-line">{voucher.terms}</p>
              </details>
            )}
            <Link
              to={userPaths.fairness}
              search={{ offer: offerId }}
              className="link inline-flex min-h-11 items-center"
            >
              {words.howDrawn}
            </Link>
          </div>
        </div>
      </div>
    </article>
  );
}

/** A code with its PIN, large enough to be read out at a counter. */
const Ticket = ({ struck, code, pin }: { struck: boolean; code: string; pin: string | null }) => (
  <div
    className={cx(
      'rounded-control px-3 py-3 text-center font-semibold',
      struck ? 'bg-sunken text-muted line-through' : 'bg-prize-soft',
    )}
  >
    <p className="code text-lg select-all">{code}</p>
    {pin && (
      <p className="mt-1 flex flex-wrap items-baseline justify-center gap-x-2">
        <span className="text-sm font-normal">{words.pin}</span>
        <span className="code text-lg select-all">{pin}</span>
      </p>
    )}
  </div>
);

/** A win whose code has not arrived yet. */
export const ReservedCard = ({ amount, title }: { amount: number; title: string }) => (
  <article
    aria-label={`${words.reserved}, ${formatRupees(amount)}`}
    className="flex flex-wrap items-center gap-x-3 rounded-card bg-[linear-gradient(150deg,#ffe7ad,#fdb92c_60%,#f4a30a)] py-3 pr-4 pl-5 text-prize-text"
  >
    <span className="min-w-0 grow basis-40">
      <span className="block font-semibold">{words.reserved}</span>
      <span className="mt-0.5 block text-sm">{words.reservedHow}</span>
      <span className="block text-sm wrap-anywhere">{words.from({ title })}</span>
    </span>
    <span className="text-xl font-semibold tabular-nums max-xs:text-base">{formatRupees(amount)}</span>
  </article>
);
