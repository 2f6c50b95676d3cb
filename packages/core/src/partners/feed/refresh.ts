import { DomainError } from '@inaam/contracts/common/errors';
import { formatPlural } from '@inaam/contracts/common/format';
import type { FeedPreview, FeedSettings } from '@inaam/contracts/networks/feed';
import { feedOffers } from '@inaam/db/schema/network-tools';
import { offers } from '@inaam/db/schema/offers';
import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { systemActor } from '../../kernel/actor.ts';
import type { ApprovalRequests } from '../../kernel/approval.ts';
import { writeAuditEntry } from '../../kernel/audit.ts';
import type { BackOfficePolicy } from '../../kernel/back-office-policy.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { runLeasedWork } from '../../kernel/leased-work.ts';
import type { OutgoingRequestPolicy } from '../../kernel/outgoing-requests.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { applyFeed, previewFeed } from './import.ts';
import { parseFeedSettings } from './settings.ts';

type RefreshServices = {
  kernel: Kernel;
  secrets: SecretBox;
  outgoingRequestPolicy: OutgoingRequestPolicy;
  backOfficePolicy: BackOfficePolicy;
  approvalRequests: ApprovalRequests;
};

const CONCURRENCY = 5;
/** The jitter as a share of the pause, so that networks are not all called at once. */
const JITTER = 0.1;
/** A list that loses more than this share of its offers at once is probably broken. */
const MAX_GONE_SHARE = 0.5;
/** A list that loses at most this many offers never counts as broken. */
const MIN_GONE = 5;

/**
 * Fetches the lists that are due. The schedule decides whether differences are imported or only proposed. An offer that
 * left its list is deactivated, and reactivated when it is listed again. A failure is stored for the network's page and
 * does not block other lists.
 * @returns how many lists were fetched
 */
export async function refreshDueFeeds(services: RefreshServices): Promise<number> {
  const { kernel } = services;
  return runLeasedWork<{ id: number; feed: unknown }>({
    batch: CONCURRENCY,
    parallel: 1,
    claim: (most) => claim(kernel, most),
    async work({ id, feed }) {
      const settings = parseFeedSettings({ feed });
      const problem = settings ? await refresh(services, id, settings) : 'The feed settings are not valid';
      await kernel.runIdempotent(
        (query) => query`update networks set feed_checked_at = now(), feed_error = ${problem} where id = ${id}`,
      );
    },
  });
}

/** Claims the due lists: sets their next due time, so that no other process fetches them. */
const claim = (kernel: Kernel, most: number): Promise<{ id: number; feed: unknown }[]> =>
  kernel.runIdempotent(
    (query) => query<{ id: number; feed: unknown }[]>`
      update networks n set feed_due_at = now() + make_interval(secs =>
        (n.feed -> 'schedule' ->> 'every_minutes')::float8 * 60 * (1 - ${JITTER}::float8 + 2 * ${JITTER}::float8 * random()))
      where n.id in (
        select id from networks
        where feed_due_at <= now() and active and feed -> 'schedule' ->> 'every_minutes' is not null
        order by feed_due_at limit ${most}::int for update skip locked
      )
      returning n.id, n.feed`,
  );

/** @returns the problem; null if there is none */
async function refresh(services: RefreshServices, networkId: number, settings: FeedSettings): Promise<string | null> {
  try {
    const preview = await previewFeed(services, networkId);
    const isBroken = await isLikelyBroken(services, networkId, preview);
    const apply = settings.schedule?.apply ?? 'ask';
    const gone = isBroken ? [] : preview.gone.map(({ external_id }) => external_id);
    const changed = apply === 'ask' ? [] : getAutomaticChanges(preview);
    const created = apply === 'all' ? preview.new.map(({ external_id }) => external_id) : [];
    let waiting = 0;
    if (gone.length + changed.length + created.length > 0) {
      ({ waiting } = await applyFeed(
        { ...services, actor: systemActor },
        { network_id: networkId, hash: preview.hash, new: created, changed, gone },
      ));
    }
    await pauseAndResumeOffers(services, networkId, gone);
    const problems = [
      isBroken && BROKEN_LIST_PROBLEM,
      waiting > 0 && describeSkipped(waiting),
      preview.errors.length > 0 && describeUnreadable(preview.errors.length),
    ].filter(Boolean);
    return problems.length === 0 ? null : problems.join(' ');
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.message;
  }
}

const BROKEN_LIST_PROBLEM = 'Most offers left the list at once, so none was deactivated. Check the list.';
/** Automatic imports do not request approval; manual imports do. */
const describeSkipped = (payouts: number): string =>
  `${formatPlural(payouts, 'lower payout')} ${payouts === 1 ? 'was' : 'were'} not imported: the odds of ` +
  `${payouts === 1 ? 'the offer' : 'their offers'} would then cost more than one admin may approve. ` +
  'Fetch the list and apply it to ask another owner.';

const describeUnreadable = (items: number): string =>
  `${formatPlural(items, 'item')} of the list cannot be imported. Fetch the list to see why.`;

/** Returns the changes of fields that no admin has changed since their import. */
const getAutomaticChanges = ({ changed }: FeedPreview) =>
  changed.flatMap(({ external_id, changes }) => {
    const fields = changes.filter(({ is_edited_here }) => !is_edited_here).map(({ field }) => field);
    return fields.length === 0 ? [] : [{ external_id, fields }];
  });

async function isLikelyBroken({ kernel }: RefreshServices, networkId: number, { gone }: FeedPreview): Promise<boolean> {
  if (gone.length <= MIN_GONE) return false;
  const [row] = await kernel.read(
    (_, query) => query<{ active: number }[]>`
      select count(*) as active from feed_offers f join offers o on o.id = f.offer_id
      where f.network_id = ${networkId} and o.active`,
  );
  return gone.length > MAX_GONE_SHARE * (row?.active ?? 0);
}

/** Marks offers that left the list as paused, and reactivates paused offers that are listed again. */
async function pauseAndResumeOffers({ kernel }: RefreshServices, networkId: number, gone: string[]): Promise<void> {
  await kernel.write(async (tx) => {
    const isOfNetwork = eq(feedOffers.networkId, networkId);
    if (gone.length > 0) {
      await tx
        .update(feedOffers)
        .set({ pausedAt: sql`now()` })
        .where(and(isOfNetwork, inArray(feedOffers.externalId, gone)));
    }
    const listedAgain = await tx
      .update(feedOffers)
      .set({ pausedAt: null })
      .where(and(isOfNetwork, isNotNull(feedOffers.pausedAt), isNull(feedOffers.goneAt)))
      .returning({ offerId: feedOffers.offerId });
    for (const { offerId } of listedAgain) {
      if (offerId === null) continue;
      const [changed] = await tx
        .update(offers)
        .set({ active: true, updatedAt: sql`now()` })
        // An archived offer stays archived.
        .where(and(eq(offers.id, offerId), eq(offers.active, false), isNull(offers.archivedAt)))
        .returning({ id: offers.id });
      if (!changed) continue;
      await writeAuditEntry(tx, systemActor, {
        action: 'offers.update',
        subject: String(offerId),
        before: { active: false },
        after: { active: true },
        note: 'Listed again in the feed of its network',
      });
    }
  });
}
