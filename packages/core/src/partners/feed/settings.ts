import { DomainError } from '@inaam/contracts/common/errors';
import { type FeedSave, type FeedSettings, type FeedView, feedSettings } from '@inaam/contracts/networks/feed';
import { networks } from '@inaam/db/schema/networks';
import { eq, sql } from 'drizzle-orm';
import { writeAuditEntry } from '../../kernel/audit.ts';
import type { CommandContext } from '../../kernel/command.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { maskSecret, openFeedSecret, sealSecret } from '../../kernel/network-secrets.ts';
import { oneRow } from '../../kernel/rows.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { feedPresets } from '../presets/presets.ts';

type Network = typeof networks.$inferSelect;

/** Reads the stored settings; null if none are stored or they are not valid. */
export function parseFeedSettings(row: Pick<Network, 'feed'>): FeedSettings | null {
  const read = feedSettings.safeParse(row.feed);
  return read.success ? read.data : null;
}

function toView(box: SecretBox, row: Network): FeedView {
  const secret = openFeedSecret(box, row);
  return {
    settings: parseFeedSettings(row),
    secret_hint: secret === null ? null : maskSecret(secret ?? ''),
    is_secret_lost: secret === undefined,
    due_at: row.feedDueAt?.toISOString() ?? null,
    checked_at: row.feedCheckedAt?.toISOString() ?? null,
    error: row.feedError,
    presets: [...feedPresets],
  };
}

/**
 * Returns a network's feed for admins, with a hint instead of its secret.
 * @throws DomainError NETWORK_NOT_FOUND
 */
export async function getFeed(
  { kernel, secrets }: { kernel: Kernel; secrets: SecretBox },
  networkId: number,
): Promise<FeedView> {
  const [row] = await kernel.read((db) => db.select().from(networks).where(eq(networks.id, networkId)));
  if (!row) throw new DomainError('NETWORK_NOT_FOUND');
  return toView(secrets, row);
}

/**
 * Saves the settings of a network's feed. An omitted secret stays as stored; an empty secret removes the stored one.
 * @throws DomainError NETWORK_NOT_FOUND, BAD_INPUT (another origin without its secret)
 */
export function saveFeed(
  { kernel, secrets, actor }: CommandContext<{ secrets: SecretBox }>,
  input: FeedSave,
): Promise<FeedView> {
  return kernel.write(async (tx) => {
    const [before] = await tx.select().from(networks).where(eq(networks.id, input.network_id)).for('no key update');
    if (!before) throw new DomainError('NETWORK_NOT_FOUND');
    // The secret belongs to its origin. To send it to another origin, the admin must paste it again.
    const stored = parseFeedSettings(before);
    const isOtherOrigin = stored !== null && new URL(stored.url).origin !== new URL(input.settings.url).origin;
    if (isOtherOrigin && before.feedSecret !== null && input.secret === undefined) {
      throw new DomainError('BAD_INPUT', {
        field: 'secret',
        text: 'secret: is required when the address changes to another origin',
      });
    }
    const updated = await tx
      .update(networks)
      .set({
        feed: input.settings,
        // The first fetch is soon, so that the admin sees its result.
        feedDueAt: input.settings.schedule === null ? null : sql`now() + interval '1 minute'`,
        feedError: null,
        ...(input.secret !== undefined && {
          feedSecret: input.secret === '' ? null : sealSecret(secrets, input.network_id, 'feed_secret', input.secret),
        }),
        updatedAt: sql`now()`,
      })
      .where(eq(networks.id, input.network_id))
      .returning();
    const after = oneRow(updated);
    await writeAuditEntry(tx, actor, {
      action: 'networks.update_feed',
      subject: String(after.id),
      before: parseFeedSettings(before),
      after: input.settings,
      ...(input.secret !== undefined && {
        note: input.secret === '' ? 'The secret was removed' : 'The secret was changed',
      }),
    });
    return toView(secrets, after);
  });
}
