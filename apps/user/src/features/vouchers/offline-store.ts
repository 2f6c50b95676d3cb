import type { WonVoucher } from './parts/voucher-actions.tsx';

/**
 * Stores unused codes on this device, so that the app can show them in shops without a signal. Needs the person's
 * consent. The codes are encrypted with a non-extractable key, and the sign-out deletes this database
 * (app/session/session-storage.ts).
 */
const DATABASE = 'kept-vouchers';
const STORE = 'kept';

export interface OfflineVoucher {
  voucher: WonVoucher;
  title: string;
  offerId: number;
}
export interface OfflineStore {
  /** The time at which the server sent the vouchers, in ms since 1970. */
  at: number;
  vouchers: OfflineVoucher[];
}
interface Box {
  userId: number;
  key: CryptoKey;
  iv: Uint8Array<ArrayBuffer>;
  sealed: ArrayBuffer;
}

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('the database refused')));
  });

async function withStore<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(STORE));
  const database = await done(opening);
  try {
    return await done(act(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

/**
 * Encrypts and stores the usable vouchers, in place of the earlier copy.
 * @throws if the browser has no storage or no Web Crypto (plain http, private mode)
 */
export async function storeVouchers(userId: number, stored: OfflineStore): Promise<void> {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv },
    key,
    new TextEncoder().encode(JSON.stringify(stored)),
  );
  const box: Box = { userId, key, iv, sealed };
  await withStore('readwrite', (store) => store.put(box, 'box'));
}

/** This person's stored vouchers; undefined if this person stored none, or if they cannot be read. */
export async function readVouchers(userId: number): Promise<OfflineStore | undefined> {
  try {
    const box = (await withStore('readonly', (store) => store.get('box'))) as Box | undefined;
    if (box?.userId !== userId) return undefined;
    const bytes = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: box.iv }, box.key, box.sealed);
    return JSON.parse(new TextDecoder().decode(bytes)) as OfflineStore;
  } catch {
    return undefined;
  }
}

/** Removes the stored vouchers, and the key with them, when the person withdraws the consent. */
export const clearVouchers = async (): Promise<void> => {
  await withStore('readwrite', (store) => store.delete('box'));
};
