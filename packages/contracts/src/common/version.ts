import { fields } from './fields.ts';
import { wholeNumber } from './text.ts';

/**
 * The version of the record that a change was made from. A change from another version is refused. Without a version,
 * the last change wins.
 */
export const readVersion = wholeNumber(0, 2_147_483_647).optional().meta(fields.version);
