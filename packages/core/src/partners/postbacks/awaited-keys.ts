import type { fetchJson } from '../../kernel/fetch-json.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { OutgoingRequestPolicy } from '../../kernel/outgoing-requests.ts';
import { fetchKeys, savePublicKeys } from './public-keys.ts';
import { NO_PUBLIC_KEYS } from './read.ts';

/**
 * Fetches public keys for networks that have none yet and have postbacks that are parked for that reason.
 * `rejudgeParked` judges the postbacks afterwards.
 */
export async function fetchAwaitedKeys(
  kernel: Kernel,
  rules: OutgoingRequestPolicy,
  ask?: typeof fetchJson,
): Promise<void> {
  const waiting = await kernel.read(
    (_, sql) => sql<{ id: number; address: string }[]>`
      select n.id, n.signing ->> 'keys_url' as address from networks n
      where n.signing ->> 'kind' = 'ecdsa' and n.public_keys is null and exists (
        select from postbacks p where p.network_id = n.id and p.outcome = 'parked' and p.reason = ${NO_PUBLIC_KEYS})`,
  );
  for (const { id, address } of waiting) {
    const keys = await fetchKeys(rules, address, ask);
    if (keys !== undefined) await savePublicKeys(kernel, id, keys);
  }
}
