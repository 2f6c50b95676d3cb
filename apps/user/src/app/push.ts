import type { PushSubscriptionInput } from '@inaam/contracts/messages/messages';

/**
 * What this browser does about pushes. `missing`: it has no Web Push; iPhones have it only for an app on the home
 * screen. `refused`: the person has said no, and only the browser's own settings can change it.
 */
export type PushSupport = 'missing' | 'refused' | 'possible';

export function getPushSupport(): PushSupport {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return 'missing';
  return Notification.permission === 'denied' ? 'refused' : 'possible';
}

const pushManager = async (): Promise<PushManager | undefined> =>
  (await navigator.serviceWorker.getRegistration())?.pushManager;

const inputOf = (subscription: PushSubscription): PushSubscriptionInput => {
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint: endpoint ?? '', keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } };
};

/** base64url to bytes, as older browsers want the key. */
const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));

/**
 * Asks the person by the browser's own question, which must follow from a press, and subscribes.
 * @returns undefined where they said no
 * @throws where the browser cannot reach its push service, or has no worker yet
 */
export async function subscribeToPush(publicKey: string): Promise<PushSubscriptionInput | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined;
  const manager = await pushManager();
  if (!manager) throw new Error('The app has no worker in this browser');
  // One that was made with another key cannot be used any more.
  const kept = await manager.getSubscription();
  const keptKey = kept?.options.applicationServerKey;
  if (kept && keptKey && !isSame(new Uint8Array(keptKey), bytesOf(publicKey))) await kept.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) };
  return inputOf(await manager.subscribe(options));
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);

/** What the browser has subscribed with before, for the server to know it in this session, too. */
export async function findSubscription(): Promise<PushSubscriptionInput | undefined> {
  if (getPushSupport() !== 'possible' || Notification.permission !== 'granted') return undefined;
  const kept = await (await pushManager())?.getSubscription();
  return kept ? inputOf(kept) : undefined;
}

/** Takes the subscription back in the browser. */
export async function unsubscribeFromPush(): Promise<void> {
  await (await (await pushManager())?.getSubscription())?.unsubscribe();
}

/** Calls when something was pushed while the app is open. @returns how to stop */
export function onPush(call: () => void): () => void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const listen = (event: MessageEvent) => (event.data as { type?: string } | null)?.type === 'PUSHED' && call();
  workers?.addEventListener('message', listen);
  return () => workers?.removeEventListener('message', listen);
}
