import { openBloom } from './bloom.ts';
import list from './breached.json' with { type: 'json' };

/**
 * Passwords of known breaches, without asking anybody: a filter of the published list that `breached.json` names, made
 * by `infra/tools/breached`. Lower case, 8 characters or more: shorter ones are refused as they are.
 */
const filter = openBloom(Buffer.from(list.filter, 'base64'), list);

/** @param password as it was typed; upper and lower case count alike */
export const isBreached = (password: string): boolean => filter.has(password.toLowerCase());
