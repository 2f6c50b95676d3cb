import { randomBytes } from 'node:crypto';
import { DomainError } from '@inaam/contracts/common/errors';
import {
  type NetworkCreate,
  type NetworkSettings,
  type NetworkUpdate,
  networkSettings,
  type RotateSecret,
} from '@inaam/contracts/networks/networks';
import { isUnsigned } from '@inaam/contracts/networks/signing';
import type { Tx } from '@inaam/db/client';
import { networks } from '@inaam/db/schema/networks';
import { eq, sql } from 'drizzle-orm';
import type { Actor } from '../kernel/actor.ts';
import { audit } from '../kernel/audit.ts';
import type { SecretBox } from '../kernel/secret-box.ts';
import { postbackUrl, toSettings } from './network-view.ts';
import { presets } from './presets/presets.ts';
import { type Opened, sealSecret, withOpenKeys } from './secrets.ts';
import { given, toColumns } from './settings.ts';

type Network = typeof networks.$inferSelect;
type OpenNetwork = Opened<Network>;

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
export async function createNetwork(tx: Tx, box: SecretBox, actor: Actor, input: NetworkCreate): Promise<OpenNetwork> {
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
  // Drawn first: a secret is sealed for the row that it lies in.
  const [drawn] = await tx.execute<{ id: number }>(sql`select nextval(pg_get_serial_sequence('networks', 'id')) as id`);
  if (!drawn) throw new Error('a sequence gave no number');
  const { id } = drawn;
  const [row] = await tx
    .insert(networks)
    .overridingSystemValue()
    .values({
      ...(toColumns(settings) as typeof networks.$inferInsert),
      id,
      preset: presetId ?? null,
      signingSecret: sealSecret(box, id, 'signing_secret', secret ?? drawSecret()),
    })
    .onConflictDoNothing({ target: networks.slug })
    .returning();
  if (!row) throw new DomainError('NETWORK_SLUG_TAKEN');
  await audit(tx, actor, { action: 'networks.create', subject: String(row.id), after: settings });
  await adoptStrangers(tx, row);
  return withOpenKeys(box, row);
}

/** Calls to the address from before there was a network at it: they are judged with what is parked. */
async function adoptStrangers(tx: Tx, { id, slug }: Network): Promise<void> {
  await tx.execute(sql`update postbacks set network_id = ${id} where network_id is null and slug = ${slug}`);
}

async function locked(tx: Tx, box: SecretBox, id: number): Promise<OpenNetwork> {
  const [row] = await tx.select().from(networks).where(eq(networks.id, id)).for('update');
  if (!row) throw new DomainError('NETWORK_NOT_FOUND');
  return withOpenKeys(box, row);
}

/**
 * Changes what is given and nothing else.
 * @throws DomainError NETWORK_NOT_FOUND, NETWORK_SLUG_TAKEN, BAD_INPUT
 */
export async function updateNetwork(tx: Tx, box: SecretBox, actor: Actor, input: NetworkUpdate): Promise<OpenNetwork> {
  const { network_id: id, ...changes } = input;
  const before = await locked(tx, box, id);
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
  if (settings.slug !== was.slug) await adoptStrangers(tx, after);
  return withOpenKeys(box, after);
}

/**
 * Takes a new key. The old one stays good for calls that are received within the overlap; one that was still good from
 * an earlier rotation is not any more.
 * @throws DomainError NETWORK_NOT_FOUND, BAD_INPUT (a signing network's key is not ours to draw)
 */
export async function rotateSecret(tx: Tx, box: SecretBox, actor: Actor, input: RotateSecret): Promise<OpenNetwork> {
  const before = await locked(tx, box, input.network_id);
  if (input.secret === undefined && !isUnsigned(before.signing)) throw bad('secret', 'is required');
  const { id } = before;
  // One that is lost opens nothing for anybody.
  const overlap = input.overlap_hours > 0 && !before.isSecretLost;
  const [after] = await tx
    .update(networks)
    .set({
      signingSecret: sealSecret(box, id, 'signing_secret', input.secret ?? drawSecret()),
      previousSecret: overlap ? sealSecret(box, id, 'previous_secret', before.signingSecret) : null,
      previousUntil: overlap ? sql`now() + make_interval(hours => ${input.overlap_hours}::int)` : null,
      updatedAt: sql`now()`,
    })
    .where(eq(networks.id, id))
    .returning();
  if (!after) throw new Error('an update returned no row');
  await audit(tx, actor, {
    action: 'networks.rotate_secret',
    subject: String(after.id),
    after: { overlap_hours: input.overlap_hours },
  });
  return withOpenKeys(box, after);
}

/**
 * The address to paste at the network in full, with a secret that it may end with: recorded, like a code that is shown.
 * @throws DomainError NETWORK_NOT_FOUND, SECRET_LOST
 */
export async function revealPostbackUrl(
  tx: Tx,
  box: SecretBox,
  actor: Actor,
  origin: string,
  networkId: number,
): Promise<{ postback_url: string; secret: string | null }> {
  const row = await locked(tx, box, networkId);
  if (row.isSecretLost && isUnsigned(row.signing)) throw new DomainError('SECRET_LOST');
  await audit(tx, actor, { action: 'networks.reveal_url', subject: String(networkId) });
  // A key that was pasted from the network is not given back; one that was drawn here has to be pasted there.
  const secret = row.signing.kind === 'token' ? row.signingSecret : null;
  return { postback_url: postbackUrl(origin, row, row.signingSecret), secret };
}
