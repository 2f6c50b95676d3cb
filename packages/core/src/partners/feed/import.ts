import { DomainError } from '@inaam/contracts/common/errors';
import type { FeedApplied, FeedApply, FeedField, FeedPreview } from '@inaam/contracts/networks/feed';
import { DEFAULT_ODDS } from '@inaam/contracts/offers/odds';
import type { Tx } from '@inaam/db/client';
import { feedOffers } from '@inaam/db/schema/network-tools';
import { networks } from '@inaam/db/schema/networks';
import { offers, type StoredGoal } from '@inaam/db/schema/offers';
import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '../../kernel/actor.ts';
import type { ApprovalRequests } from '../../kernel/approval.ts';
import { needsSecondPerson, type RequestDraft, recordRequest } from '../../kernel/approval.ts';
import { writeAuditEntry } from '../../kernel/audit.ts';
import type { BackOfficePolicy } from '../../kernel/back-office-policy.ts';
import type { CommandContext } from '../../kernel/command.ts';
import { FetchJsonError, fetchFeed } from '../../kernel/fetch-json.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { openFeedSecret } from '../../kernel/network-secrets.ts';
import type { OutgoingRequestPolicy } from '../../kernel/outgoing-requests.ts';
import { oneRow } from '../../kernel/rows.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { publishOdds } from '../../ledger/offers/odds.ts';
import { compareFeed, type FeedState, toFeedFields } from './difference.ts';
import { parseGoals } from './item-goals.ts';
import { FeedFormatError, type FeedItem, type ParsedFeed, parseFeed } from './parse.ts';
import { buildPayoutRequests, convertRupeesToPaise, isPayoutField } from './payout-requests.ts';
import { parseFeedSettings } from './settings.ts';

/** Automatic imports (actor `system`) follow the same approval rule as imports by admins, but record no request. */
type FeedCommand = CommandContext<{ backOfficePolicy: BackOfficePolicy; approvalRequests: ApprovalRequests }>;

async function lockNetwork(tx: Tx, networkId: number): Promise<void> {
  const [row] = await tx
    .select({ id: networks.id })
    .from(networks)
    .where(eq(networks.id, networkId))
    .for('no key update');
  if (!row) throw new DomainError('NETWORK_NOT_FOUND');
}

/**
 * Fetches the network's list and compares the list with our offers, without changing offers. The list is stored, so
 * that the preview can be applied without another fetch.
 * @throws DomainError NETWORK_NOT_FOUND, FEED_NOT_SET, SECRET_LOST, FEED_FAILED with the cause
 */
export async function previewFeed(
  {
    kernel,
    secrets,
    outgoingRequestPolicy,
  }: { kernel: Kernel; secrets: SecretBox; outgoingRequestPolicy: OutgoingRequestPolicy },
  networkId: number,
): Promise<FeedPreview> {
  const [network] = await kernel.read((db) => db.select().from(networks).where(eq(networks.id, networkId)));
  if (!network) throw new DomainError('NETWORK_NOT_FOUND');
  const settings = parseFeedSettings(network);
  if (!settings) throw new DomainError('FEED_NOT_SET');
  const secret = openFeedSecret(secrets, network);
  if (secret === undefined) throw new DomainError('SECRET_LOST');
  let parsed: ParsedFeed;
  try {
    parsed = parseFeed(await fetchFeed(settings, secret, outgoingRequestPolicy), settings, network);
  } catch (error) {
    if (!(error instanceof FetchJsonError || error instanceof FeedFormatError)) throw error;
    throw new DomainError('FEED_FAILED', { text: error.message, cause: error });
  }
  return kernel.write(async (tx) => {
    await lockNetwork(tx, networkId);
    await saveSnapshot(tx, networkId, parsed);
    const { difference, hash, unchanged } = await compareFeed(tx, networkId);
    return { ...difference, hash, unchanged, listed: parsed.listed, errors: parsed.errors };
  });
}

/** Stores the fetched list. An item that is in the list but cannot be read does not count as removed. */
async function saveSnapshot(tx: Tx, networkId: number, { items, errors }: ParsedFeed): Promise<void> {
  const listed = [...items].map(([externalId, snapshot]) => ({ external_id: externalId, snapshot }));
  await tx.execute(sql`
    insert into feed_offers (network_id, external_id, snapshot)
    select ${networkId}, external_id, snapshot
    from jsonb_to_recordset(${JSON.stringify(listed)}::jsonb) as listed (external_id text, snapshot jsonb)
    on conflict (network_id, external_id) do update
      set snapshot = excluded.snapshot, last_seen = now(), gone_at = null`);
  const present = JSON.stringify([...items.keys(), ...errors.flatMap(({ external_id }) => external_id ?? [])]);
  await tx.execute(sql`
    update feed_offers set gone_at = now() where network_id = ${networkId} and gone_at is null
      and external_id not in (select jsonb_array_elements_text(${present}::jsonb))`);
  // Deletes items that are no longer in the list and were never imported.
  await tx.execute(sql`
    delete from feed_offers where network_id = ${networkId} and gone_at is not null and offer_id is null`);
}

/**
 * Applies the chosen differences, all or nothing. New offers start inactive, with the default odds. If a new payout
 * makes the odds too costly for one person's decision, the import keeps the old payout and records a request for
 * approval; for the actor `system` it records no request.
 * @throws DomainError NETWORK_NOT_FOUND, FEED_CHANGED if the difference has changed since the preview, BAD_INPUT for an
 *   item that is not in the difference or is named twice
 */
export async function applyFeed(command: FeedCommand, input: FeedApply): Promise<FeedApplied> {
  return command.kernel.write((tx) => applyInTransaction(tx, command, input));
}

async function applyInTransaction(tx: Tx, command: FeedCommand, input: FeedApply): Promise<FeedApplied> {
  const { actor, backOfficePolicy } = command;
  const { network_id: networkId } = input;
  await lockNetwork(tx, networkId);
  const state = await compareFeed(tx, networkId);
  if (state.hash !== input.hash) throw new DomainError('FEED_CHANGED');
  const { difference } = state;
  const created = requireKnownIds('new', input.new, difference.new);
  const gone = requireKnownIds('gone', input.gone, difference.gone);
  const names = input.changed.map(({ external_id }) => external_id);
  requireKnownIds('changed', names, difference.changed);
  const waiting: Map<string, RequestDraft> = (await needsSecondPerson(tx, backOfficePolicy.approvals))
    ? await buildPayoutRequests(tx, backOfficePolicy.approvals, input.changed, state)
    : new Map();
  for (const id of created) await createOffer(tx, actor, networkId, id, state);
  let updated = 0;
  for (const { external_id, fields } of input.changed) {
    const request = waiting.get(external_id);
    const now = request ? fields.filter((field) => !isPayoutField(field)) : fields;
    if (now.length > 0) {
      await overwriteFields(tx, actor, networkId, external_id, now, state);
      updated += 1;
    }
    if (!request || actor.kind === 'system') continue;
    await recordRequest(tx, command, request);
    // Records the feed's value as imported, although the request still waits. So the field counts as edited here, and
    // automatic imports skip it.
    await saveApplied(tx, networkId, external_id, fields, state);
  }
  for (const id of gone) {
    const offer = state.items.get(id)?.offer;
    if (!offer) continue;
    await tx.update(offers).set({ active: false, updatedAt: sql`now()` }).where(eq(offers.id, offer.id));
    await writeAuditEntry(tx, actor, {
      action: 'offers.deactivate',
      subject: String(offer.id),
      before: { active: true },
      after: { active: false },
      note: 'No longer in the feed of its network',
    });
  }
  return { created: created.length, updated, deactivated: gone.length, waiting: waiting.size };
}

/** Returns the IDs. @throws DomainError BAD_INPUT for an ID that is not in the difference or occurs twice */
function requireKnownIds(
  field: 'new' | 'changed' | 'gone',
  ids: string[],
  listed: { external_id: string }[],
): string[] {
  const unused = new Set(listed.map(({ external_id }) => external_id));
  for (const [index, id] of ids.entries()) {
    if (unused.delete(id)) continue;
    const problem = ids.indexOf(id) < index ? 'is named twice' : 'is not in the difference';
    throw new DomainError('BAD_INPUT', { field, text: `${field}: ${id} ${problem}` });
  }
  return ids;
}

/** Converts an item to columns. Parsing the feed has already applied the rules of the offer form. */
function toColumns(item: Partial<FeedItem>, previousGoals: readonly StoredGoal[]): Partial<typeof offers.$inferInsert> {
  const text = (value: FeedItem[FeedField] | undefined) => (value == null ? undefined : String(value));
  const columns = {
    title: text(item.title),
    description: text(item.description),
    offerUrl: text(item.offer_url),
    previewUrl: item.preview_url === undefined ? undefined : (text(item.preview_url) ?? null),
    pictureUrl: item.picture_url === undefined ? undefined : (text(item.picture_url) ?? null),
    steps: text(item.steps)?.split('\n').filter(Boolean),
    goals: item.goals === undefined ? undefined : parseGoals(text(item.goals) ?? '', previousGoals),
    category: text(item.category),
    model: text(item.model),
    targeting: text(item.targeting),
    rewardPaise: item.reward_amount === undefined ? undefined : convertRupeesToPaise(item.reward_amount),
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

const isFeedOffer = (networkId: number, externalId: string) =>
  and(eq(feedOffers.networkId, networkId), eq(feedOffers.externalId, externalId));

async function createOffer(
  tx: Tx,
  actor: Actor,
  networkId: number,
  externalId: string,
  { items }: FeedState,
): Promise<void> {
  const feedItem = items.get(externalId)?.feedItem;
  if (!feedItem) throw new Error('an item of the difference is missing');
  const inserted = await tx
    .insert(offers)
    .values({
      ...(toColumns(feedItem, []) as typeof offers.$inferInsert),
      networkId,
      externalOfferId: externalId,
      active: false,
    })
    .returning();
  const offer = oneRow(inserted);
  await publishOdds(tx, offer.id, 0, DEFAULT_ODDS);
  await tx.update(feedOffers).set({ applied: feedItem, offerId: offer.id }).where(isFeedOffer(networkId, externalId));
  await writeAuditEntry(tx, actor, {
    action: 'offers.create',
    subject: String(offer.id),
    after: offer,
    note: 'From the feed',
  });
}

/** Stores the imported values of fields, so that later edits of the offer are recognized. */
async function saveApplied(
  tx: Tx,
  networkId: number,
  externalId: string,
  fields: FeedField[],
  { items }: FeedState,
): Promise<void> {
  const { offer, feedItem, applied } = items.get(externalId) ?? {};
  if (!offer) return;
  const settled = Object.fromEntries(fields.map((field) => [field, feedItem?.[field]]));
  await tx
    .update(feedOffers)
    .set({ applied: { ...applied, ...settled }, offerId: offer.id })
    .where(isFeedOffer(networkId, externalId));
}

async function overwriteFields(
  tx: Tx,
  actor: Actor,
  networkId: number,
  externalId: string,
  fields: FeedField[],
  state: FeedState,
): Promise<void> {
  const entry = state.items.get(externalId);
  if (!entry?.offer) throw new Error('an offer of the difference is missing');
  const { offer, feedItem } = entry;
  const pickFields = (item: FeedItem) => Object.fromEntries(fields.map((field) => [field, item[field]]));
  await tx
    .update(offers)
    .set({ ...toColumns(pickFields(feedItem), offer.goals), updatedAt: sql`now()` })
    .where(eq(offers.id, offer.id));
  await saveApplied(tx, networkId, externalId, fields, state);
  await writeAuditEntry(tx, actor, {
    action: 'offers.update',
    subject: String(offer.id),
    before: pickFields(toFeedFields(offer)),
    after: pickFields(feedItem),
    note: 'From the feed',
  });
}
