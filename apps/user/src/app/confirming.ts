import { formatDateTime } from '@inaam/contracts/common/time';

/**
 * What a person awaits whose completion cannot be spun yet.
 * @param heldUntil when the hold ends; null (or absent, in what an older version kept on the device) while the network
 * has not confirmed it
 */
export const confirmingNote = (heldUntil: string | null | undefined): string =>
  heldUntil
    ? `Completed. Your spin is released on ${formatDateTime(heldUntil)}, ` +
      'unless the partner takes the completion back before.'
    : 'Completed. The partner still checks it, and your spin is released once they confirm. ' +
      'We do not know when that is: a purchase or a trial can take weeks.';
