import { type Signing, signatureParam } from '@inaam/contracts/networks/signing';
import type { networks } from '@inaam/db/schema/networks';
import type { postbacks } from '@inaam/db/schema/postbacks';
import { MASK, openNetworkSecrets } from '../../kernel/network-secrets.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import type { PostbackRules } from '../settings/rules.ts';
import { decodeBytes, type Postback, startsAsJson } from './parse.ts';
import { openPostback } from './seal.ts';

/** The settings of a network that locate its secrets. */
export type SecretSettings = Pick<PostbackRules, 'signing' | 'signingSecret' | 'previousSecret' | 'isSecretLost'> & {
  params: Partial<PostbackRules['params']>;
};

/** For postbacks without a network, whose secrets are recognised only by parameter names. */
const NO_NETWORK: SecretSettings = {
  signing: { kind: 'path_secret' },
  params: {},
  signingSecret: '',
  previousSecret: null,
  isSecretLost: false,
};

const KEY_LOST_TEXT = 'It was encrypted with a key that is no longer available';

export interface MaskedPostback {
  path: string;
  query: string;
  body: string;
  headers: Record<string, string>;
}

/**
 * Decrypts a stored postback and masks its secrets for display.
 * @param network null where no network has its slug
 */
export function decryptAndMask(
  box: SecretBox,
  postback: typeof postbacks.$inferSelect,
  network: typeof networks.$inferSelect | null,
): MaskedPostback {
  const opened = openPostback(box, postback.retryKey, postback);
  const masked = maskPostback(
    network ? openNetworkSecrets(box, network) : NO_NETWORK,
    opened ?? { bodyEncoding: postback.bodyEncoding, rawUrl: '', rawQuery: '', rawBody: '', headers: {} },
  );
  return opened ? masked : { ...masked, path: `/postback/${postback.slug}`, query: KEY_LOST_TEXT };
}

/** Masks the values of parameters with secret names, and the network's own secrets anywhere in the text. */
export function maskPostback(
  network: SecretSettings,
  postback: Pick<Postback, 'rawUrl' | 'rawQuery' | 'rawBody' | 'bodyEncoding' | 'headers'>,
): MaskedPostback {
  const clean = (text: string) => maskSecrets(network, text);
  const isJson = startsAsJson(postback.rawBody);
  return {
    path: clean(postback.rawUrl.replace(/^https?:\/\/[^/]*/, '').replace(/^(\/postback\/[^/]+\/).+$/, `$1${MASK}`)),
    query: clean(maskPairs(network, postback.rawQuery)),
    body:
      postback.bodyEncoding === 'base64'
        ? postback.rawBody
        : clean(isJson ? maskJson(network, postback.rawBody) : maskPairs(network, postback.rawBody)),
    headers: Object.fromEntries(
      Object.entries(postback.headers).map(([name, value]) => [
        name,
        isSecretName(network, name) ? MASK : clean(value),
      ]),
    ),
  };
}

const SECRET_NAME = /pass|secret|token|key|auth/i;

/** Whether a name is that of the token, or looks secret and is neither a configured parameter nor the signature. */
function isSecretName({ signing, params }: SecretSettings, name: string): boolean {
  if (signing.kind === 'token' && signing.name.toLowerCase() === name.toLowerCase()) return true;
  if (Object.values(params).includes(name)) return false;
  return SECRET_NAME.test(name) && !(signing.kind !== 'path_secret' && signing.name === name);
}

function maskSecrets(network: SecretSettings, text: string): string {
  let masked = text;
  for (const secret of [network.signingSecret, network.previousSecret]) {
    if (!secret) continue;
    const encoded = encodeURIComponent(secret);
    for (const written of new Set([secret, encoded, encoded.replaceAll('%20', '+')])) {
      masked = masked.replaceAll(written, MASK);
    }
  }
  return masked;
}

const maskPairs = (network: SecretSettings, text: string): string =>
  text
    .split('&')
    .map((part) => {
      const at = part.indexOf('=');
      const name = at < 0 ? part : decodeBytes(part.slice(0, at)).toString('latin1');
      return at >= 0 && isSecretName(network, name) ? `${part.slice(0, at)}=${MASK}` : part;
    })
    .join('&');

const maskJson = (network: SecretSettings, text: string): string =>
  text.replace(/("([^"\\]{1,60})"\s*:\s*)("(?:[^"\\]|\\.)*"|[\d.eE+-]+)/g, (whole, before: string, name: string) =>
    isSecretName(network, name) ? `${before}"${MASK}"` : whole,
  );

/**
 * Masks the signature or token of a query, form or JSON body. Names are decoded before they are compared, because a
 * sender may escape any character.
 */
export function maskSignature(text: string, signing: Signing): string {
  const name = signatureParam(signing);
  if (name === null) return text;
  return startsAsJson(text) ? maskJsonValue(text, name) : maskPairValue(text, name);
}

const maskPairValue = (text: string, name: string): string =>
  text
    .split('&')
    .map((pair) => {
      const [written = '', ...value] = pair.split('=');
      return value.length > 0 && decodeName(written) === name ? `${written}=${MASK}` : pair;
    })
    .join('&');

const decodeName = (written: string): string => new URLSearchParams(`${written}=`).keys().next().value ?? '';

function maskJsonValue(text: string, name: string): string {
  const value = /("(?:[^"\\]|\\.)*")(\s*:\s*)("(?:[^"\\]|\\.)*"|[^\s,{}[\]"]+)/g;
  return text.replace(value, (all, key: string, colon: string) =>
    unquote(key) === name ? `${key}${colon}"${MASK}"` : all,
  );
}

function unquote(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}
