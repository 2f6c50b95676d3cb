import type { AuditAction } from '@inaam/contracts/audit/actions';
import { DomainError } from '@inaam/contracts/common/errors';
import { DEFAULT_ODDS, type Odds } from '@inaam/contracts/offers/odds';
import type {
  AdminOffer,
  OfferBulk,
  OfferBulkInput,
  OfferCreate,
  OfferFields,
  OfferUpdate,
} from '@inaam/contracts/offers/offers';
import type { Tx } from '@inaam/db/client';
import { offerDays } from '@inaam/db/schema/figures';
import { offers } from '@inaam/db/schema/offers';
import { offerDaysNow } from '@inaam/db/views/figures';
import { eq, sql } from 'drizzle-orm';
import type { Actor } from '../../kernel/actor.ts';
import { type ApprovalContext, requiresApproval } from '../../kernel/approval.ts';
import { writeAuditEntry } from '../../kernel/audit.ts';
import { toColumns } from '../../kernel/columns.ts';
import type { CommandContext } from '../../kernel/command.ts';
import { getViolatedConstraint } from '../../kernel/failures.ts';
import { oneRow } from '../../kernel/rows.ts';
import { requireVersion } from '../../kernel/version.ts';
import { judgeNewOffer, judgeOfferChange } from './approval.ts';
import { offerColumns } from './columns.ts';
import { requireHouseRules } from './house-rules.ts';
import { areOddsEqual, currentOddsColumn, publishOdds } from './odds.ts';
import { findDefaultNetwork, getOfferNetwork, requireKnownPlaceholders } from './offer-network.ts';
import { type OfferPictureStatus, offerView, pictureStatusColumn } from './offer-view.ts';

type OfferRow = typeof offers.$inferSelect;

/**
 * Creates an offer, once for each idempotency key. The default network is the first active one. If none is active,
 * every network can complete the offer.
 * @throws DomainError BAD_INPUT (no such network, or an unknown placeholder in the URL), ROLE_TOO_LOW (only owners
 *   create milestones), EXTERNAL_OFFER_ID_TAKEN, STEP_UP_REQUIRED, WAITS_FOR_APPROVAL
 */
export const createOffer = requiresApproval({
  name: 'offers.create',
  role: 'manager',
  scope: 'offers:write',
  async judge(tx, { actor, backOfficePolicy, requireStepUp }: ApprovalContext, input: OfferCreate) {
    await requireHouseRules(tx, actor, undefined, input);
    if (input.spinner_config !== undefined) requireStepUp?.();
    requireKnownPlaceholders(input.offer_url, await chooseNetwork(tx, input));
    return { state: undefined, facts: judgeNewOffer(input, backOfficePolicy.approvals) };
  },
  act: (tx, { actor }, input) => insertOffer(tx, actor, input),
  answer: (_, offer) => offer,
});

const chooseNetwork = (tx: Tx, { network_id: id }: OfferCreate) =>
  id === undefined ? findDefaultNetwork(tx) : getOfferNetwork(tx, id);

async function insertOffer(tx: Tx, actor: Actor, input: OfferCreate): Promise<AdminOffer> {
  const network = await chooseNetwork(tx, input);
  const { spinner_config: odds = DEFAULT_ODDS, ...given } = input;
  const fields = {
    ...given,
    network_id: network?.id ?? null,
    task: input.task ?? null,
    title_hi: input.title_hi ?? null,
    description_hi: input.description_hi ?? null,
    task_hi: input.task_hi ?? null,
    preview_url: input.preview_url ?? null,
    picture_url: input.picture_url ?? null,
    steps: input.steps ?? [],
    steps_hi: input.steps_hi ?? [],
    daily_cap: input.daily_cap ?? null,
    starts_on: input.starts_on ?? null,
    ends_on: input.ends_on ?? null,
  } satisfies Record<Exclude<keyof OfferFields, 'spinner_config'>, unknown>;
  const inserted = await tx
    .insert(offers)
    .values(toColumns(offerColumns, fields))
    .returning()
    .catch(rethrowConstraintError);
  const offer = oneRow(inserted);
  await publishOdds(tx, offer.id, 0, odds);
  await writeAuditEntry(tx, actor, { action: 'offers.create', subject: String(offer.id), after: { ...offer, odds } });
  return offerView(offer, odds, network?.name ?? null, await getPictureStatus(tx, offer.id), {
    completions: 0,
    spins: 0,
    revenuePaise: 0,
    days: 1,
  });
}

/**
 * Updates the fields that the input contains. New odds apply to later completions.
 * @throws DomainError OFFER_NOT_FOUND, VERSION_CHANGED, BAD_INPUT (no such network, or an unknown placeholder in the
 *   URL), ROLE_TOO_LOW (only owners change milestones), EXTERNAL_OFFER_ID_TAKEN, STEP_UP_REQUIRED, WAITS_FOR_APPROVAL
 *   (nothing was changed)
 */
export const updateOffer = requiresApproval({
  name: 'offers.update',
  role: 'manager',
  scope: 'offers:write',
  async judge(tx, { actor, backOfficePolicy, requireStepUp }: ApprovalContext, input: OfferUpdate) {
    const offer = await lockOffer(tx, input.offer_id);
    requireVersion(input.version, offer.version);
    await requireHouseRules(tx, actor, offer, input);
    if (requireStepUp && (await changesOddsOrNetwork(tx, offer, input))) requireStepUp();
    await requireKnownPlaceholdersAfter(tx, offer, input);
    return { state: offer, facts: await judgeOfferChange(tx, offer, input, backOfficePolicy.approvals) };
  },
  act: (tx, { actor }, input, offer) => changeOffer(tx, actor, offer, input),
  answer: (_, offer) => offer,
});

/**
 * Checks the placeholders only if the URL or the network changes, so that an older offer with an unknown placeholder
 * can still be edited.
 * @param offer the row, locked
 */
async function requireKnownPlaceholdersAfter(
  tx: Tx,
  { offerUrl, networkId }: OfferRow,
  { offer_url: url = offerUrl, network_id: id = networkId ?? undefined }: OfferUpdate,
): Promise<void> {
  if (url === offerUrl && (id ?? null) === networkId) return;
  requireKnownPlaceholders(url, id === undefined ? undefined : await getOfferNetwork(tx, id));
}

/** @param offer the row, locked */
async function changesOddsOrNetwork(
  tx: Tx,
  offer: OfferRow,
  { spinner_config: odds, network_id: network }: OfferUpdate,
): Promise<boolean> {
  if (network !== undefined && network !== offer.networkId) return true;
  if (odds === undefined) return false;
  const [current] = await tx.select({ odds: currentOddsColumn }).from(offers).where(eq(offers.id, offer.id));
  return !areOddsEqual(odds, current?.odds ?? []);
}

/** @param before the row, locked */
async function changeOffer(tx: Tx, actor: Actor, before: OfferRow, input: OfferUpdate): Promise<AdminOffer> {
  const { offer_id: id, version: _version, spinner_config: odds, ...fields } = input;
  if (fields.network_id !== undefined) await getOfferNetwork(tx, fields.network_id);
  // Activating an offer restores it from the archive.
  const restored = fields.is_active === true ? { archivedAt: null } : {};
  const changes = { ...toColumns(offerColumns, fields), ...restored };
  const after = await changeColumns(tx, actor, 'offers.update', before, changes, odds);
  const network = after.networkId === null ? null : (await getOfferNetwork(tx, after.networkId)).name;
  const [current] = await tx.select({ odds: currentOddsColumn }).from(offers).where(eq(offers.id, id));
  return offerView(after, current?.odds ?? [], network, await getPictureStatus(tx, id), await getFigures(tx, id));
}

/**
 * The columns that each action sets. Activating an archived offer also restores it, because an archived offer cannot be
 * started.
 */
const actionColumns = {
  activate: { active: true, archivedAt: null },
  deactivate: { active: false },
  archive: { active: false },
  restore: { archivedAt: null },
} satisfies Record<OfferBulkInput['action'], Partial<OfferRow>>;

const actions = {
  activate: { audited: 'offers.update', done: 'activated' },
  deactivate: { audited: 'offers.deactivate', done: 'deactivated' },
  archive: { audited: 'offers.archive', done: 'archived' },
  restore: { audited: 'offers.restore', done: 'restored' },
} as const satisfies Record<OfferBulkInput['action'], { audited: AuditAction; done: string }>;

/**
 * Activates, deactivates, archives or restores the given offers, either all or none. Idempotent.
 * @throws DomainError OFFER_NOT_FOUND, ROLE_TOO_LOW (only owners change milestones)
 */
export function changeOffers({ kernel, actor }: CommandContext, input: OfferBulkInput): Promise<OfferBulk> {
  const { audited, done } = actions[input.action];
  return kernel.write(async (tx) => {
    let changed = 0;
    // A fixed lock order prevents deadlocks between two calls.
    for (const id of [...new Set(input.offer_ids)].toSorted((a, b) => a - b)) {
      const before = await lockOffer(tx, id);
      await requireHouseRules(tx, actor, before);
      const archivedAt = input.action === 'archive' && before.archivedAt === null ? { archivedAt: new Date() } : {};
      const after = await changeColumns(tx, actor, audited, before, { ...actionColumns[input.action], ...archivedAt });
      if (JSON.stringify(after) !== JSON.stringify(before)) changed += 1;
    }
    return { changed, message: `${changed === 1 ? '1 offer' : `${changed} offers`} ${done}` };
  });
}

/** @throws DomainError OFFER_NOT_FOUND */
async function lockOffer(tx: Tx, id: number): Promise<OfferRow> {
  const [offer] = await tx.select().from(offers).where(eq(offers.id, id)).for('update');
  if (!offer) throw new DomainError('OFFER_NOT_FOUND');
  return offer;
}

/**
 * Removes an offer from the users' list. Users who completed it keep their spin. Idempotent.
 * @throws DomainError OFFER_NOT_FOUND, ROLE_TOO_LOW (only owners change milestones)
 */
export async function deactivateOffer({ kernel, actor }: CommandContext, offerId: number): Promise<void> {
  await kernel.write(async (tx) => {
    const offer = await lockOffer(tx, offerId);
    await requireHouseRules(tx, actor, offer);
    await changeColumns(tx, actor, 'offers.deactivate', offer, { active: false });
  });
}

/** @param before the row, locked */
async function changeColumns(
  tx: Tx,
  actor: Actor,
  action: AuditAction,
  before: OfferRow,
  changes: Partial<OfferRow>,
  odds?: Odds,
): Promise<OfferRow> {
  const { id } = before;
  const changed = Object.entries(changes).filter(
    ([column, value]) => JSON.stringify(before[column as keyof OfferRow]) !== JSON.stringify(value),
  );
  const previousOdds = odds && (await publishOdds(tx, id, before.oddsVersion, odds));
  if (changed.length === 0 && !previousOdds) return before;
  const updated = await tx
    .update(offers)
    .set({ ...Object.fromEntries(changed), updatedAt: sql`now()` })
    .where(eq(offers.id, id))
    .returning()
    .catch(rethrowConstraintError);
  const after = oneRow(updated);
  const pick = (row: OfferRow) =>
    Object.fromEntries(changed.map(([column]) => [column, row[column as keyof OfferRow]]));
  await writeAuditEntry(tx, actor, {
    action,
    subject: String(id),
    before: { ...pick(before), ...(previousOdds && { odds: previousOdds.before }) },
    after: { ...pick(after), ...(previousOdds && { odds }) },
  });
  return after;
}

/**
 * @throws DomainError EXTERNAL_OFFER_ID_TAKEN, BAD_INPUT (the last day is before the first day). Other errors are
 *   rethrown unchanged.
 */
function rethrowConstraintError(error: unknown): never {
  if (getViolatedConstraint(error) === 'offers_dates') {
    throw new DomainError('BAD_INPUT', {
      field: 'ends_on',
      text: 'The last day is before the first day',
      cause: error,
    });
  }
  if (getViolatedConstraint(error) !== 'offers_external_key') throw error;
  throw new DomainError('EXTERNAL_OFFER_ID_TAKEN', { field: 'external_offer_id', cause: error });
}

async function getPictureStatus(tx: Tx, offerId: number): Promise<OfferPictureStatus | null> {
  const [row] = await tx.select({ picture: pictureStatusColumn }).from(offers).where(eq(offers.id, offerId));
  return row?.picture ?? null;
}

async function getFigures(tx: Tx, offerId: number) {
  const [row] = await tx
    .select({
      completions: sql<number>`coalesce(sum(${offerDays.completions}), 0)`.mapWith(Number),
      spins: sql<number>`coalesce(sum(${offerDays.spins}), 0)`.mapWith(Number),
      revenuePaise: sql<number>`coalesce(sum(${offerDays.revenuePaise}), 0)`.mapWith(Number),
      days: sql<number>`(select ist_day(now()) - ist_day(${offers.createdAt}) + 1 from ${offers}
        where ${offers.id} = ${offerId})`.mapWith(Number),
    })
    .from(offerDaysNow)
    .where(eq(offerDays.offerId, offerId));
  return row ?? { completions: 0, spins: 0, revenuePaise: 0, days: 1 };
}
