import { formatDateTime } from '../words/dates.ts';
import { offerDetails as words } from '../words/words.ts';

/**
 * Explains what has to happen before a completion can be spun.
 * @param heldUntil when the hold ends; null (or absent in data that an older version stored) while the network has not
 * confirmed the completion
 */
export const getConfirmingNote = (heldUntil: string | null | undefined): string =>
  heldUntil ? words.noteHeld({ date: formatDateTime(heldUntil) }) : words.noteConfirming;
