import { fields } from './fields.ts';
import { wholeNumber } from './text.ts';

/**
 * The version of the record that an editor loaded. A change is refused if the record has another version by now.
 * Without a version, the last change wins.
 */
export const readVersion = wholeNumber(0, 2_147_483_647).optional().meta(fields.version);
