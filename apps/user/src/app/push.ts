import type { PushSubscriptionInput } from '@inaam/contracts/messages/messages';

/**
 * Push in this browser. `missing`: no Web Push; iPhones have it only in apps on the home screen. `refused`: the person
 * declined, and only the browser's settings can change it.
 */
export type PushSupport = 'missing' | 'refused' | 'possible';

export function getPushSupport(): PushSupport {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return 'missing';
  return Notification.permission === 'denied' ? 'refused' : 'possible';
}

const pushManager = async (): Promise<PushManager | undefined> =>
  (await navigator.serviceWorker.getRegistration())?.pushManager;

const toSubscriptionInput = (subscription: PushSubscription): PushSubscriptionInput => {
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint: endpoint ?? '', keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } };
};

/** base64url to bytes, as older browsers need the key. */
const decodeBase64Url = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));

/**
 * Asks with the browser's prompt, which must follow a press, and subscribes.
 * @returns undefined if declined
 * @throws if the browser cannot reach its push service or has no worker yet
 */
export async function subscribeToPush(publicKey: string): Promise<PushSubscriptionInput | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined;
  const manager = await pushManager();
  if (!manager) throw new Error('The app has no worker in this browser');
  // The server can no longer use a subscription that was made with another key.
  const current = await manager.getSubscription();
  const currentKey = current?.options.applicationServerKey;
  if (current && currentKey && !isSame(new Uint8Array(currentKey), decodeBase64Url(publicKey)))
    await current.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: decodeBase64Url(publicKey) };
  return toSubscriptionInput(await manager.subscribe(options));
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);

/** The browser's existing subscription, to register for this session too. */
export async function findSubscription(): Promise<PushSubscriptionInput | undefined> {
  if (getPushSupport() !== 'possible' || Notification.permission !== 'granted') return undefined;
  const current = await (await pushManager())?.getSubscription();
  return current ? toSubscriptionInput(current) : undefined;
}

/** Closes the notifications that pushes have shown. */
export async function closeNotifications(): Promise<void> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const shown = await (await workers?.getRegistration())?.getNotifications();
  for (const each of shown ?? []) each.close();
}

/** Removes the browser's subscription. */
export async function unsubscribeFromPush(): Promise<void> {
  await (await (await pushManager())?.getSubscription())?.unsubscribe();
}

/** Calls back on pushes while the app is open. @returns a function that stops it */
export function onPush(call: () => void): () => void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const listen = (event: MessageEvent) => (event.data as { type?: string } | null)?.type === 'PUSHED' && call();
  workers?.addEventListener('message', listen);
  return () => workers?.removeEventListener('message', listen);
}
