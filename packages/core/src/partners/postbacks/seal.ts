import type { Signing } from '@inaam/contracts/networks/signing';
import { isSealed, type SecretBox } from '../../kernel/secret-box.ts';
import type { Postback } from './parse.ts';

/**
 * Postbacks of networks that do not sign carry the very secret by which the next one is believed: where it stands, they
 * are kept sealed. Signed ones show nothing that another could be made of, and are kept as they came.
 */

type Parts = Pick<Postback, 'rawUrl' | 'rawQuery' | 'rawBody' | 'headers'>;

const placeOf = (retryKey: string, part: string): string => `postbacks/${retryKey}/${part}`;

/** @param retryKey the postback's own: what is sealed of one postback opens nowhere else */
export function sealPostback(box: SecretBox, retryKey: string, signing: Signing | undefined, parts: Parts): Parts {
  const isToken = signing?.kind === 'token';
  const isParam = isToken && signing.in === 'param';
  const header = isToken && signing.in === 'header' ? signing.name.toLowerCase() : undefined;
  // What only looks sealed is sealed itself, so that what looks so always is.
  const seal = (part: string, text: string, isSecret: boolean) =>
    (isSecret && text !== '') || isSealed(text) ? box.seal(text, placeOf(retryKey, part)) : text;
  return {
    rawUrl: seal('url', parts.rawUrl, signing?.kind === 'path_secret'),
    rawQuery: seal('query', parts.rawQuery, isParam),
    rawBody: seal('body', parts.rawBody, isParam),
    headers: Object.fromEntries(
      Object.entries(parts.headers).map(([name, value]) => [name, seal(`header/${name}`, value, name === header)]),
    ),
  };
}

/**
 * A stored postback as it came.
 * @returns undefined when a part was sealed under a key that this process does not have
 */
export function openPostback<T extends Parts>(box: SecretBox, retryKey: string, stored: T): T | undefined {
  let isLost = false;
  const open = (part: string, text: string): string => {
    if (!isSealed(text)) return text;
    const opened = box.open(text, placeOf(retryKey, part));
    isLost ||= opened === undefined;
    return opened ?? '';
  };
  const opened = {
    ...stored,
    rawUrl: open('url', stored.rawUrl),
    rawQuery: open('query', stored.rawQuery),
    rawBody: open('body', stored.rawBody),
    headers: Object.fromEntries(
      Object.entries(stored.headers).map(([name, value]) => [name, open(`header/${name}`, value)]),
    ),
  };
  return isLost ? undefined : opened;
}
