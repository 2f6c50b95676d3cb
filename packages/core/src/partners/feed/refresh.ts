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
import { storedFeed } from './settings.ts';

type RefreshServices = {
  kernel: Kernel;
  secrets: SecretBox;
  outgoingRequestPolicy: OutgoingRequestPolicy;
  operators: BackOfficePolicy;
  approvalRequests: ApprovalRequests;
};

const CONCURRENCY = 5;
/** A share of a feed's pause by which looks are spread, so that all networks are not asked at the same moment. */
const JITTER = 0.1;
/** A list that loses more than this share of its offers at once is more likely broken than empty. */
const MAX_GONE_SHARE = 0.5;
const FEW = 5;

/**
 * Looks at the lists that are due, each by its own schedule. What differs stays a proposal, or is taken over as far as
 * the schedule says; an offer that left its list is taken from the users, and comes back with it. What goes wrong is
 * kept for the network's page and does not hold up the others.
 * @returns how many lists were looked at
 */
export async function refreshDueFeeds(services: RefreshServices): Promise<number> {
  const { kernel } = services;
  return runLeasedWork<{ id: number; feed: unknown }>({
    batch: CONCURRENCY,
    parallel: 1,
    claim: (most) => claim(kernel, most),
    async work({ id, feed }) {
      const settings = storedFeed({ feed });
      const problem = settings ? await refresh(services, id, settings) : 'The feed’s settings cannot be read';
      await kernel.move(
        (query) => query`update networks set feed_checked_at = now(), feed_error = ${problem} where id = ${id}`,
      );
    },
  });
}

/** The lease is the pause until the next look. */
const claim = (kernel: Kernel, most: number): Promise<{ id: number; feed: unknown }[]> =>
  kernel.move(
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

/** @returns what went wrong, or null */
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
    await followList(services, networkId, gone);
    const left = [isBroken && BROKEN, waiting > 0 && skipApprovals(waiting)].filter(Boolean);
    return left.length === 0 ? null : left.join(' ');
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.message;
  }
}

const BROKEN = 'Most offers left the list at once: look at it before they are taken from the users';
/** Automatic imports record no request; manual ones do. */
const skipApprovals = (payouts: number): string =>
  `${formatPlural(payouts, 'lower payout')} ${payouts === 1 ? 'was' : 'were'} not taken over: the odds of ` +
  `${payouts === 1 ? 'the offer' : 'their offers'} would then cost more than one person may decide. ` +
  'Fetch the list and apply it to ask another owner.';

/** Changes of what was not changed here since it was taken over. */
const getAutomaticChanges = ({ changed }: FeedPreview) =>
  changed.flatMap(({ external_id, changes }) => {
    const fields = changes.filter(({ is_ours }) => !is_ours).map(({ field }) => field);
    return fields.length === 0 ? [] : [{ external_id, fields }];
  });

async function isLikelyBroken({ kernel }: RefreshServices, networkId: number, { gone }: FeedPreview): Promise<boolean> {
  if (gone.length <= FEW) return false;
  const [row] = await kernel.read(
    (_, query) => query<{ active: number }[]>`
      select count(*) as active from feed_offers f join offers o on o.id = f.offer_id
      where f.network_id = ${networkId} and o.active`,
  );
  return gone.length > MAX_GONE_SHARE * (row?.active ?? 0);
}

/** Marks offers that the list took along, and gives back those that it has again. */
async function followList({ kernel }: RefreshServices, networkId: number, gone: string[]): Promise<void> {
  await kernel.write(async (tx) => {
    const ofNetwork = eq(feedOffers.networkId, networkId);
    if (gone.length > 0) {
      await tx
        .update(feedOffers)
        .set({ pausedAt: sql`now()` })
        .where(and(ofNetwork, inArray(feedOffers.externalId, gone)));
    }
    const back = await tx
      .update(feedOffers)
      .set({ pausedAt: null })
      .where(and(ofNetwork, isNotNull(feedOffers.pausedAt), isNull(feedOffers.goneAt)))
      .returning({ offerId: feedOffers.offerId });
    for (const { offerId } of back) {
      if (offerId === null) continue;
      const [changed] = await tx
        .update(offers)
        .set({ active: true, updatedAt: sql`now()` })
        // What an admin has archived stays so, whatever the list says.
        .where(and(eq(offers.id, offerId), eq(offers.active, false), isNull(offers.archivedAt)))
        .returning({ id: offers.id });
      if (!changed) continue;
      await writeAuditEntry(tx, systemActor, {
        action: 'offers.update',
        subject: String(offerId),
        before: { active: false },
        after: { active: true },
        note: 'Again in the feed of its network',
      });
    }
  });
}
