import { cx } from '@inaam/ui/cx';

/** A voucher's code as lists show it, with the PIN if the voucher has a PIN. */
export const VoucherCode = ({
  voucher: { voucher_code, voucher_pin },
  className,
}: {
  voucher: { voucher_code: string | null; voucher_pin: string | null };
  className?: string;
}) =>
  voucher_code !== null && (
    <>
      <span className={cx('code block text-xs', className)}>{voucher_code}</span>
      {voucher_pin !== null && <span className={cx('code block text-xs', className)}>{`PIN ${voucher_pin}`}</span>}
    </>
  );
