import type { Signing } from '@inaam/contracts/networks/signing';

const HIDDEN = '••••';

/**
 * A query, a form or a JSON body of a network's call as it came, its signature or token hidden where that is a
 * parameter. Names are compared decoded, because a sender may escape what need not be escaped.
 */
export function maskSecret(text: string, signing: Signing): string {
  if (!('in' in signing) || signing.in !== 'param') return text;
  const { name } = signing;
  return text.trimStart().startsWith('{') ? maskJson(text, name) : maskPairs(text, name);
}

const maskPairs = (text: string, name: string): string =>
  text
    .split('&')
    .map((pair) => {
      const [written = '', ...value] = pair.split('=');
      return value.length > 0 && nameOf(written) === name ? `${written}=${HIDDEN}` : pair;
    })
    .join('&');

const nameOf = (written: string): string => new URLSearchParams(`${written}=`).keys().next().value ?? '';

function maskJson(text: string, name: string): string {
  const value = /("(?:[^"\\]|\\.)*")(\s*:\s*)("(?:[^"\\]|\\.)*"|[^\s,{}[\]"]+)/g;
  return text.replace(value, (all, key: string, colon: string) =>
    keyOf(key) === name ? `${key}${colon}"${HIDDEN}"` : all,
  );
}

function keyOf(quoted: string): unknown {
  try {
    return JSON.parse(quoted);
  } catch {
    return quoted;
  }
}
