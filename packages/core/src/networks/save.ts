import { randomBytes } from 'node:crypto';
import { DomainError } from '@inaam/contracts/errors';
import { isUnsigned } from '@inaam/contracts/network-signing';
import {
  type NetworkCreate,
  type NetworkSettings,
  type NetworkUpdate,
  networkSettings,
  type RotateSecret,
} from '@inaam/contracts/networks';
import type { Tx } from '@inaam/db/client';
import { networks } from '@inaam/db/schema/networks';
import { eq, sql } from 'drizzle-orm';
import type { Actor } from '../kernel/actor.ts';
import { audit } from '../kernel/audit.ts';
import { postbackUrl, toSettings } from './network-view.ts';
import { presets } from './presets/presets.ts';
import { given, toColumns } from './settings.ts';

type Network = typeof networks.$inferSelect;

const bad = (field: string, text: string): DomainError =>
  new DomainError('BAD_INPUT', { field, text: `${field}: ${text}` });

/** What only holds of settings as a whole. @throws DomainError BAD_INPUT naming the field */
export function checkWhole(settings: NetworkSettings): void {
  const { signing, click_window_seconds: window, payout_ceiling: ceiling, params } = settings;
  if (isUnsigned(signing) && window === null)
    throw bad('click_window_seconds', 'is required where calls are not signed');
  if (isUnsigned(signing) && ceiling === null) throw bad('payout_ceiling', 'is required where calls are not signed');
  const own = signing.kind === 'path_secret' || signing.in === 'header' ? null : signing.name;
  if (own !== null && Object.values(params).includes(own)) throw bad('params', `${own} is the signature's parameter`);
}

const drawSecret = (): string => randomBytes(24).toString('base64url');

/**
 * Makes a network, from a preset where one is named.
 * @throws DomainError BAD_INPUT (unknown preset, what neither the preset nor the input gives), NETWORK_SLUG_TAKEN
 */
export async function createNetwork(tx: Tx, actor: Actor, input: NetworkCreate): Promise<Network> {
  const { preset: presetId, secret, ...own } = input;
  const preset = presets.find(({ id }) => id === presetId);
  if (presetId !== undefined && !preset) throw bad('preset', 'is not known');
  const all: Partial<NetworkSettings> = { ...preset?.settings, ...given(own) };
  for (const key of Object.keys(networkSettings.shape)) {
    if (all[key as keyof NetworkSettings] === undefined) throw bad(key, 'is required');
  }
  const settings = all as NetworkSettings;
  checkWhole(settings);
  if (secret === undefined && (preset ? preset.secret === 'theirs' : !isUnsigned(settings.signing))) {
    throw bad('secret', 'is required');
  }
  const [row] = await tx
    .insert(networks)
    .values({
      ...(toColumns(settings) as typeof networks.$inferInsert),
      preset: presetId ?? null,
      signingSecret: secret ?? drawSecret(),
    })
    .onConflictDoNothing({ target: networks.slug })
    .returning();
  if (!row) throw new DomainError('NETWORK_SLUG_TAKEN');
  await audit(tx, actor, { action: 'networks.create', subject: String(row.id), after: settings });
  return row;
}

async function locked(tx: Tx, id: number): Promise<Network> {
  const [row] = await tx.select().from(networks).where(eq(networks.id, id)).for('update');
  if (!row) throw new DomainError('NETWORK_NOT_FOUND');
  return row;
}

/**
 * Changes what is given and nothing else.
 * @throws DomainError NETWORK_NOT_FOUND, NETWORK_SLUG_TAKEN, BAD_INPUT
 */
export async function updateNetwork(tx: Tx, actor: Actor, input: NetworkUpdate): Promise<Network> {
  const { network_id: id, ...changes } = input;
  const before = await locked(tx, id);
  const was = toSettings(before);
  const settings: NetworkSettings = { ...was, ...given(changes) };
  checkWhole(settings);
  const changed = (Object.keys(settings) as (keyof NetworkSettings)[]).filter(
    (key) => JSON.stringify(settings[key]) !== JSON.stringify(was[key]),
  );
  if (changed.length === 0) return before;
  if (settings.slug !== was.slug) {
    const [taken] = await tx.select({ id: networks.id }).from(networks).where(eq(networks.slug, settings.slug));
    if (taken) throw new DomainError('NETWORK_SLUG_TAKEN');
  }
  const [after] = await tx
    .update(networks)
    .set({ ...toColumns(settings), updatedAt: sql`now()` })
    .where(eq(networks.id, id))
    .returning();
  if (!after) throw new Error('an update returned no row');
  const pick = (of: NetworkSettings) => Object.fromEntries(changed.map((key) => [key, of[key]]));
  await audit(tx, actor, { action: 'networks.update', subject: String(id), before: pick(was), after: pick(settings) });
  return after;
}

/**
 * Takes a new key. The old one stays good for calls that are received within the overlap; one that was still good from
 * an earlier rotation is not any more.
 * @throws DomainError NETWORK_NOT_FOUND, BAD_INPUT (a signing network's key is not ours to draw)
 */
export async function rotateSecret(tx: Tx, actor: Actor, input: RotateSecret): Promise<Network> {
  const before = await locked(tx, input.network_id);
  if (input.secret === undefined && !isUnsigned(before.signing)) throw bad('secret', 'is required');
  const overlap = input.overlap_hours > 0;
  const [after] = await tx
    .update(networks)
    .set({
      signingSecret: input.secret ?? drawSecret(),
      previousSecret: overlap ? before.signingSecret : null,
      previousUntil: overlap ? sql`now() + make_interval(hours => ${input.overlap_hours}::int)` : null,
      updatedAt: sql`now()`,
    })
    .where(eq(networks.id, input.network_id))
    .returning();
  if (!after) throw new Error('an update returned no row');
  await audit(tx, actor, {
    action: 'networks.rotate_secret',
    subject: String(after.id),
    after: { overlap_hours: input.overlap_hours },
  });
  return after;
}

/**
 * The address to paste at the network in full, with a secret that it may end with: recorded, like a code that is shown.
 * @throws DomainError NETWORK_NOT_FOUND
 */
export async function revealPostbackUrl(
  tx: Tx,
  actor: Actor,
  origin: string,
  networkId: number,
): Promise<{ postback_url: string; secret: string | null }> {
  const row = await locked(tx, networkId);
  await audit(tx, actor, { action: 'networks.reveal_url', subject: String(networkId) });
  // A key that was pasted from the network is not given back; one that was drawn here has to be pasted there.
  const secret = row.signing.kind === 'token' ? row.signingSecret : null;
  return { postback_url: postbackUrl(origin, row, row.signingSecret), secret };
}
