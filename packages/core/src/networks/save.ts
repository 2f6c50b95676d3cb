import { randomBytes } from 'node:crypto';
import { DomainError } from '@inaam/contracts/common/errors';
import {
  type NetworkCreate,
  type NetworkSettings,
  type NetworkUpdate,
  type NetworkView,
  networkSettings,
  type RotateSecret,
} from '@inaam/contracts/networks/networks';
import { isUnsigned } from '@inaam/contracts/networks/signing';
import type { Tx } from '@inaam/db/client';
import { networks } from '@inaam/db/schema/networks';
import { eq, sql } from 'drizzle-orm';
import { needAgreement } from '../approvals/ask.ts';
import type { CommandContext } from '../command.ts';
import { audit } from '../kernel/audit.ts';
import { once } from '../kernel/once.ts';
import { oneRow } from '../kernel/rows.ts';
import type { SecretBox } from '../kernel/secret-box.ts';
import { rejudgeParked } from '../postbacks/replay.ts';
import { needChangeAgreed, needStartAgreed } from './agreement.ts';
import { networkView, postbackUrl, toSettings } from './network-view.ts';
import { defaultSettings } from './presets/defaults.ts';
import { presets } from './presets/presets.ts';
import { type Opened, sealSecret, withOpenKeys } from './secrets.ts';
import { badSetting, checkWhole, given, toColumns } from './settings.ts';

type Network = typeof networks.$inferSelect;
type OpenNetwork = Opened<Network>;

/** A network's secrets are sealed, and its view has the address to paste. */
type NetworkCommand = CommandContext<'secrets' | 'appOrigin' | 'operators'>;

const drawSecret = (): string => randomBytes(24).toString('base64url');

/**
 * Makes a network, from a preset where one is named.
 * @throws DomainError BAD_INPUT (unknown preset, what neither the preset nor the input gives), NETWORK_SLUG_TAKEN,
 *   WAITS_FOR_APPROVAL for one whose calls count
 */
export async function createNetwork(command: NetworkCommand, input: NetworkCreate): Promise<NetworkView> {
  const settings = settingsOf(input);
  await needStartAgreed(command, settings, input);
  const network = await command.kernel.write(async (tx) => {
    const id = await once(tx, 'networks.create', command.once, () => insertNetwork(tx, command, settings, input));
    return lockNetwork(tx, command.secrets, id);
  });
  return networkView(command.appOrigin, network);
}

/** The input's settings and its preset's together. @throws DomainError BAD_INPUT */
function settingsOf(input: NetworkCreate): NetworkSettings {
  const { preset: presetId, secret, ...own } = input;
  const preset = presets.find(({ id }) => id === presetId);
  if (presetId !== undefined && !preset) throw badSetting('preset', 'is not known');
  const all: Partial<NetworkSettings> = { ...(preset ? preset.settings : defaultSettings(given(own))), ...given(own) };
  for (const key of Object.keys(networkSettings.shape)) {
    if (all[key as keyof NetworkSettings] === undefined) throw badSetting(key, 'is required');
  }
  const settings = all as NetworkSettings;
  checkWhole(settings);
  if (secret === undefined && (preset ? preset.secret === 'theirs' : !isUnsigned(settings.signing))) {
    throw badSetting('secret', 'is required');
  }
  return settings;
}

/** @returns its id */
async function insertNetwork(
  tx: Tx,
  { secrets, actor }: NetworkCommand,
  settings: NetworkSettings,
  { preset, secret }: NetworkCreate,
): Promise<number> {
  // Drawn first: a secret is sealed for the row that it lies in.
  const drawn = await tx.execute<{ id: number }>(sql`select nextval(pg_get_serial_sequence('networks', 'id')) as id`);
  const { id } = oneRow(drawn);
  const [row] = await tx
    .insert(networks)
    .overridingSystemValue()
    .values({
      ...(toColumns(settings) as typeof networks.$inferInsert),
      id,
      preset: preset ?? null,
      signingSecret: sealSecret(secrets, id, 'signing_secret', secret ?? drawSecret()),
    })
    .onConflictDoNothing({ target: networks.slug })
    .returning();
  if (!row) throw new DomainError('NETWORK_SLUG_TAKEN');
  await audit(tx, actor, { action: 'networks.create', subject: String(row.id), after: settings });
  await adoptPostbacks(tx, row);
  return id;
}

/** Postbacks to the slug from before a network had it: they are judged with what is parked. */
async function adoptPostbacks(tx: Tx, { id, slug }: Network): Promise<void> {
  await tx.execute(sql`update postbacks set network_id = ${id} where network_id is null and slug = ${slug}`);
}

async function lockNetwork(tx: Tx, box: SecretBox, id: number): Promise<OpenNetwork> {
  const [row] = await tx.select().from(networks).where(eq(networks.id, id)).for('update');
  if (!row) throw new DomainError('NETWORK_NOT_FOUND');
  return withOpenKeys(box, row);
}

/** Runs a change of a network once for its call. @returns the network as it is then, also to a repeat */
const doneOnce = (name: string, command: NetworkCommand, id: number, change: (tx: Tx) => Promise<void>) =>
  command.kernel.write(async (tx) => {
    // Nothing is kept of what it gives: a secret may be in it.
    await once(tx, name, command.once, () => change(tx));
    return lockNetwork(tx, command.secrets, id);
  });

/**
 * Changes what is given and nothing else, then judges parked postbacks again, so that those which the new settings
 * understand count at once. The settings are a transaction of their own. When judging fails after it, the caller gets
 * that error, the settings stay, and housekeeping judges what is left within a minute.
 * @throws DomainError NETWORK_NOT_FOUND, NETWORK_SLUG_TAKEN, BAD_INPUT, WAITS_FOR_APPROVAL: then nothing is changed
 */
export async function updateNetwork(command: NetworkCommand, input: NetworkUpdate): Promise<NetworkView> {
  await needChangeAgreed(command, input);
  const network = await doneOnce('networks.update', command, input.network_id, (tx) =>
    changeSettings(tx, command, input),
  );
  await rejudgeParked(command);
  return networkView(command.appOrigin, network);
}

async function changeSettings(tx: Tx, { secrets, actor }: NetworkCommand, input: NetworkUpdate): Promise<void> {
  const { network_id: id, ...changes } = input;
  const before = await lockNetwork(tx, secrets, id);
  const was = toSettings(before);
  const settings: NetworkSettings = { ...was, ...given(changes) };
  checkWhole(settings);
  const changed = (Object.keys(settings) as (keyof NetworkSettings)[]).filter(
    (key) => JSON.stringify(settings[key]) !== JSON.stringify(was[key]),
  );
  if (changed.length === 0) return;
  if (settings.slug !== was.slug) {
    const [taken] = await tx.select({ id: networks.id }).from(networks).where(eq(networks.slug, settings.slug));
    if (taken) throw new DomainError('NETWORK_SLUG_TAKEN');
  }
  const updated = await tx
    .update(networks)
    .set({ ...toColumns(settings), updatedAt: sql`now()` })
    .where(eq(networks.id, id))
    .returning();
  const after = oneRow(updated);
  const pick = (of: NetworkSettings) => Object.fromEntries(changed.map((key) => [key, of[key]]));
  await audit(tx, actor, { action: 'networks.update', subject: String(id), before: pick(was), after: pick(settings) });
  if (settings.slug !== was.slug) await adoptPostbacks(tx, after);
}

/**
 * Takes a new key. The old one stays valid for postbacks that are received within the overlap; one that was still valid
 * from an earlier rotation is not any more. Then postbacks that waited for a key are judged again: as with
 * `updateNetwork`, the key stays when that fails, and housekeeping judges what is left.
 * @throws DomainError NETWORK_NOT_FOUND, BAD_INPUT (a signing network's key is not ours to draw), WAITS_FOR_APPROVAL
 */
export async function rotateSecret(command: NetworkCommand, input: RotateSecret): Promise<NetworkView> {
  const { network_id, overlap_hours } = input;
  await command.kernel.read((db) => needNetwork(db, network_id, input));
  await needAgreement(command, { kind: 'network_secret', summary: { network_id, overlap_hours }, input });
  const network = await doneOnce('networks.rotate_secret', command, network_id, (tx) =>
    replaceSecret(tx, command, input),
  );
  await rejudgeParked(command);
  return networkView(command.appOrigin, network);
}

/** Nobody is asked for what could not be done. */
async function needNetwork(db: Pick<Tx, 'select'>, id: number, { secret }: RotateSecret): Promise<void> {
  const [row] = await db.select({ signing: networks.signing }).from(networks).where(eq(networks.id, id));
  if (!row) throw new DomainError('NETWORK_NOT_FOUND');
  if (secret === undefined && !isUnsigned(row.signing)) throw badSetting('secret', 'is required');
}

async function replaceSecret(tx: Tx, { secrets, actor }: NetworkCommand, input: RotateSecret): Promise<void> {
  const before = await lockNetwork(tx, secrets, input.network_id);
  if (input.secret === undefined && !isUnsigned(before.signing)) throw badSetting('secret', 'is required');
  const { id } = before;
  // One that is lost opens nothing for anybody.
  const overlap = input.overlap_hours > 0 && !before.isSecretLost;
  await tx
    .update(networks)
    .set({
      signingSecret: sealSecret(secrets, id, 'signing_secret', input.secret ?? drawSecret()),
      previousSecret: overlap ? sealSecret(secrets, id, 'previous_secret', before.signingSecret) : null,
      previousUntil: overlap ? sql`now() + make_interval(hours => ${input.overlap_hours}::int)` : null,
      updatedAt: sql`now()`,
    })
    .where(eq(networks.id, id));
  await audit(tx, actor, {
    action: 'networks.rotate_secret',
    subject: String(id),
    after: { overlap_hours: input.overlap_hours },
  });
}

/**
 * The address to paste at the network in full, with a secret that it may end with: recorded, like a code that is shown.
 * @throws DomainError NETWORK_NOT_FOUND, SECRET_LOST
 */
export function revealPostbackUrl(
  { kernel, secrets, appOrigin, actor }: NetworkCommand,
  networkId: number,
): Promise<{ postback_url: string; secret: string | null }> {
  return kernel.write(async (tx) => {
    const network = await lockNetwork(tx, secrets, networkId);
    if (network.isSecretLost && isUnsigned(network.signing)) throw new DomainError('SECRET_LOST');
    await audit(tx, actor, { action: 'networks.reveal_url', subject: String(networkId) });
    // A key that was pasted from the network is not given back; one that was drawn here has to be pasted there.
    const secret = network.signing.kind === 'token' ? network.signingSecret : null;
    return { postback_url: postbackUrl(appOrigin, network, network.signingSecret), secret };
  });
}
