import { fields } from './fields.ts';
import { wholeNumber } from './text.ts';

/**
 * The version of the record that a change was made from. A change of another version is refused; without it the last
 * one wins.
 */
export const readVersion = wholeNumber(0, 2_147_483_647).optional().meta(fields.version);
