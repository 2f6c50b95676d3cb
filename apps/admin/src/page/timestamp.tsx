import { formatDateTime } from '@inaam/contracts/common/time';

/** A time in IST, with its zone. */
export const Timestamp = ({ at, className }: { at: string; className?: string }) => (
  <time dateTime={at} className={className}>
    {formatDateTime(at)} IST
  </time>
);
