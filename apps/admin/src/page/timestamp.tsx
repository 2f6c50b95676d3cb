import { formatDateTime, relativeTime } from '@inaam/contracts/common/time';
import { cx } from '@inaam/ui/cx';

/** A time in IST, with its zone. */
export const Timestamp = ({ at, className }: { at: string; className?: string }) => (
  <time dateTime={at} className={className}>
    {formatDateTime(at)} IST
  </time>
);

/** `5m ago`, or the date after a day, with the full time in IST as the tooltip. */
export const TimeAgo = ({ at, className }: { at: string; className?: string }) => (
  <time dateTime={at} title={`${formatDateTime(at)} IST`} className={cx('whitespace-nowrap', className)}>
    {relativeTime(at, new Date())}
  </time>
);
