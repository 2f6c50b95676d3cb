import { createHmac, randomUUID } from 'node:crypto';
import { sealSecret } from '@inaam/core/kernel/seals';
import { recordClick } from '@inaam/core/ledger/clicks/click';
import { type Judgement, receivePostback } from '@inaam/core/partners/postbacks/receiving';
import type { Services } from '@inaam/core/services';
import type { TestCore } from '../core.ts';
import { anyCaller, type TestUser, userActor } from './identity.ts';

const SECRET = 'the secret of the test network';

export interface TestNetwork {
  slug: string;
  secret: string;
}

/** Creates a network that signs as the sandbox does. Create it before its offers. */
export async function makeNetwork(
  { database, services }: Pick<TestCore, 'database'> & { services: Pick<Services, 'secrets'> },
  slug = `net-${randomUUID().slice(0, 8)}`,
): Promise<TestNetwork> {
  const params = {
    click_id: 'click_id',
    transaction_id: 'transaction_id',
    payout: 'payout',
    currency: 'currency',
    status: 'status',
  };
  const signing = {
    kind: 'hmac',
    algorithm: 'sha256',
    over: 'query',
    rewrite: 'as_received',
    in: 'param',
    name: 'signature',
    encoding: 'hex',
  };
  const [drawn] = await database.sql<{ id: number }[]>`select nextval(pg_get_serial_sequence('networks', 'id')) as id`;
  const id = drawn?.id ?? 0;
  await database.sql`
    insert into networks (id, slug, name, click_param, params, status_map, signing, signing_secret, currency,
      rate_micros)
    overriding system value
    values (${id}, ${slug}, ${slug}, 'click_id', ${JSON.stringify(params)}::text::jsonb,
      ${JSON.stringify({ approved: 'approve', reversed: 'reverse', pending: 'pending' })}::text::jsonb,
      ${JSON.stringify(signing)}::text::jsonb,
      ${sealSecret(services.secrets, id, 'signing_secret', SECRET)}, 'INR', 1000000)`;
  return { slug, secret: SECRET };
}

/** Returns a query string with the network's signature. */
export function signQuery(network: TestNetwork, params: Record<string, string>): string {
  const query = new URLSearchParams(params).toString();
  return `${query}&signature=${createHmac('sha256', network.secret).update(query).digest('hex')}`;
}

/** Processes a signed postback, as the route for postbacks does. */
export async function postback(
  core: TestCore,
  network: TestNetwork,
  params: Record<string, string>,
): Promise<Judgement> {
  const raw = { method: 'GET', rawBody: '', contentType: null, ip: '198.51.100.1' };
  const judgement = await receivePostback(core.services, network.slug, {
    ...raw,
    rawQuery: signQuery(network, params),
  });
  if (!judgement) throw new Error('the network does not exist');
  return judgement;
}

/** Starts an offer. @returns the click id that the network sends back */
export async function makeClick(
  { kernel, services: { secrets } }: TestCore,
  user: TestUser,
  offerId: number,
): Promise<string> {
  const { redirectUrl } = await recordClick(
    { kernel, secrets, actor: { ...userActor(user.id), ip: anyCaller.ip } },
    { offerId, device: user.device, userAgent: anyCaller.userAgent },
  );
  const clickId = new URL(redirectUrl).searchParams.get('sub');
  if (!clickId) throw new Error('the redirect has no click id');
  return clickId;
}

export interface TestCompletion {
  completionId: number;
  clickId: string;
  transactionId: string;
}

/** Clicks an offer and completes it by a signed postback. */
export async function completeOffer(
  core: TestCore,
  network: TestNetwork,
  user: TestUser,
  offerId: number,
): Promise<TestCompletion> {
  const clickId = await makeClick(core, user, offerId);
  const transactionId = randomUUID();
  const params = { click_id: clickId, transaction_id: transactionId, status: 'approved' };
  const { outcome, completionId } = await postback(core, network, params);
  if (outcome !== 'accepted' || completionId === null) throw new Error(`the completion was ${outcome}`);
  return { completionId, clickId, transactionId };
}
