import { DomainError } from '@inaam/contracts/common/errors';
import { type FeedSave, type FeedSettings, type FeedView, feedSettings } from '@inaam/contracts/networks/feed';
import type { Tx } from '@inaam/db/client';
import { networks } from '@inaam/db/schema/networks';
import { eq, sql } from 'drizzle-orm';
import type { Actor } from '../../kernel/actor.ts';
import { audit } from '../../kernel/audit.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { hintOf } from '../../postbacks/mask.ts';
import { openFeedSecret, sealSecret } from '../secrets.ts';
import { feedPresets } from './presets.ts';

type Network = typeof networks.$inferSelect;

/** What is stored, or null where nothing is, or what is there has not the shape of settings. */
export function storedFeed(row: Pick<Network, 'feed'>): FeedSettings | null {
  const read = feedSettings.safeParse(row.feed);
  return read.success ? read.data : null;
}

function toView(box: SecretBox, row: Network): FeedView {
  const secret = openFeedSecret(box, row);
  return {
    settings: storedFeed(row),
    secret_hint: secret === null ? null : hintOf(secret ?? ''),
    is_secret_lost: secret === undefined,
    presets: feedPresets,
  };
}

/** @throws DomainError NETWORK_NOT_FOUND */
export async function feedOf(kernel: Kernel, networkId: number): Promise<FeedView> {
  const [row] = await kernel.read((db) => db.select().from(networks).where(eq(networks.id, networkId)));
  if (!row) throw new DomainError('NETWORK_NOT_FOUND');
  return toView(kernel.secrets, row);
}

/** @throws DomainError NETWORK_NOT_FOUND, BAD_INPUT (another address without its secret) */
export async function saveFeed(tx: Tx, box: SecretBox, actor: Actor, input: FeedSave): Promise<FeedView> {
  const [before] = await tx.select().from(networks).where(eq(networks.id, input.network_id)).for('no key update');
  if (!before) throw new DomainError('NETWORK_NOT_FOUND');
  // The secret is for whom it was given for: nobody has it sent elsewhere who could not paste it again.
  const stored = storedFeed(before);
  const isElsewhere = stored !== null && new URL(stored.url).origin !== new URL(input.settings.url).origin;
  if (isElsewhere && before.feedSecret !== null && input.secret === undefined) {
    throw new DomainError('BAD_INPUT', {
      field: 'secret',
      text: 'secret: is required where the address is another one',
    });
  }
  const [after] = await tx
    .update(networks)
    .set({
      feed: input.settings,
      ...(input.secret !== undefined && {
        feedSecret: input.secret === '' ? null : sealSecret(box, input.network_id, 'feed_secret', input.secret),
      }),
      updatedAt: sql`now()`,
    })
    .where(eq(networks.id, input.network_id))
    .returning();
  if (!after) throw new Error('an update returned no row');
  await audit(tx, actor, {
    action: 'networks.save_feed',
    subject: String(after.id),
    before: storedFeed(before),
    after: input.settings,
    ...(input.secret !== undefined && {
      note: input.secret === '' ? 'The secret was removed' : 'The secret was changed',
    }),
  });
  return toView(box, after);
}
