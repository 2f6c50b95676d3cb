import type { Call } from './parse.ts';
import { decodeBytes } from './parse.ts';
import type { Rules } from './read.ts';

/** Secrets travel in some networks' addresses: what is shown of a call is written by these. */

export const MASK = '••••';

export const hintOf = (secret: string): string => (secret.length < 12 ? MASK : `${MASK}${secret.slice(-4)}`);

/** What of a network says where secrets are. */
export type Maskable = Pick<Rules, 'signing' | 'signingSecret' | 'previousSecret' | 'isSecretLost'> & {
  params: Partial<Rules['params']>;
};
type Settings = Maskable;

const SECRET_NAME = /pass|secret|token|key|auth/i;

/** Names whose values are not shown: the network's own token, and what looks like one and is not known to be something else. */
function isSecretName({ signing, params }: Settings, name: string): boolean {
  if (signing.kind === 'token' && signing.name.toLowerCase() === name.toLowerCase()) return true;
  if (Object.values(params).includes(name)) return false;
  return SECRET_NAME.test(name) && !(signing.kind !== 'path_secret' && signing.name === name);
}

function withoutSecrets(settings: Settings, text: string): string {
  let shown = text;
  for (const secret of [settings.signingSecret, settings.previousSecret]) {
    if (!secret) continue;
    for (const written of new Set([
      secret,
      encodeURIComponent(secret),
      encodeURIComponent(secret).replaceAll('%20', '+'),
    ])) {
      shown = shown.replaceAll(written, MASK);
    }
  }
  return shown;
}

const maskPairs = (settings: Settings, text: string): string =>
  text
    .split('&')
    .map((part) => {
      const at = part.indexOf('=');
      const name = at < 0 ? part : decodeBytes(part.slice(0, at)).toString('latin1');
      return at >= 0 && isSecretName(settings, name) ? `${part.slice(0, at)}=${MASK}` : part;
    })
    .join('&');

const maskJson = (settings: Settings, text: string): string =>
  text.replace(/("([^"\\]{1,60})"\s*:\s*)("(?:[^"\\]|\\.)*"|[\d.eE+-]+)/g, (whole, before: string, name: string) =>
    isSecretName(settings, name) ? `${before}"${MASK}"` : whole,
  );

/** A call as it may be shown. */
export function maskCall(
  settings: Settings,
  call: Pick<Call, 'rawUrl' | 'rawQuery' | 'rawBody' | 'bodyEncoding' | 'headers'>,
) {
  const clean = (text: string) => withoutSecrets(settings, text);
  const isJson = call.rawBody.trimStart().startsWith('{');
  return {
    path: clean(call.rawUrl.replace(/^https?:\/\/[^/]*/, '').replace(/^(\/postback\/[^/]+\/).+$/, `$1${MASK}`)),
    query: clean(maskPairs(settings, call.rawQuery)),
    body:
      call.bodyEncoding === 'base64'
        ? call.rawBody
        : clean(isJson ? maskJson(settings, call.rawBody) : maskPairs(settings, call.rawBody)),
    headers: Object.fromEntries(
      Object.entries(call.headers).map(([name, value]) => [name, isSecretName(settings, name) ? MASK : clean(value)]),
    ),
  };
}
