import type { Signing } from '@inaam/contracts/networks/signing';
import { encryptionContext } from '../../kernel/sealed-columns.ts';
import { type EncryptionContext, isSealed, type SecretBox } from '../../kernel/secret-box.ts';
import type { Postback } from './parse.ts';

/**
 * Postbacks of networks that do not sign carry the very secret by which the next one is believed: where it stands, they
 * are kept sealed. Signed ones show nothing that another could be made of, and are kept as they came.
 */

type Parts = Pick<Postback, 'rawUrl' | 'rawQuery' | 'rawBody' | 'headers'>;

/** @param retryKey the postback's own: what is sealed of one postback opens nowhere else */
export function sealPostback(box: SecretBox, retryKey: string, signing: Signing | undefined, parts: Parts): Parts {
  const isToken = signing?.kind === 'token';
  const isParam = isToken && signing.in === 'param';
  const header = isToken && signing.in === 'header' ? signing.name.toLowerCase() : undefined;
  // What only looks sealed is sealed itself, so that what looks so always is.
  const seal = (text: string, place: EncryptionContext, isSecret: boolean) =>
    (isSecret && text !== '') || isSealed(text) ? box.seal(text, place) : text;
  return {
    rawUrl: seal(parts.rawUrl, encryptionContext('postbacks.raw_url', retryKey), signing?.kind === 'path_secret'),
    rawQuery: seal(parts.rawQuery, encryptionContext('postbacks.raw_query', retryKey), isParam),
    rawBody: seal(parts.rawBody, encryptionContext('postbacks.raw_body', retryKey), isParam),
    headers: Object.fromEntries(
      Object.entries(parts.headers).map(([name, value]) => [
        name,
        seal(value, encryptionContext('postbacks.headers', retryKey, name), name === header),
      ]),
    ),
  };
}

/**
 * A stored postback as it came.
 * @returns undefined when a part was sealed under a key that this process does not have
 */
export function openPostback<T extends Parts>(box: SecretBox, retryKey: string, stored: T): T | undefined {
  let isLost = false;
  const open = (text: string, place: EncryptionContext): string => {
    if (!isSealed(text)) return text;
    const opened = box.open(text, place);
    isLost ||= opened === undefined;
    return opened ?? '';
  };
  const opened = {
    ...stored,
    rawUrl: open(stored.rawUrl, encryptionContext('postbacks.raw_url', retryKey)),
    rawQuery: open(stored.rawQuery, encryptionContext('postbacks.raw_query', retryKey)),
    rawBody: open(stored.rawBody, encryptionContext('postbacks.raw_body', retryKey)),
    headers: Object.fromEntries(
      Object.entries(stored.headers).map(([name, value]) => [
        name,
        open(value, encryptionContext('postbacks.headers', retryKey, name)),
      ]),
    ),
  };
  return isLost ? undefined : opened;
}
