import type { PushSubscriptionInput } from '@inaam/contracts/messages/messages';

/** How pushes leave: made by whoever composes a process. */
export interface Pusher {
  /** false: nothing is pushed (`PUSH=off`), and screens do not ask. */
  isOn: boolean;
  /** Is it the address of a push service that we send to? Who subscribes names the address: it may be anything. */
  accepts(endpoint: string): boolean;
  drawKeys(): VapidKeys;
  /**
   * @throws PushSubscriptionExpired where the browser is subscribed no more, PushRejected when another attempt would
   * get the same
   *   answer, PushThrottled when the service says how long to wait; anything else is tried again
   */
  send(push: OutgoingPush, keys: VapidKeys): Promise<void>;
}

/** base64url, as browsers and push services take them (RFC 8292). */
export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

export interface OutgoingPush {
  subscription: PushSubscriptionInput;
  /** What the worker of the app reads: see apps/user/public/push-worker.js. */
  payload: PushPayload;
  /** Of two with the same topic that wait at the push service the later one counts (RFC 8030). */
  topic: string;
  /** How long the push service keeps it for a phone that is off. */
  ttlSeconds: number;
}

export interface PushPayload {
  title: string;
  body: string;
  /** Where a press leads, a path of the app. */
  path: string;
  /** A second push with the same tag takes the place of the first one. */
  tag: string;
}

/** 404 or 410: the person has taken it back in the browser, or the browser is no more. */
export class PushSubscriptionExpired extends Error {}

/** The push service has refused this push for good. */
export class PushRejected extends Error {}

/** The push service asks for a pause. */
export class PushThrottled extends Error {
  readonly seconds: number;
  constructor(message: string, seconds: number) {
    super(message);
    this.seconds = seconds;
  }
}

/** Pushes nothing: `PUSH=off`. */
export const disabledPusher: Pusher = {
  isOn: false,
  accepts: () => false,
  drawKeys: () => {
    throw new Error('Push is switched off');
  },
  send: () => Promise.reject(new PushRejected('Push is switched off')),
};
