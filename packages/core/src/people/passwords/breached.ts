import { openBloom } from './bloom.ts';
import list from './breached.json' with { type: 'json' };

/**
 * Breached passwords, checked offline with a filter of the list named in `breached.json`. Built by
 * `infra/tools/breached`: lower case, 8 characters or more.
 */
const filter = openBloom(Buffer.from(list.filter, 'base64'), list);

/** @param password as typed; case is ignored */
export const isBreached = (password: string): boolean => filter.has(password.toLowerCase());
