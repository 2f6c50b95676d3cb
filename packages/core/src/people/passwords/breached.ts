import { openBloomFilter } from './bloom.ts';
import list from './breached.json' with { type: 'json' };

/**
 * Breached passwords, checked offline with a filter of the list named in `breached.json`. `infra/tools/breached` builds
 * the filter from the passwords of 8 characters or more, in lower case.
 */
const filter = openBloomFilter(Buffer.from(list.filter, 'base64'), list);

/** @param password as typed; case is ignored */
export const isBreached = (password: string): boolean => filter.has(password.toLowerCase());
