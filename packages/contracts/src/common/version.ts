import { fields } from './fields.ts';
import { wholeNumber } from './text.ts';

/**
 * The version of the record that an editor loaded. A change is refused if the record now has another
 * version. A change without a version is always accepted.
 */
export const readVersion = wholeNumber(0, 2_147_483_647).optional().meta(fields.version);
