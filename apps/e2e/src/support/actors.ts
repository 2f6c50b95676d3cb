import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SignedInAdmin, SignedInUser } from '@inaam/contracts/identity/sign-in';
import type { AdminOffer, UserOffer, UserOfferList } from '@inaam/contracts/offers/offers';
import type { VoucherCreated } from '@inaam/contracts/vouchers/vouchers';
import type { Response } from '@playwright/test';
import { verifyAddress } from './database.ts';
import type { Product } from './product.ts';
import { type Reply, RestClient } from './rest.ts';

/** Users, admins and the sandbox network, played by scripts over HTTP. */

export const PASSWORD = 'correct horse 42';

/** Unique in this run and in all others. */
export const unique = (what: string): string => `${what}-${randomUUID().slice(0, 8)}`;

export const newEmail = (): string => `${unique('person')}@example.com`;

/** Returns the body of a reply as the type that the caller names. @throws Error with the body if the status differs */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- over REST only the contract knows the type
export function requireBody<T>(reply: Reply, status = 200): T {
  if (reply.status !== status) throw new Error(`HTTP ${reply.status}: ${JSON.stringify(reply.body)}`);
  return reply.body as T;
}

const RETRY_LIMIT_MS = 60_000;

/**
 * Sends a sign-in or a sign-up, and repeats it after each 503 for up to a minute. A busy server refuses to hash
 * passwords and names the seconds to wait.
 */
export async function retryWhileBusy<Answer extends Reply | Response>(send: () => Promise<Answer>): Promise<Answer> {
  const end = performance.now() + RETRY_LIMIT_MS;
  for (;;) {
    const answer = await send();
    // `status` and `headers` are functions of a browser's response, but values of our own replies.
    const status = typeof answer.status === 'function' ? answer.status() : answer.status;
    if (status !== 503 || performance.now() > end) return answer;
    const headers = typeof answer.headers === 'function' ? answer.headers() : Object.fromEntries(answer.headers);
    await sleep(1000 * Number(headers['retry-after'] ?? 1));
  }
}

/**
 * Registers over REST. A busy server may answer 503 after it has created the account. The next attempt then finds the
 * e-mail address taken and signs in instead.
 */
export async function signUp(
  client: RestClient,
  input: { firstName: string; lastName: string; email: string; password: string; deviceFingerprint?: string },
  headers: Record<string, string> = {},
): Promise<SignedInUser> {
  const reply = await retryWhileBusy(() => client.post('/api/register.php', input, headers));
  if (reply.status !== 409) return requireBody<SignedInUser>(reply);
  const { firstName: _, lastName: __, ...credentials } = input;
  return requireBody<SignedInUser>(await retryWhileBusy(() => client.post('/api/login.php', credentials, headers)));
}

export interface Person {
  client: RestClient;
  id: number;
  email: string;
  sessionId: string;
}

/** Registers a user and verifies the e-mail address. */
export async function registerPerson(
  product: Product,
  names: { firstName: string; lastName: string } = { firstName: 'Asha', lastName: 'Rao' },
): Promise<Person> {
  const client = new RestClient(product.appOrigin);
  const email = newEmail();
  const { user, sessionId } = await signUp(client, { ...names, email, password: PASSWORD });
  await verifyAddress(product, user.id);
  return { client, email, id: user.id, sessionId };
}

/** Signs in the admin of the demo data, in a new session. */
export async function signInAdmin(product: Product): Promise<RestClient> {
  const client = new RestClient(product.adminOrigin);
  await adminSession(client);
  return client;
}

export interface Credentials {
  username: string;
  password: string;
}

/** Signs in an admin, by default the admin of the demo data. @returns what the browser stores of a session */
export const adminSession = async (
  client: RestClient,
  credentials: Credentials = { username: 'admin', password: 'admin-demo-1234' },
): Promise<SignedInAdmin> => requireBody(await retryWhileBusy(() => client.post('/api/admin/login.php', credentials)));

let sharedAdmin: Promise<RestClient> | undefined;

/** Returns the demo data's admin, signed in once per test process for preparations over REST. No test signs it out. */
export const getSharedAdmin = (product: Product): Promise<RestClient> => {
  sharedAdmin ??= signInAdmin(product);
  return sharedAdmin;
};

export interface Reward {
  amount: number;
  /** Percent, in steps of 0.1. */
  probability: number;
}

export interface NewOffer {
  offer_id: number;
  title: string;
  external_offer_id: string;
}

/** Creates an active offer with a link to the sandbox's page. `reward_amount` is in rupees. */
export async function createOffer(
  product: Product,
  admin: RestClient,
  rewards: readonly Reward[],
  fields: { title?: string; reward_amount?: number; network_id?: number } = {},
): Promise<NewOffer> {
  const title = fields.title ?? unique('Offer');
  const external_offer_id = unique('ext');
  const reply = await admin.post('/api/admin/offers.php', {
    title,
    external_offer_id,
    description: 'Open an account and make a first payment.',
    offer_url: `${product.sandboxOrigin}/offer?click_id={click_id}&offer={offer_id}&title=${encodeURIComponent(title)}`,
    category: 'App',
    reward_amount: fields.reward_amount ?? 40,
    ...(fields.network_id !== undefined && { network_id: fields.network_id }),
    spinner_config: JSON.stringify({ rewards }),
  });
  const { offer } = requireBody<{ offer: AdminOffer }>(reply);
  return { offer_id: offer.offer_id, title, external_offer_id };
}

/** Adds vouchers of an amount, valid for a year. @returns `{created, skipped, message}` */
export async function addVouchers(
  admin: RestClient,
  amount: number,
  codes: readonly string[],
  voucher_brand = 'Amazon',
): Promise<VoucherCreated> {
  const expiry_date = new Date(Date.now() + 365 * 86_400_000).toISOString().slice(0, 10);
  const details = { voucher_type: 'amazon', voucher_brand, voucher_amount: amount, expiry_date };
  return requireBody(await admin.post('/api/admin/vouchers.php', { ...details, voucher_codes: codes }));
}

/** Creates a webhook endpoint. By default, no server answers at its URL. */
export async function createEndpoint(admin: RestClient, name: string, url = 'https://hooks.example.com/in') {
  requireBody(await admin.post('/trpc/admin.webhooks.create', { kind: 'webhook', name, url }));
}

export const newCodes = (count: number): string[] => Array.from({ length: count }, () => unique('CODE').toUpperCase());

/** Starts an offer. @returns the click id that the partner gets */
export async function clickOffer(person: Person, offerId: number): Promise<string> {
  const { redirectUrl } = requireBody<{ redirectUrl: string }>(
    await person.client.post('/api/click-offer.php', { offerId }),
  );
  const clickId = new URL(redirectUrl).searchParams.get('click_id');
  if (!clickId) throw new Error(`No click_id in ${redirectUrl}`);
  return clickId;
}

export interface Report {
  click_id: string;
  payout?: number;
  transaction_id?: string;
  status?: string;
}

/** The app's answer to the sandbox's postback. */
export interface AppAnswer {
  status: number;
  body: unknown;
}

/** Makes the sandbox send its signed postback. @returns the app's answer */
export async function report(product: Product, input: Report): Promise<AppAnswer> {
  return requireBody<AppAnswer>(await new RestClient(product.sandboxOrigin).post('/complete', input));
}

/** Clicks and completes an offer, so that the person can spin its wheel. */
export async function completeOffer(product: Product, person: Person, offerId: number): Promise<string> {
  const click_id = await clickOffer(person, offerId);
  const answer = await report(product, { click_id });
  if (answer.status !== 200) throw new Error(`The postback was answered ${JSON.stringify(answer)}`);
  return click_id;
}

/** One offer as the person sees it. */
export async function fetchOffer(person: Person, offerId: number): Promise<UserOffer> {
  const { offers } = requireBody<UserOfferList>(await person.client.get('/api/offers.php'));
  const offer = offers.find((each) => each.offer_id === offerId);
  if (!offer) throw new Error(`Offer ${offerId} is not in the list`);
  return offer;
}

export const spin = (person: Person, offerId: number, clientSeed?: string): Promise<Reply> =>
  person.client.post('/api/spin.php', { offerId, ...(clientSeed !== undefined && { clientSeed }) });

/** Signs a raw query string as the sandbox network does, for postbacks that the sandbox would not send. */
export const sign = (rawQuery: string, key: string): string => createHmac('sha256', key).update(rawQuery).digest('hex');

export const nowInSeconds = (): number => Math.floor(Date.now() / 1000);
