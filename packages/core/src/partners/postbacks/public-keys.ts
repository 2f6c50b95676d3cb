import { type PublicKeys, publicKeys, publishedKeys } from '@inaam/contracts/networks/public-keys';
import type { networks } from '@inaam/db/schema/networks';
import { FeedFetchError, fetchJson } from '../../kernel/fetch-json.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { OutgoingRequestPolicy } from '../../kernel/outgoing-requests.ts';
import type { ReadNetwork } from '../settings/network-row.ts';
import { readKeyId } from './verify.ts';

/** Public keys of networks that sign with a private one: fetched, and kept in the network's row. */

/** What a row holds; undefined where nothing was fetched yet. */
export function publicKeysOf(column: (typeof networks.$inferSelect)['publicKeys']): PublicKeys | undefined {
  const read = publicKeys.safeParse(column);
  return read.success ? read.data : undefined;
}

/** Google asks to keep keys no longer than a day. */
const MAX_AGE_MS = 24 * 3_600_000;
/** Forged key ids must not make us ask for the keys at each call. */
const MIN_AGE_MS = 5 * 60_000;

/** A call waits for its keys, and is stored within its own time (8 s) whatever becomes of them. */
const PATIENCE_MS = 3_000;

/** Until when no address is asked again after it failed, by address. */
const failedUntil = new Map<string, number>();
/** What is being fetched now, by address: calls that come at once share it. */
const fetching = new Map<string, Promise<PublicKeys | undefined>>();

/**
 * The network with the public keys that a call may be signed with: fetched again when they are a day old, or when the
 * call names one that is not known. Where they cannot be fetched, those that are there stay, and a call that needs
 * others waits as parked: awaited-keys.ts.
 */
export async function withPublicKeys(
  kernel: Pick<Kernel, 'move'>,
  rules: OutgoingRequestPolicy | undefined,
  network: ReadNetwork,
  rawQuery: string,
): Promise<ReadNetwork> {
  const { signing } = network;
  if (signing.kind !== 'ecdsa' || !rules) return network;
  const known = publicKeysOf(network.publicKeys);
  const age = known ? Date.now() - Date.parse(known.fetched_at) : Number.POSITIVE_INFINITY;
  const keyId = readKeyId(signing, rawQuery);
  const isUnknown = keyId !== undefined && known !== undefined && !Object.hasOwn(known.keys, keyId);
  if (age < MIN_AGE_MS || (age < MAX_AGE_MS && !isUnknown)) return network;
  const fetched = await fetchKeys(rules, signing.keys_url);
  if (fetched === undefined) return network;
  await keepKeys(kernel, network.id, fetched);
  return { ...network, publicKeys: fetched };
}

/**
 * @param ask how JSON is asked for
 * @returns undefined where they could not be had, now or a moment ago
 */
export function fetchKeys(
  rules: OutgoingRequestPolicy,
  address: string,
  ask: typeof fetchJson = fetchJson,
): Promise<PublicKeys | undefined> {
  if ((failedUntil.get(address) ?? 0) > Date.now()) return Promise.resolve(undefined);
  const shared = fetching.get(address);
  if (shared) return shared;
  const fetched = askForKeys(rules, address, ask).finally(() => fetching.delete(address));
  fetching.set(address, fetched);
  return fetched;
}

async function askForKeys(
  rules: OutgoingRequestPolicy,
  address: string,
  ask: typeof fetchJson,
): Promise<PublicKeys | undefined> {
  try {
    const answer = publishedKeys.safeParse(await ask(new URL(address), rules, { deadline: PATIENCE_MS }));
    if (!answer.success) throw new FeedFetchError('The answer holds no public keys');
    return {
      fetched_at: new Date().toISOString(),
      keys: Object.fromEntries(answer.data.keys.map(({ keyId, pem }) => [keyId, pem])),
    };
  } catch (error) {
    if (!(error instanceof FeedFetchError)) throw error;
    failedUntil.set(address, Date.now() + MIN_AGE_MS);
    return undefined;
  }
}

export const keepKeys = (kernel: Pick<Kernel, 'move'>, networkId: number, keys: PublicKeys) =>
  kernel.move(
    (sql) => sql`update networks set public_keys = ${JSON.stringify(keys)}::text::jsonb where id = ${networkId}`,
  );
