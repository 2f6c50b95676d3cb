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
import { HOUSE_SLUG } from '@inaam/contracts/offers/milestones';
import type { Tx } from '@inaam/db/client';
import { networks } from '@inaam/db/schema/networks';
import { offers } from '@inaam/db/schema/offers';
import { and, eq, sql } from 'drizzle-orm';
import type { ApprovalRequests } from '../../kernel/approval.ts';
import { requiresApproval } from '../../kernel/approval.ts';
import { writeAuditEntry } from '../../kernel/audit.ts';
import type { BackOfficePolicy } from '../../kernel/back-office-policy.ts';
import type { CommandContext } from '../../kernel/command.ts';
import { maskSecret, openNetworkSecrets, sealSecret, type WithOpenSecrets } from '../../kernel/network-secrets.ts';
import { oneRow } from '../../kernel/rows.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { requireVersion } from '../../kernel/version.ts';
import { findLostMacro } from '../../ledger/clicks/redirect-url.ts';
import { rejudgeParked } from '../postbacks/replay.ts';
import { defaultSettings } from '../presets/defaults.ts';
import { presets } from '../presets/presets.ts';
import { buildPostbackUrl, toNetworkView, toSettings } from '../settings/network-view.ts';
import { createSettingError, toColumns, validateSettings, withoutUndefined } from '../settings/settings.ts';
import { judgeNetworkChange, judgeNewNetwork } from './approval.ts';

type Network = typeof networks.$inferSelect;
type OpenNetwork = WithOpenSecrets<Network>;

/** Commands encrypt secrets with `secrets`, and build the postback URL of their answer from `appOrigin`. */
type NetworkCommand = CommandContext<{
  secrets: SecretBox;
  appOrigin: string;
  backOfficePolicy: BackOfficePolicy;
  approvalRequests: ApprovalRequests;
}>;

const generateSecret = (): string => randomBytes(24).toString('base64url');

/**
 * Creates a network, optionally from a preset.
 * @throws DomainError BAD_INPUT (unknown preset, or a setting that is missing in both preset and input),
 * NETWORK_SLUG_TAKEN, WAITS_FOR_APPROVAL for an active network
 */
export const createNetwork = requiresApproval({
  name: 'networks.create',
  role: 'manager',
  async judge(tx, _: NetworkCommand, input: NetworkCreate) {
    const settings = mergeSettings(input);
    await requireFreeSlug(tx, settings.slug);
    return { state: settings, facts: judgeNewNetwork(settings) };
  },
  act: (tx, command, input, settings) => insertNetwork(tx, command, settings, input),
  answer: getView,
});

/** @throws DomainError NETWORK_SLUG_TAKEN */
async function requireFreeSlug(tx: Tx, slug: string): Promise<void> {
  const [taken] = await tx.select({ id: networks.id }).from(networks).where(eq(networks.slug, slug));
  if (taken) throw new DomainError('NETWORK_SLUG_TAKEN');
}

async function getView({ kernel, secrets, appOrigin }: NetworkCommand, id: number): Promise<NetworkView> {
  const [row] = await kernel.read((db) => db.select().from(networks).where(eq(networks.id, id)));
  if (!row) throw new DomainError('NETWORK_NOT_FOUND');
  return toNetworkView(appOrigin, openNetworkSecrets(secrets, row));
}

/**
 * Merges the input with its preset.
 * @throws DomainError BAD_INPUT
 */
function mergeSettings(input: NetworkCreate): NetworkSettings {
  const { preset: presetId, secret, ...own } = input;
  const preset = presets.find(({ id }) => id === presetId);
  if (presetId !== undefined && !preset) throw createSettingError('preset', 'is not known');
  const all: Partial<NetworkSettings> = {
    ...(preset ? preset.settings : defaultSettings(withoutUndefined(own))),
    ...withoutUndefined(own),
  };
  for (const key of Object.keys(networkSettings.shape)) {
    if (all[key as keyof NetworkSettings] === undefined) throw createSettingError(key, 'is required');
  }
  const settings = all as NetworkSettings;
  validateSettings(settings);
  if (secret === undefined && (preset ? preset.secret === 'pasted' : !isUnsigned(settings.signing))) {
    throw createSettingError('secret', 'is required');
  }
  return settings;
}

/** @returns the network's id */
async function insertNetwork(
  tx: Tx,
  { secrets, actor }: NetworkCommand,
  settings: NetworkSettings,
  { preset, secret }: NetworkCreate,
): Promise<number> {
  // The id is reserved before the insert, because the encryption of the secret is bound to the row's id.
  const ids = await tx.execute<{ id: number }>(sql`select nextval(pg_get_serial_sequence('networks', 'id')) as id`);
  const { id } = oneRow(ids);
  const [row] = await tx
    .insert(networks)
    .overridingSystemValue()
    .values({
      ...(toColumns(settings) as typeof networks.$inferInsert),
      id,
      preset: preset ?? null,
      signingSecret: sealSecret(secrets, id, 'signing_secret', secret ?? generateSecret()),
    })
    .onConflictDoNothing({ target: networks.slug })
    .returning();
  if (!row) throw new DomainError('NETWORK_SLUG_TAKEN');
  await writeAuditEntry(tx, actor, { action: 'networks.create', subject: String(row.id), after: settings });
  await adoptPostbacks(tx, row);
  return id;
}

/**
 * Assigns to a network the postbacks that arrived for its slug before a network had this slug. They are then judged
 * like parked postbacks.
 */
async function adoptPostbacks(tx: Tx, { id, slug }: Network): Promise<void> {
  await tx.execute(sql`update postbacks set network_id = ${id} where network_id is null and slug = ${slug}`);
}

async function lockNetwork(tx: Tx, box: SecretBox, id: number): Promise<OpenNetwork> {
  const [row] = await tx.select().from(networks).where(eq(networks.id, id)).for('update');
  if (!row) throw new DomainError('NETWORK_NOT_FOUND');
  return openNetworkSecrets(box, row);
}

/**
 * Changes the given settings, then judges parked postbacks again, so that postbacks that the new settings understand
 * count at once. The settings are saved in a separate transaction. If judging fails, the settings stay, the caller gets
 * the error, and a job judges the rest within a minute.
 * @throws DomainError NETWORK_NOT_FOUND, VERSION_CHANGED, HOUSE_NETWORK, NETWORK_SLUG_TAKEN, BAD_INPUT,
 * WAITS_FOR_APPROVAL. After any of these, nothing has changed.
 */
export const updateNetwork = requiresApproval({
  name: 'networks.update',
  role: 'manager',
  async judge(
    tx,
    { secrets, backOfficePolicy }: NetworkCommand,
    { network_id: id, version, ...changes }: NetworkUpdate,
  ) {
    const network = await lockNetwork(tx, secrets, id);
    requireVersion(version, network.version);
    const oldSettings = toSettings(network);
    if (oldSettings.slug === HOUSE_SLUG) throw new DomainError('HOUSE_NETWORK');
    const settings: NetworkSettings = { ...oldSettings, ...withoutUndefined(changes) };
    validateSettings(settings);
    if (settings.slug !== oldSettings.slug) await requireFreeSlug(tx, settings.slug);
    await requireMacrosOfOffers(tx, id, oldSettings, settings);
    return {
      state: { oldSettings, settings },
      facts: await judgeNetworkChange(tx, id, oldSettings, settings, backOfficePolicy.approvals),
    };
  },
  act: changeSettings,
  answer: rejudgeAndGetView,
});

/**
 * Refuses to remove a macro that an active offer uses: clicks with an unfilled macro never convert.
 * @throws DomainError BAD_INPUT naming the macro and the offer
 */
async function requireMacrosOfOffers(
  tx: Tx,
  id: number,
  oldSettings: NetworkSettings,
  newSettings: NetworkSettings,
): Promise<void> {
  if (Object.keys(oldSettings.link_macros).every((macro) => Object.hasOwn(newSettings.link_macros, macro))) return;
  const active = await tx
    .select({ title: offers.title, url: offers.offerUrl })
    .from(offers)
    .where(and(eq(offers.networkId, id), eq(offers.active, true)));
  for (const { title, url } of active) {
    const lostMacro = findLostMacro(url, oldSettings.link_macros, newSettings.link_macros);
    if (lostMacro !== undefined)
      throw createSettingError('link_macros', `${lostMacro} is in the URL of the offer "${title}"`);
  }
}

async function rejudgeAndGetView(command: NetworkCommand, id: number): Promise<NetworkView> {
  await rejudgeParked(command);
  return getView(command, id);
}

/** @returns the network's id */
async function changeSettings(
  tx: Tx,
  { actor }: NetworkCommand,
  { network_id: id }: NetworkUpdate,
  { oldSettings, settings }: { oldSettings: NetworkSettings; settings: NetworkSettings },
): Promise<number> {
  const changed = (Object.keys(settings) as (keyof NetworkSettings)[]).filter(
    (key) => JSON.stringify(settings[key]) !== JSON.stringify(oldSettings[key]),
  );
  if (changed.length === 0) return id;
  const updated = await tx
    .update(networks)
    .set({ ...toColumns(settings), updatedAt: sql`now()` })
    .where(eq(networks.id, id))
    .returning();
  const after = oneRow(updated);
  const pick = (values: NetworkSettings) => Object.fromEntries(changed.map((key) => [key, values[key]]));
  await writeAuditEntry(tx, actor, {
    action: 'networks.update',
    subject: String(id),
    before: pick(oldSettings),
    after: pick(settings),
  });
  if (settings.slug !== oldSettings.slug) await adoptPostbacks(tx, after);
  return id;
}

/**
 * Replaces the secret. The previous secret stays valid for postbacks received within the overlap; any earlier secret
 * becomes invalid. Then parked postbacks are judged again as in {@link updateNetwork}. If that fails, the new secret
 * stays.
 * @throws DomainError NETWORK_NOT_FOUND, HOUSE_NETWORK, BAD_INPUT (the network issues the secret, and none is given),
 * WAITS_FOR_APPROVAL
 */
export const rotateSecret = requiresApproval({
  name: 'networks.rotate_secret',
  role: 'manager',
  async judge(tx, { secrets }: NetworkCommand, { network_id, overlap_hours, secret }: RotateSecret) {
    const network = await lockNetwork(tx, secrets, network_id);
    if (network.slug === HOUSE_SLUG) throw new DomainError('HOUSE_NETWORK');
    if (secret === undefined && !isUnsigned(network.signing)) throw createSettingError('secret', 'is required');
    const summary = { network_id, overlap_hours, secret_hint: maskSecret(network.signingSecret) };
    return { state: network, facts: { kind: 'network_secret', summary } };
  },
  act: replaceSecret,
  answer: rejudgeAndGetView,
});

/** @returns the network's id */
async function replaceSecret(
  tx: Tx,
  { secrets, actor }: NetworkCommand,
  input: RotateSecret,
  before: OpenNetwork,
): Promise<number> {
  const { id } = before;
  // A secret that cannot be decrypted cannot verify postbacks, so it gets no overlap.
  const overlap = input.overlap_hours > 0 && !before.isSecretLost;
  await tx
    .update(networks)
    .set({
      signingSecret: sealSecret(secrets, id, 'signing_secret', input.secret ?? generateSecret()),
      previousSecret: overlap ? sealSecret(secrets, id, 'previous_secret', before.signingSecret) : null,
      previousUntil: overlap ? sql`now() + make_interval(hours => ${input.overlap_hours}::int)` : null,
      updatedAt: sql`now()`,
    })
    .where(eq(networks.id, id));
  await writeAuditEntry(tx, actor, {
    action: 'networks.rotate_secret',
    subject: String(id),
    after: { overlap_hours: input.overlap_hours },
  });
  return id;
}

/**
 * Returns the full postback URL, with the secret if the network is verified by a secret path. Also returns the secret
 * if the network is verified by a token. Records the reveal in the audit log.
 * @throws DomainError NETWORK_NOT_FOUND, SECRET_LOST
 */
export function revealPostbackUrl(
  { kernel, secrets, appOrigin, actor }: NetworkCommand,
  networkId: number,
): Promise<{ postback_url: string; secret: string | null }> {
  return kernel.write(async (tx) => {
    const network = await lockNetwork(tx, secrets, networkId);
    if (network.isSecretLost && isUnsigned(network.signing)) throw new DomainError('SECRET_LOST');
    await writeAuditEntry(tx, actor, { action: 'networks.reveal_url', subject: String(networkId) });
    // Only a generated key is revealed, because it must be pasted at the network. A key that the network issued is not
    // revealed.
    const secret = network.signing.kind === 'token' ? network.signingSecret : null;
    return { postback_url: buildPostbackUrl(appOrigin, network, network.signingSecret), secret };
  });
}
