import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { DomainError } from '@inaam/contracts/common/errors';
import type { Signing } from '@inaam/contracts/networks/signing';
import { sealSecret } from '../../kernel/network-secrets.ts';
import { oneRow } from '../../kernel/rows.ts';
import { STAND_IN_KEY_ID } from '../dialects/build-postback.ts';
import type { PostbackRequest } from '../dialects/dialect.ts';
import type { Judgement } from '../postbacks/judge.ts';
import { encodeBody } from '../postbacks/parse.ts';
import { type ReceivingServices, receivePostback } from '../postbacks/receive.ts';

/** The completion that was recorded for a click. */
export interface RecordedCompletion {
  status: 'pending' | 'approved' | 'reversed';
  transaction_id: string;
  goal_id: string | null;
  payout_paise: number;
  /** Seconds from the confirmation of the completion to the end of the hold; null without a hold. */
  held_seconds: number | null;
}

/** A copy of a network for test postbacks, with an offer and clicks of its own. */
export interface Harness {
  slug: string;
  /** The key that test postbacks are signed with: the network's secret, or a private key generated for the test. */
  signingKey: string;
  /** The payout of the harness's offer, which counts for postbacks without a payout. */
  ownPayoutPaise: number;
  /** Returns the ID of a click that was not returned before. */
  newClick(): string;
  /** ID of a click that is older than the network's maximum click age; undefined if the network has no maximum. */
  oldClick: string | undefined;
  /** Receives a postback as the HTTP server does. */
  receive(postback: PostbackRequest, ip: string): Promise<Judgement & { alert: string | null }>;
  findCompletion(clickId: string): Promise<RecordedCompletion | undefined>;
  /** Sets the current secret, and a previous secret that is either still valid or expired. */
  rotate(secret: string, previous: string, previousIsValid: boolean): Promise<void>;
}

const CLICKS = 60;

/**
 * Sets up a conformance test inside a transaction that is rolled back: a copy of the network's row with its own slug,
 * an offer, users and clicks.
 * @throws DomainError NETWORK_NOT_FOUND
 */
export async function createHarness(
  { kernel, secrets }: ReceivingServices,
  { id: networkId, signingSecret, signing }: { id: number; signingSecret: string; signing: Signing },
): Promise<Harness> {
  // We do not have the network's private key, so the test generates a key pair.
  const pair = signing.kind === 'ecdsa' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : undefined;
  const publicKeys = pair && {
    fetched_at: new Date().toISOString(),
    keys: { [STAND_IN_KEY_ID]: pair.publicKey.export({ type: 'spki', format: 'pem' }).toString() },
  };
  const suffix = randomBytes(8).toString('hex');
  const ids = await kernel.runIdempotent(
    (sql) => sql<{ id: number }[]>`select nextval(pg_get_serial_sequence('networks', 'id')) as id`,
  );
  const { id } = oneRow(ids);
  // The network's ID is part of the encryption context, so the secrets are sealed again for the copy's ID.
  const sealField = (secret: string, field: 'signing_secret' | 'previous_secret') =>
    sealSecret(secrets, id, field, secret);
  const [network] = await kernel.runIdempotent(
    (sql) => sql<{ slug: string; payout_ceiling_paise: number | null; click_window_seconds: number | null }[]>`
      insert into networks overriding system value
      select (jsonb_populate_record(n, jsonb_build_object('id', ${id}::bigint,
        'slug', n.slug || ${`-test-${suffix}`}::text, 'active', true, 'signing_secret', ${sealField(signingSecret, 'signing_secret')}::text,
        'previous_secret', null, 'previous_until', null, 'feed_secret', null,
        'payout_ratio', 0, 'public_keys', ${publicKeys === undefined ? null : JSON.stringify(publicKeys)}::text::jsonb))).*
      from networks n where id = ${networkId}
      returning slug, payout_ceiling_paise, click_window_seconds`,
  );
  if (!network) throw new DomainError('NETWORK_NOT_FOUND');
  const { slug, payout_ceiling_paise: ceiling, click_window_seconds: window } = network;
  // Differs from every payout in a test postback, so that a check can see which payout was counted.
  const ownPayoutPaise = Math.min(7777, ceiling ?? 7777);
  const clicks = Array.from({ length: CLICKS }, () => randomBytes(16).toString('base64url'));
  await kernel.runIdempotent(
    (sql) => sql`
      with offer as (
        insert into offers (network_id, external_offer_id, title, description, offer_url, category, model, targeting,
          reward_paise)
        values (${id}, ${suffix}, 'Test', 'Test', 'https://example.invalid/', 'Survey', 'CPR', 'All', ${ownPayoutPaise})
        returning id
      ), odds as (
        insert into offer_odds (offer_id, version, odds) select id, 1, '[{"amount": 5, "permille": 100}]' from offer
      ), people as (
        insert into users (email, first_name, last_name, provider_uid)
        select ${suffix}::text || '-' || i || '@example.invalid', 'Test', 'Test', ${suffix}::text || '-' || i
        from generate_series(1, ${CLICKS}::int) i
        returning id
      ), figures as (
        insert into user_stats (user_id) select id from people
      )
      insert into clicks (click_id, user_id, offer_id, created_at)
      -- The last click is older than the network's maximum click age, if the network has one.
      select c.click_id, p.id, offer.id,
        now() - make_interval(
          secs => case when c.n = ${CLICKS}::int then ${window === null ? 0 : window + 60}::int else 0 end)
      from offer, (select id, row_number() over (order by id) as n from people) p
        join jsonb_array_elements_text(${JSON.stringify(clicks)}::text::jsonb)
          with ordinality c(click_id, n) on c.n = p.n`,
  );
  const oldClick = window === null ? undefined : clicks.pop();

  return {
    slug,
    signingKey: pair?.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() ?? signingSecret,
    ownPayoutPaise,
    oldClick,
    newClick: () => {
      const click = clicks.pop();
      if (click === undefined) throw new Error('the harness has no clicks left');
      return click;
    },
    receive: async (postback, ip) => {
      const judgement = await receivePostback({ kernel, secrets }, slug, {
        method: postback.method,
        rawUrl: postback.url,
        rawQuery: postback.query,
        ...encodeBody(Buffer.from(postback.body, 'utf8')),
        contentType: postback.contentType,
        headers: postback.headers,
        ip,
      });
      if (!judgement) throw new Error('the network does not exist');
      const [row] = await kernel.runIdempotent(
        (sql) => sql<{ alert: string | null }[]>`
          select alert from postbacks where network_id = ${id} order by id desc limit 1`,
      );
      return { ...judgement, alert: row?.alert ?? null };
    },
    findCompletion: async (clickId) => {
      const [row] = await kernel.runIdempotent(
        (sql) => sql<RecordedCompletion[]>`
          select c.status, c.transaction_id, c.goal_id, c.payout_paise,
            extract(epoch from c.held_until - c.approved_at)::int as held_seconds
          from completion_states c join clicks k on k.user_id = c.user_id and k.offer_id = c.offer_id
          where k.click_id = ${clickId}`,
      );
      return row;
    },
    rotate: async (secret, previous, previousIsValid) => {
      await kernel.runIdempotent(
        (sql) => sql`
          update networks set signing_secret = ${sealField(secret, 'signing_secret')},
            previous_secret = ${sealField(previous, 'previous_secret')},
            previous_until = now() + ${previousIsValid ? '1 hour' : '-1 hour'}::interval
          where id = ${id}`,
      );
    },
  };
}
