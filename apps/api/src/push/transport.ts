import {
  disabledPusher,
  type Pusher,
  PushRejected,
  PushSubscriptionExpired,
  PushThrottled,
} from '@inaam/core/kernel/mail/transports';
import webpush from 'web-push';
import type { PushSettings } from '../settings.ts';

/** ms: a push service that takes longer is away. With the batches of core/messages below the lease of a message. */
const TIMEOUT = 20_000;

/**
 * Web Push (RFC 8030, 8291, 8292) by the library `web-push`, which encrypts and signs; the call is ours, since the
 * library's own takes no plain-http sandbox and no abort.
 */
export function createPusher({ hosts, trustedOrigin, subject }: Extract<PushSettings, { kind: 'on' }>): Pusher {
  return {
    isOn: true,
    accepts(endpoint) {
      const { protocol, hostname, port, origin, username } = new URL(endpoint);
      if (origin === trustedOrigin) return true;
      const isListed = hosts.some((host) =>
        host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host,
      );
      return protocol === 'https:' && port === '' && username === '' && isListed;
    },
    drawKeys: () => webpush.generateVAPIDKeys(),
    async send({ subscription, payload, topic, ttlSeconds }, { publicKey, privateKey }) {
      const { endpoint, method, headers, body } = webpush.generateRequestDetails(
        subscription,
        JSON.stringify(payload),
        {
          vapidDetails: { subject, publicKey, privateKey },
          TTL: ttlSeconds,
          topic,
          urgency: 'normal',
          contentEncoding: 'aes128gcm',
        },
      );
      const answer = await fetch(endpoint, {
        method,
        headers: headers as Record<string, string>,
        body: body ? new Uint8Array(body) : null,
        signal: AbortSignal.timeout(TIMEOUT),
        // A push service answers itself; what leads elsewhere is none.
        redirect: 'error',
      });
      await answer.body?.cancel();
      if (!answer.ok) throw failure(answer);
    },
  };
}

export const createPusherFromSettings = (settings: PushSettings): Pusher =>
  settings.kind === 'off' ? disabledPusher : createPusher(settings);

/** What an answer means (RFC 8030, sections 5 and 7.3; RFC 8292, section 4.2). */
function failure({ status, headers }: Response): Error {
  const text = `The push service answered ${status}`;
  if (status === 404 || status === 410) return new PushSubscriptionExpired(text);
  // 429 and 5xx pass; a 401 or 403 says that our clock or our key is wrong, which an operator can mend.
  if (status === 400 || status === 413) return new PushRejected(text);
  const seconds = Number(headers.get('retry-after'));
  return Number.isFinite(seconds) && seconds > 0 ? new PushThrottled(text, Math.min(seconds, 86_400)) : new Error(text);
}
