import { formatDateTime } from '../words/dates.ts';
import { offers as words } from '../words/words.ts';

/**
 * What a person awaits whose completion cannot be spun yet.
 * @param heldUntil when the hold ends; null (or absent, in what an older version kept on the device) while the network
 * has not confirmed it
 */
export const getConfirmingNote = (heldUntil: string | null | undefined): string =>
  heldUntil ? words.noteHeld({ date: formatDateTime(heldUntil) }) : words.noteConfirming;
