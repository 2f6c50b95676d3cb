import type { PushSubscriptionInput } from '@inaam/contracts/messages/messages';

/**
 * Push in this browser. `missing`: no Web Push, which iPhones have only in apps on the home screen. `refused`: the
 * person declined, and only the browser's settings can change it.
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

/** Decodes base64url to bytes, because older browsers accept the key only as bytes. */
const decodeBase64Url = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));

/**
 * Asks for permission with the browser's prompt, and subscribes. Call it from a press, or browsers show no prompt.
 * @returns undefined if declined
 * @throws if the browser cannot reach its push service or has no worker yet
 */
export async function subscribeToPush(publicKey: string): Promise<PushSubscriptionInput | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined;
  const manager = await pushManager();
  if (!manager) throw new Error('The app has no worker in this browser');
  // The server cannot use a subscription that was made with an earlier key.
  const current = await manager.getSubscription();
  const currentKey = current?.options.applicationServerKey;
  if (current && currentKey && !isSame(new Uint8Array(currentKey), decodeBase64Url(publicKey)))
    await current.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: decodeBase64Url(publicKey) };
  return toSubscriptionInput(await manager.subscribe(options));
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);

/** The browser's existing subscription, which the caller registers for this session, too. */
export async function findSubscription(): Promise<PushSubscriptionInput | undefined> {
  if (getPushSupport() !== 'possible' || Notification.permission !== 'granted') return undefined;
  const current = await (await pushManager())?.getSubscription();
  return current ? toSubscriptionInput(current) : undefined;
}

/** Closes all notifications of this app. */
export async function closeNotifications(): Promise<void> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const shown = await (await workers?.getRegistration())?.getNotifications();
  for (const each of shown ?? []) each.close();
}

/** Removes the browser's subscription. */
export async function unsubscribeFromPush(): Promise<void> {
  await (await (await pushManager())?.getSubscription())?.unsubscribe();
}

/** Calls `call` for each push while the app is open. @returns a function that stops the calls */
export function onPush(call: () => void): () => void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const listen = (event: MessageEvent) => (event.data as { type?: string } | null)?.type === 'PUSHED' && call();
  workers?.addEventListener('message', listen);
  return () => workers?.removeEventListener('message', listen);
}
