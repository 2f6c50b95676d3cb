import { cx } from '@inaam/ui/cx';

/** A code as lists show it, with its PIN if it has one. */
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
