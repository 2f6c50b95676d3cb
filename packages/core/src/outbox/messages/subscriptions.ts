import { DomainError } from '@inaam/contracts/common/errors';
import { type PushState, type PushSubscriptionInput, pushSubscription } from '@inaam/contracts/messages/messages';
import type { UserActor } from '../../kernel/actor.ts';
import type { CommandContext } from '../../kernel/command.ts';
import { sha256 } from '../../kernel/digest.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { Pusher } from '../../kernel/mail/pusher.ts';
import { encryptionContext } from '../../kernel/sealed-columns.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { getVapidKeys, type VapidServices } from './vapid.ts';

/** Returns the public key for subscriptions, and whether this session's browser is subscribed. */
export async function getPushState(services: VapidServices, sessionId: string): Promise<PushState> {
  if (!services.push.isOn) return { public_key: null, subscribed: false };
  const { publicKey } = await getVapidKeys(services);
  const [row] = await services.kernel.read(
    (_, sql) => sql<{ subscribed: boolean }[]>`
      select exists (select 1 from push_subscriptions where session_id = ${sessionId}) as subscribed`,
  );
  return { public_key: publicKey, subscribed: row?.subscribed ?? false };
}

/**
 * Subscribes this session's browser to push for the user. If the browser was subscribed for another user, that
 * subscription ends. A new subscription replaces the session's earlier one.
 * @throws DomainError BAD_INPUT if the endpoint does not belong to a known push service
 */
export async function subscribe(
  { kernel, secrets, push, actor }: CommandContext<{ secrets: SecretBox; push: Pusher }, UserActor>,
  sessionId: string,
  subscription: PushSubscriptionInput,
): Promise<void> {
  if (!push.accepts(subscription.endpoint)) {
    throw new DomainError('BAD_INPUT', { text: 'endpoint: must be a known push service', field: 'endpoint' });
  }
  const hash = sha256(subscription.endpoint);
  const sealed = secrets.seal(JSON.stringify(subscription), encryptionContext('push_subscriptions.sealed', hash));
  // Deletes the earlier subscription of the session or browser, and with it the pushes that are queued for an earlier
  // user. Both keys are unique, so the delete must run before the insert: the condition on the count of `earlier`
  // ensures this. If the session has ended, nothing is inserted.
  await kernel.runIdempotent(
    (sql) => sql`
      with earlier as (
        delete from push_subscriptions
        where (session_id = ${sessionId} and endpoint_hash <> ${hash})
          or (endpoint_hash = ${hash} and user_id <> ${actor.id})
        returning 1)
      insert into push_subscriptions (user_id, session_id, endpoint_hash, sealed)
      select user_id, id, ${hash}, ${sealed} from user_sessions
      where id = ${sessionId} and user_id = ${actor.id} and (select count(*) from earlier) >= 0
      on conflict (endpoint_hash) do update set session_id = excluded.session_id, sealed = excluded.sealed`,
  );
}

/** Ends push notifications to this session's browser. */
export async function unsubscribeBrowser(
  { kernel, actor }: CommandContext<object, UserActor>,
  sessionId: string,
): Promise<void> {
  await kernel.runIdempotent(
    (sql) => sql`delete from push_subscriptions where session_id = ${sessionId} and user_id = ${actor.id}`,
  );
}

/** Deletes an expired push subscription. */
export const deleteExpiredSubscription = (kernel: Pick<Kernel, 'runIdempotent'>, id: number): Promise<unknown> =>
  kernel.runIdempotent((sql) => sql`delete from push_subscriptions where id = ${id}`);

/** @returns undefined if the subscription no longer exists or this process's keys cannot decrypt it */
export async function openSubscription(
  { kernel, secrets }: { kernel: Kernel; secrets: SecretBox },
  id: number,
): Promise<PushSubscriptionInput | undefined> {
  const [row] = await kernel.read(
    (_, sql) => sql<{ hash: string; sealed: string }[]>`
      select endpoint_hash as hash, sealed from push_subscriptions where id = ${id}`,
  );
  const opened = row && secrets.open(row.sealed, encryptionContext('push_subscriptions.sealed', row.hash));
  return opened === undefined ? undefined : pushSubscription.parse(JSON.parse(opened));
}
