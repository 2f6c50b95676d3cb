import { type PublicKeys, publicKeys, publishedKeys } from '@inaam/contracts/networks/public-keys';
import type { networks } from '@inaam/db/schema/networks';
import { FetchJsonError, fetchJson } from '../../kernel/fetch-json.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { OutgoingRequestPolicy } from '../../kernel/outgoing-requests.ts';
import type { ReadNetwork } from '../settings/network-row.ts';
import { readKeyId } from './verify.ts';

/** @returns undefined where no keys were fetched yet */
export function parsePublicKeys(column: (typeof networks.$inferSelect)['publicKeys']): PublicKeys | undefined {
  const read = publicKeys.safeParse(column);
  return read.success ? read.data : undefined;
}

/** Google asks to keep keys no longer than a day. */
const MAX_AGE_MS = 24 * 3_600_000;
/**
 * Younger keys are not fetched again for an unknown key id, so that forged ids cannot cause a fetch for each postback.
 * After a failed request, the URL is not requested again for the same time.
 */
const MIN_AGE_MS = 5 * 60_000;

/** The postback waits for the fetch, and must be stored within 8 s of its arrival. */
const FETCH_TIMEOUT_MS = 3_000;

/** For each URL whose request failed, the time until which it is not requested again. */
const failedUntil = new Map<string, number>();
/** Running fetches by URL, shared by simultaneous postbacks. */
const fetching = new Map<string, Promise<PublicKeys | undefined>>();

/**
 * Returns the network with its public keys. Fetches them if none are known, if they are a day old, or if they are five
 * minutes old and the postback names an unknown key. If the fetch fails, the known keys stay.
 */
export async function addPublicKeys(
  kernel: Pick<Kernel, 'runIdempotent'>,
  rules: OutgoingRequestPolicy | undefined,
  network: ReadNetwork,
  rawQuery: string,
): Promise<ReadNetwork> {
  const { signing } = network;
  if (signing.kind !== 'ecdsa' || !rules) return network;
  const known = parsePublicKeys(network.publicKeys);
  const age = known ? Date.now() - Date.parse(known.fetched_at) : Number.POSITIVE_INFINITY;
  const keyId = readKeyId(signing, rawQuery);
  const isUnknown = keyId !== undefined && known !== undefined && !Object.hasOwn(known.keys, keyId);
  if (age < MIN_AGE_MS || (age < MAX_AGE_MS && !isUnknown)) return network;
  const fetched = await fetchKeys(rules, signing.keys_url);
  if (fetched === undefined) return network;
  await savePublicKeys(kernel, network.id, fetched);
  return { ...network, publicKeys: fetched };
}

/**
 * Fetches a network's public keys; simultaneous postbacks share one request.
 * @returns undefined where the keys cannot be fetched, now or in the last five minutes
 */
export function fetchKeys(
  rules: OutgoingRequestPolicy,
  address: string,
  ask: typeof fetchJson = fetchJson,
): Promise<PublicKeys | undefined> {
  if ((failedUntil.get(address) ?? 0) > Date.now()) return Promise.resolve(undefined);
  const shared = fetching.get(address);
  if (shared) return shared;
  const fetched = requestKeys(rules, address, ask).finally(() => fetching.delete(address));
  fetching.set(address, fetched);
  return fetched;
}

async function requestKeys(
  rules: OutgoingRequestPolicy,
  address: string,
  ask: typeof fetchJson,
): Promise<PublicKeys | undefined> {
  try {
    const answer = publishedKeys.safeParse(await ask(new URL(address), rules, { deadline: FETCH_TIMEOUT_MS }));
    if (!answer.success) throw new FetchJsonError('The answer holds no public keys');
    return {
      fetched_at: new Date().toISOString(),
      keys: Object.fromEntries(answer.data.keys.map(({ keyId, pem }) => [keyId, pem])),
    };
  } catch (error) {
    if (!(error instanceof FetchJsonError)) throw error;
    failedUntil.set(address, Date.now() + MIN_AGE_MS);
    return undefined;
  }
}

export const savePublicKeys = (kernel: Pick<Kernel, 'runIdempotent'>, networkId: number, keys: PublicKeys) =>
  kernel.runIdempotent(
    (sql) => sql`update networks set public_keys = ${JSON.stringify(keys)}::text::jsonb where id = ${networkId}`,
  );
