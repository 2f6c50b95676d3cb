import { type Click, type ClickInput, clickInput } from '@inaam/contracts/clicks/click-offer';
import { DomainError } from '@inaam/contracts/common/errors';
import type { SqlClient, SqlPart } from '@inaam/db/client';
import type { UserActor } from '../../kernel/actor.ts';
import { runInBatches } from '../../kernel/batches.ts';
import {
  type CallerColumns,
  type CallerRow,
  callersQuery,
  getStatementRows,
  type SessionStatement,
} from '../../kernel/caller.ts';
import type { CommandContext } from '../../kernel/command.ts';
import { openSigningSecret } from '../../kernel/network-secrets.ts';
import { isPaused, refusePaused } from '../../kernel/pauses.ts';
import { randomBytesFromPool } from '../../kernel/random.ts';
import { oneRow } from '../../kernel/rows.ts';
import { generateOnce } from '../../kernel/run-once.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { invalidateList } from '../list-cache/store.ts';
import { getCountry } from './country.ts';
import { buildRedirectUrl, getLinkSettings, type LinkSettings, type Macros } from './redirect-url.ts';

/** A row returned by `start_offers`. */
export interface ClickRow {
  click_id: string;
  problem: 'offer_not_found' | 'already_completed' | 'unavailable' | null;
  offer_url: string;
  click_param: string | null;
  link_macros: LinkSettings['macros'] | null;
  link_params: LinkSettings['params'] | null;
  link_signing: NonNullable<LinkSettings['signed']>['by'] | null;
  network_id: number | null;
  signing_secret: string | null;
  external_offer_id: string | null;
  /** The pseudonymous ID by which the network knows the user; null if the offer has no network or is the sandbox's. */
  network_user: string | null;
}

/** Details of a click. Some of them fill placeholders of the offer's URL. */
export type ClickDetails = Omit<ClickInput, 'offerId'> & { device: string | null; userAgent: string | null };

/**
 * Finds the session and starts an offer in one round trip. Starts nothing without a live session, or from a blocked IP
 * address or device. A retry finds the click of the first try.
 */
export const clickStatement: SessionStatement<ClickRow> = {
  writes: true,
  async getCallerQuery(input, { kernel, caller: { ip, userAgent } }) {
    const { data } = clickInput.safeParse(input);
    // If this returns undefined, a separate statement finds the session. The call then refuses the invalid input, or
    // reports that the starting of offers is paused.
    if (!data || isPaused(kernel, 'starts')) return undefined;
    const { offerId, clientSeedHash, country } = data;
    const draw = { clickId: generateClickId(), networkUser: generateNetworkUserId() };
    const details = { country: (await getCountry(ip)) ?? country ?? null, hash: decodeSeedHash(clientSeedHash) };
    return (sql, caller, sessionId, address) =>
      start(sql, { caller, sessionId, address, offerId, ip, userAgent, ...draw, ...details });
  },
};

interface Start {
  caller: CallerRow;
  sessionId: string;
  address: string | null;
  offerId: number;
  clickId: string;
  ip: string | null;
  userAgent: string | null;
  hash: Buffer | null;
  networkUser: string;
  country: string | null;
}

const startAll = (sql: SqlClient, starts: readonly Start[]) => sql<(CallerColumns & ClickRow & { place: number })[]>`
  with p as materialized (
    select q.*, decode(q.hash, 'hex') as seed_hash, p.*
    from unnest(${starts.map((each) => each.sessionId)}::text[], ${starts.map((each) => each.address)}::text[],
      ${starts.map((each) => each.offerId)}::bigint[], ${starts.map((each) => each.clickId)}::text[],
      ${starts.map((each) => each.ip)}::text[], ${starts.map((each) => each.userAgent)}::text[],
      ${starts.map((each) => each.hash?.toString('hex') ?? null)}::text[],
      ${starts.map((each) => each.networkUser)}::text[], ${starts.map((each) => each.country)}::text[])
      with ordinality q (session_id, address, offer_id, click_id, ip, agent, hash, network_user, country, place)
    cross join lateral (${callersQuery(starts)(sql, sql`q.session_id`, sql`q.address`)}) p
  ), x as (
    select x.* from (
      select array_agg(place::int) as places,
        array_agg(case when "leftMs" > 0 and not "isBlocked" then "personId" end) as users,
        array_agg(offer_id) as offers, array_agg(click_id) as click_ids, array_agg(ip) as ips,
        array_agg(device) as devices, array_agg(agent) as agents, array_agg(seed_hash) as hashes,
        array_agg(network_user) as network_users, array_agg(country) as countries
      from p
    ) g
    cross join lateral start_offers(places, users, offers, click_ids, ips, devices, agents, hashes, network_users,
      countries) x
  )
  select p.place::int, p.id, p."personId", p."leftMs", p.device, p."firstName", p."lastName", p.email, p.verified,
    p."isUseOutdated", p."isBlocked", p.click_id, x.problem, x.offer_url, x.click_param, x.link_macros, x.link_params,
    x.link_signing, x.network_id, x.signing_secret, x.external_offer_id, x.network_user
  from p left join x on x.place = p.place`;

const startOne = (
  sql: SqlClient,
  { user, device }: { user: SqlPart<number | null>; device: SqlPart<string | null> },
  { offerId, clickId, ip, userAgent, hash, networkUser, country }: Omit<Start, 'caller' | 'sessionId' | 'address'>,
) => sql`start_offers(array[1], array[${user}::bigint], array[${offerId}::bigint], array[${clickId}::text],
  array[${ip}::text], array[${device}::text], array[${userAgent}::text], array[${hash}::bytea],
  array[${networkUser}::text], array[${country}::text])`;

const start = runInBatches<Start, CallerColumns & ClickRow>({
  single: (sql, { caller, sessionId, address, ...each }) => sql`
    select p.*, ${each.clickId} as click_id, x.* from (${caller(sql, sessionId, address)}) p
    left join lateral ${startOne(
      sql,
      {
        user: sql`case when p."leftMs" > 0 and not p."isBlocked" then p."personId" end`,
        device: sql`p.device`,
      },
      each,
    )} x on true`,
  batched: startAll,
});

const generateClickId = (): string => randomBytesFromPool(16).toString('base64url');
/**
 * Each network gets its own random ID for a user. So networks do not learn our user IDs, and two networks cannot find
 * out which users they share. The sandbox is part of the product and gets our user ID.
 */
const generateNetworkUserId = (): string => randomBytesFromPool(12).toString('base64url');
const decodeSeedHash = (clientSeedHash: string | undefined): Buffer | null =>
  clientSeedHash === undefined ? null : Buffer.from(clientSeedHash, 'hex');

/**
 * Records that a user starts an offer and returns the redirect URL. A retry records no second click and returns the
 * same URL.
 * @throws DomainError OFFER_NOT_FOUND (unknown or inactive), OFFER_ALREADY_COMPLETED, OFFER_UNAVAILABLE (over its daily
 *   cap or country quota, or outside its dates), STARTS_PAUSED
 */
export async function recordClick(
  command: CommandContext<{ secrets: SecretBox }, UserActor>,
  { offerId, clientSeedHash, device, userAgent, advertisingId, country, ...subs }: ClickDetails & { offerId: number },
): Promise<Click> {
  const { kernel, actor, runOnceKey: call, secrets } = command;
  const [started] = getStatementRows(clickStatement, command) ?? [];
  if (!started) refusePaused(kernel, 'starts');
  const clickId = started?.click_id ?? (await generateOnce(kernel, 'clicks.create', call, generateClickId()));
  // The click records the country of its IP address if it is known, because a caller can claim any country.
  const from = (await getCountry(actor.ip)) ?? country ?? null;
  const row =
    started ??
    oneRow(
      await kernel.runIdempotent(
        (sql) => sql<ClickRow[]>`
          select ${clickId} as click_id, x.* from ${startOne(
            sql,
            { user: actor.id, device },
            {
              offerId,
              clickId,
              ip: actor.ip,
              userAgent,
              hash: decodeSeedHash(clientSeedHash),
              networkUser: generateNetworkUserId(),
              country: from,
            },
          )} x`,
      ),
    );
  invalidateList(kernel, actor.id);
  if (row.problem === 'offer_not_found') throw new DomainError('OFFER_NOT_FOUND');
  if (row.problem === 'unavailable') throw new DomainError('OFFER_UNAVAILABLE');
  if (row.problem === 'already_completed') throw new DomainError('OFFER_ALREADY_COMPLETED');
  const macros: Macros = {
    click_id: clickId,
    user_id: row.network_user ?? String(actor.id),
    offer_id: String(offerId),
    ...omitUnknown({
      external_offer_id: row.external_offer_id,
      ip: actor.ip,
      user_agent: userAgent,
      country: country ?? from,
      advertising_id: advertisingId,
      ...subs,
    }),
  };
  const secret =
    row.link_signing && row.network_id !== null && row.signing_secret !== null
      ? openSigningSecret(secrets, { id: row.network_id, signingSecret: row.signing_secret })
      : undefined;
  const links = getLinkSettings(
    {
      clickParam: row.click_param,
      linkMacros: row.link_macros,
      linkParams: row.link_params,
      // Networks refuse a link with a broken signature, but may accept an unsigned one.
      linkSigning: secret === undefined ? null : row.link_signing,
    },
    secret ?? '',
  );
  return { redirectUrl: buildRedirectUrl(row.offer_url, macros, links) };
}

const omitUnknown = <T extends Record<string, string | null | undefined>>(values: T): { [K in keyof T]?: string } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value === 'string')) as {
    [K in keyof T]?: string;
  };
