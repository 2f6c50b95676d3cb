import {
  disabledPusher,
  type Pusher,
  PushRejected,
  PushSubscriptionExpired,
  PushThrottled,
} from '@inaam/core/kernel/mail/transports';
import webpush from 'web-push';
import type { PushSettings } from '../settings.ts';

/**
 * ms until a push fails. A batch sends several pushes one after another. All of them must end before the lease of the
 * batch: packages/core/src/outbox/messages/deliver.ts.
 */
const TIMEOUT_MS = 20_000;

/**
 * Web Push (RFC 8030, 8291, 8292). The library `web-push` encrypts and signs; we send the request ourselves, because
 * the library supports neither a plain-http sandbox nor aborting.
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
    generateKeys: () => webpush.generateVAPIDKeys(),
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
        signal: AbortSignal.timeout(TIMEOUT_MS),
        // A push service never redirects.
        redirect: 'error',
      });
      await answer.body?.cancel();
      if (!answer.ok) throw toPushError(answer);
    },
  };
}

export const createPusherFromSettings = (settings: PushSettings): Pusher =>
  settings.kind === 'off' ? disabledPusher : createPusher(settings);

/** Maps a response to an error (RFC 8030, sections 5 and 7.3; RFC 8292, section 4.2). */
function toPushError({ status, headers }: Response): Error {
  const text = `The push service answered ${status}`;
  if (status === 404 || status === 410) return new PushSubscriptionExpired(text);
  // Other statuses are retried: 429 and 5xx are temporary, and an operator can fix our clock or key after a 401 or 403.
  if (status === 400 || status === 413) return new PushRejected(text);
  const seconds = Number(headers.get('retry-after'));
  return Number.isFinite(seconds) && seconds > 0 ? new PushThrottled(text, Math.min(seconds, 86_400)) : new Error(text);
}
