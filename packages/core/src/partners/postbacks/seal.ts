import type { Signing } from '@inaam/contracts/networks/signing';
import { encryptionContext } from '../../kernel/sealed-columns.ts';
import { type EncryptionContext, isSealed, type SecretBox } from '../../kernel/secret-box.ts';
import type { Postback } from './parse.ts';

/**
 * Postbacks of unsigned networks contain the secret that also authenticates the next postback, so the part with the
 * secret is encrypted. Signed postbacks reveal no reusable secret and are stored as received.
 */

type Parts = Pick<Postback, 'rawUrl' | 'rawQuery' | 'rawBody' | 'headers'>;

/**
 * Encrypts the parts of a postback that contain a secret.
 * @param retryKey the postback's own key, which binds the encrypted values to it
 */
export function sealPostback(box: SecretBox, retryKey: string, signing: Signing | undefined, parts: Parts): Parts {
  const isToken = signing?.kind === 'token';
  const isParam = isToken && signing.in === 'param';
  const header = isToken && signing.in === 'header' ? signing.name.toLowerCase() : undefined;
  // Received text that looks sealed is sealed, too, because `openPostback` tries to open all text that looks sealed.
  const seal = (text: string, context: EncryptionContext, isSecret: boolean) =>
    (isSecret && text !== '') || isSealed(text) ? box.seal(text, context) : text;
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
 * Decrypts a stored postback.
 * @returns undefined when a part was encrypted with a key that this process does not have
 */
export function openPostback<T extends Parts>(box: SecretBox, retryKey: string, stored: T): T | undefined {
  let isLost = false;
  const open = (text: string, context: EncryptionContext): string => {
    if (!isSealed(text)) return text;
    const opened = box.open(text, context);
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
