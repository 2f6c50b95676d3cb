import { formatDateTime } from '@inaam/contracts/common/time';

/** A point in time as the back-office writes it: in India, and saying so. */
export const Timestamp = ({ at, className }: { at: string; className?: string }) => (
  <time dateTime={at} className={className}>
    {formatDateTime(at)} IST
  </time>
);
