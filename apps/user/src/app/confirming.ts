import { formatDateTime } from '@inaam/contracts/common/time';
import { offers as words } from '../words/en.ts';
import { fill } from '../words/fill.ts';

/**
 * What a person awaits whose completion cannot be spun yet.
 * @param heldUntil when the hold ends; null (or absent, in what an older version kept on the device) while the network
 * has not confirmed it
 */
export const confirmingNote = (heldUntil: string | null | undefined): string =>
  heldUntil ? fill(words.noteHeld, { date: formatDateTime(heldUntil) }) : words.noteConfirming;
