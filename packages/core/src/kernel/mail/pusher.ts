import type { PushSubscriptionInput } from '@inaam/contracts/messages/messages';

/** Sends pushes. The process creates the pusher and passes it to the services. */
export interface Pusher {
  /** If false, push is switched off (`PUSH=off`), and screens do not offer push. */
  isOn: boolean;
  /** Returns whether the URL belongs to an accepted push service. A subscriber can send any URL. */
  accepts(endpoint: string): boolean;
  generateKeys(): VapidKeys;
  /**
   * @throws PushSubscriptionExpired if the subscription has ended, PushRejected if a retry would fail, too,
   *   PushThrottled if the service asks to wait. After any other error the caller retries.
   */
  send(push: OutgoingPush, keys: VapidKeys): Promise<void>;
}

/** A key pair in base64url, the form that browsers and push services expect (RFC 8292). */
export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

export interface OutgoingPush {
  subscription: PushSubscriptionInput;
  /** The user app's service worker reads it: apps/user/public/push-worker.js. */
  payload: PushPayload;
  /** The push service replaces a waiting push with a newer push of the same topic (RFC 8030). */
  topic: string;
  /** Time in seconds that the push service keeps the push for an offline device. */
  ttlSeconds: number;
}

export interface PushPayload {
  title: string;
  body: string;
  /** Path of the app that a tap opens. */
  path: string;
  /** The device replaces a shown notification with a newer one of the same tag. */
  tag: string;
}

/** 404 or 410: the subscription was ended in the browser, or the browser is gone. */
export class PushSubscriptionExpired extends Error {}

/** The push service rejected this push permanently. */
export class PushRejected extends Error {}

export class PushThrottled extends Error {
  readonly seconds: number;
  constructor(message: string, seconds: number) {
    super(message);
    this.seconds = seconds;
  }
}

/** For `PUSH=off`: sends nothing. */
export const disabledPusher: Pusher = {
  isOn: false,
  accepts: () => false,
  generateKeys: () => {
    throw new Error('Push is switched off');
  },
  send: () => Promise.reject(new PushRejected('Push is switched off')),
};
