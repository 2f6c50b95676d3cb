import type { PushSubscriptionInput } from '@inaam/contracts/messages/messages';

/** Sends pushes; created by the process that composes the services. */
export interface Pusher {
  /** false: push is switched off (`PUSH=off`), and screens do not offer it. */
  isOn: boolean;
  /** Returns whether the address belongs to an accepted push service; subscribers may send any address. */
  accepts(endpoint: string): boolean;
  generateKeys(): VapidKeys;
  /**
   * @throws PushSubscriptionExpired if the subscription has ended, PushRejected if a retry would fail too,
   *   PushThrottled if the service asks to wait; any other error is retried
   */
  send(push: OutgoingPush, keys: VapidKeys): Promise<void>;
}

/** In base64url, as browsers and push services expect them (RFC 8292). */
export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

export interface OutgoingPush {
  subscription: PushSubscriptionInput;
  /** Read by the app's worker: apps/user/public/push-worker.js. */
  payload: PushPayload;
  /** At the push service, a newer push replaces a waiting one with the same topic (RFC 8030). */
  topic: string;
  /** Time that the push service keeps it for an offline device. */
  ttlSeconds: number;
}

export interface PushPayload {
  title: string;
  body: string;
  /** Path of the app that a tap opens. */
  path: string;
  /** A newer push replaces one with the same tag. */
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
