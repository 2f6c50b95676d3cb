import { createHmac, randomUUID } from 'node:crypto';
import type { Totals } from '@inaam/contracts/common/lists';
import { receivePostback } from '@inaam/core/partners/postbacks/receiving';
import type { Services } from '@inaam/core/services';
import type { SqlClient } from '@inaam/db/client';
import { appRouter } from '@inaam/router/app-router';
import type { Context } from '@inaam/router/context';
import { createCallerFactory } from '@inaam/router/procedures';
import { CREDITED_POSTBACKS, SECRET } from './fill.ts';

/**
 * The calls that are measured on the large database: every list and search of the back-office with its filters, and the
 * users' hot calls.
 */

export interface MeasuredCall {
  name: string;
  /** Makes the call once. A call that writes uses another user each time. */
  run(): Promise<unknown>;
}

const createCaller = createCallerFactory(appRouter);
type Caller = ReturnType<typeof createCaller>;

const details = { ip: '203.0.113.77', userAgent: 'bench' };

function createTestCaller(services: Services, cookieHeader: string | undefined): Caller {
  const context: Context = {
    services,
    site: { brandName: 'Inaam' } as Context['site'],
    request: {},
    caller: details,
    cookieHeader,
    authorization: undefined,
    runOnceKey: undefined,
    skipsRateLimit: true,
    setCookie: () => {},
  };
  return createCaller(context);
}

interface Samples {
  admin: number;
  busy: number;
  email: string;
  carrier: string;
  ring: string;
  completion: number;
  click: string;
  transaction: string;
  code: string;
  open_case: number;
  offer: number;
  /** An offer that the busiest user has completed. */
  completed_offer: number;
  postback: number;
}

/**
 * Reads arguments for the calls. The completion and its click are from the middle of the rows that have a postback, so
 * that their lookups do not start at an end of an index.
 */
async function readSamples(sql: SqlClient): Promise<Samples> {
  const [row] = await sql<Samples[]>`
    select (select id from admins where username = 'bench') as admin, busy.user_id as busy, u.email,
      (select address from ip_addresses order by registration_count desc limit 1) as carrier,
      (select fingerprint from devices order by registration_count desc limit 1) as ring,
      c.id as completion, k.click_id as click, c.transaction_id as transaction,
      -- The length and the visible end of a real code, because codes are stored sealed.
      (select 'ABCD-1234' || code_end from voucher_states where status = 'assigned' order by id desc limit 1) as code,
      (select id from credit_cases where status = 'open' limit 1) as open_case,
      k.offer_id as offer,
      (select offer_id from completions where user_id = busy.user_id order by id desc limit 1) as completed_offer,
      (select max(id) from postbacks) as postback
    from (select user_id from user_stats_now() order by completions desc limit 1) busy
    join users u on u.id = busy.user_id
    join completion_states c on c.id = (
      select max(id) - least(max(id), ${CREDITED_POSTBACKS}::int) / 2 from completions)
    join clicks k on k.id = c.click_id`;
  if (!row) throw new Error('the large database is empty');
  return row;
}

/** A caller with the session of the large database's admin. */
export async function createAdminCaller(services: Services, sql: SqlClient): Promise<Caller['admin']> {
  const { cookie } = await services.adminSessions.create((await readSamples(sql)).admin, details);
  return createTestCaller(services, `${cookie.name}=${cookie.value}`).admin;
}

/**
 * Like {@link createAdminCaller}, but over HTTP as in the admin app: one request per call. Reads the answers and
 * ignores them.
 * @param cookie the cookie of a session
 */
export function adminOverHttp(origin: string, cookie: string): Caller['admin'] {
  const ask = async (path: string, input: unknown) => {
    const query = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`;
    const answer = await fetch(`${origin}/trpc/${path}${query}`, { headers: { cookie } });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 200)}`);
  };
  const at = (path: string): unknown =>
    new Proxy(() => {}, {
      get: (_, name) => at(`${path}.${String(name)}`),
      apply: (_, _this, [input]: unknown[]) => ask(path, input),
    });
  return at('admin') as Caller['admin'];
}

/** @param total how far lists count: `capped` as for screens, `exact` as for programs that call with a service key */
const createListCall = <Input extends object, Answer>(list: (input: Input) => Promise<Answer>, total: Totals) => ({
  list: (input: NoInfer<Input>) => list({ total, ...input }),
});

/**
 * The read calls of the back-office.
 * @param total how far lists count: `capped` or `exact`
 * @param admin the caller, by default one in this process
 */
export async function listAdminCalls(
  services: Services,
  sql: SqlClient,
  total: Totals = 'exact',
  admin?: Caller['admin'],
): Promise<MeasuredCall[]> {
  return createCalls(await readSamples(sql), admin ?? (await createAdminCaller(services, sql)), total);
}

function createCalls(some: Samples, admin: Caller['admin'], total: Totals): MeasuredCall[] {
  const { lookup, networks, insights, messages, securityEvents, webhooks } = admin;
  const users = {
    ...createListCall(admin.users.list, total),
    profile: admin.users.profile,
    detail: admin.users.detail,
  };
  const completions = {
    ...createListCall(admin.completions.list, total),
    completionTrace: admin.completions.completionTrace,
  };
  const { evidence, impact } = admin.fraud;
  const fraud = { ...createListCall(admin.fraud.list, total), evidence, impact };
  const cases = { ...createListCall(admin.cases.list, total), get: admin.cases.get };
  const [clicks, vouchers, audit] = [
    createListCall(admin.clicks.list, total),
    createListCall(admin.vouchers.list, total),
    createListCall(admin.audit.list, total),
  ];
  const postbacks = { ...createListCall(admin.postbacks.list, total), get: admin.postbacks.get };
  const offers = createListCall(admin.offers.list, total);
  const middle = some.email.slice(3, 14);
  const endOfCode = some.code.slice(-4);
  return Object.entries<() => Promise<unknown>>({
    users: () => users.list({}),
    'users, page 500': () => users.list({ page: 500 }),
    'users, search by part of an e-mail': () => users.list({ search: middle }),
    'users, search by full name': () => users.list({ search: 'Kavya Menon' }),
    'users, search that matches everybody': () => users.list({ search: 'exam' }),
    'users, search by one letter': () => users.list({ search: 'a' }),
    'users, search that finds nothing': () => users.list({ search: 'qqzz' }),
    'users, search of two letters that finds nothing': () => users.list({ search: 'qz' }),
    'users, sorted by completions': () => users.list({ sortBy: 'total_completions' }),
    'users, sorted by revenue, page 20': () => users.list({ sortBy: 'total_revenue_generated', page: 20 }),
    'users, sorted by last activity': () => users.list({ sortBy: 'last_activity' }),
    'users, sorted by first name': () => users.list({ sortBy: 'first_name', sortOrder: 'asc' }),
    'users, sorted by e-mail': () => users.list({ sortBy: 'email', sortOrder: 'asc' }),
    'users, last 30 days': () => users.list({ dateRange: 'last_30_days' }),
    'users, high performance': () => users.list({ performanceFilter: 'high' }),
    'users, no completions': () => users.list({ performanceFilter: 'no_completions' }),
    'users, inactive': () => users.list({ performanceFilter: 'inactive' }),
    'users, recently active': () => users.list({ performanceFilter: 'recent_activity' }),
    'users, with vouchers': () => users.list({ voucherFilter: 'has_vouchers' }),
    'users, high value vouchers': () => users.list({ voucherFilter: 'high_value_vouchers' }),
    'users, search and voucher filter': () => users.list({ search: 'Kavya', voucherFilter: 'multiple_vouchers' }),
    conversions: () => completions.list({}),
    'conversions, page 1000': () => completions.list({ page: 1000 }),
    'conversions, month': () => completions.list({ dateRange: 'month' }),
    'conversions, won': () => completions.list({ voucherFilter: 'won' }),
    'conversions, not spun': () => completions.list({ state: 'not_spun' }),
    'conversions, lost': () => completions.list({ voucherFilter: 'lost' }),
    'conversions, of one offer': () => completions.list({ offer: 'EXT-1007' }),
    'conversions, search by part of an e-mail': () => completions.list({ search: middle }),
    'conversions, search by voucher code': () => completions.list({ search: endOfCode }),
    'conversions, search by offer title': () => completions.list({ search: 'cricket' }),
    'conversions, search that many match': () => completions.list({ search: 'menon' }),
    'conversions, search that matches everything': () => completions.list({ search: 'exam' }),
    'conversions, search that finds nothing': () => completions.list({ search: 'qqzz' }),
    'offer clicks': () => clicks.list({}),
    'offer clicks, page 1000': () => clicks.list({ page: 1000 }),
    'offer clicks, month': () => clicks.list({ dateRange: 'month' }),
    'offer clicks, of one offer': () => clicks.list({ offer: 'EXT-1007' }),
    'offer clicks, won': () => clicks.list({ conversionStatus: 'voucher_won' }),
    'offer clicks, not spun': () => clicks.list({ conversionStatus: 'spinner_not_used' }),
    'offer clicks, Google users': () => clicks.list({ userType: 'firebase' }),
    'offer clicks, sorted by payout': () => clicks.list({ sortBy: 'payout_amount' }),
    'offer clicks, sorted by title': () => clicks.list({ sortBy: 'title' }),
    'offer clicks, sorted by e-mail': () => clicks.list({ sortBy: 'email' }),
    'offer clicks, search that many match': () => clicks.list({ search: 'menon' }),
    'offer clicks, search by click id': () => clicks.list({ search: some.click.slice(2, 16) }),
    'offer clicks, search by part of an e-mail': () => clicks.list({ search: middle }),
    'offer clicks, search by offer title': () => clicks.list({ search: 'cricket' }),
    'offer clicks, search that matches everything': () => clicks.list({ search: 'exam' }),
    'offer clicks, search that finds nothing': () => clicks.list({ search: 'qqzz' }),
    fraud: () => fraud.list({}),
    'fraud, page 500': () => fraud.list({ page: 500 }),
    'fraud, flagged': () => fraud.list({ user_filter: 'suspicious' }),
    'fraud, questionable': () => fraud.list({ user_filter: 'questionable' }),
    'fraud, normal': () => fraud.list({ user_filter: 'normal' }),
    'fraud, blocked': () => fraud.list({ ip_filter: 'blocked', device_filter: 'blocked' }),
    'fraud, month': () => fraud.list({ date_filter: 'month' }),
    'fraud, sorted by count': () => fraud.list({ sortBy: 'registration_count' }),
    'fraud, search by IP address': () => fraud.list({ search: some.carrier }),
    'fraud, search by part of a device': () => fraud.list({ search: some.ring.slice(2, 12) }),
    'fraud, search by part of an e-mail': () => fraud.list({ search: middle }),
    'fraud, search that matches everybody': () => fraud.list({ search: 'exam' }),
    'fraud, search that finds nothing': () => fraud.list({ search: 'qqzz' }),
    'evidence of a user': () => fraud.evidence({ kind: 'user', key: some.busy }),
    'evidence of a carrier’s IP address': () => fraud.evidence({ kind: 'ip', key: some.carrier }),
    'evidence of a device': () => fraud.evidence({ kind: 'device', key: some.ring }),
    'consequence for a carrier’s IP address': () => fraud.impact({ kind: 'ip', key: some.carrier }),
    'lookup, beginning of a name': () => lookup.find({ query: 'kavya m' }),
    'lookup, inside of an e-mail': () => lookup.find({ query: middle }),
    'lookup, nothing': () => lookup.find({ query: 'qqzzq' }),
    'lookup, voucher code': () => lookup.find({ query: some.code }),
    'lookup, a long text that finds nothing': () => lookup.find({ query: 'x7'.repeat(50) }),
    'lookup, click id': () => lookup.find({ query: some.click }),
    'lookup, transaction': () => lookup.find({ query: some.transaction }),
    'lookup, IP address': () => lookup.find({ query: some.carrier }),
    completionTrace: () => completions.completionTrace({ completion_id: some.completion }),
    'user page of the busiest user': () => users.profile({ user_id: some.busy }),
    'completions of the busiest user': () => users.detail({ user_id: some.busy }),
    audit: () => audit.list({}),
    'audit, by action': () => audit.list({ action: 'users' }),
    'audit, by actor': () => audit.list({ actor: 'meera' }),
    'audit, month': () => audit.list({ dateRange: 'month' }),
    'audit, search': () => audit.list({ search: 'flagged by' }),
    'audit, search that finds nothing': () => audit.list({ search: 'qqzz' }),
    vouchers: () => vouchers.list({}),
    'vouchers, available': () => vouchers.list({ status: 'available' }),
    'vouchers, available, by amount': () => vouchers.list({ status: 'available', sortBy: 'voucher_amount' }),
    'vouchers, expiring soon': () => vouchers.list({ expiry_filter: 'expiring_soon' }),
    'vouchers, sorted by expiry': () => vouchers.list({ sortBy: 'expiry_date', sortOrder: 'asc' }),
    'vouchers, sorted by status': () => vouchers.list({ sortBy: 'status' }),
    'vouchers, search by code': () => vouchers.list({ search: endOfCode }),
    'vouchers, search by winner': () => vouchers.list({ search: middle }),
    'vouchers, search by brand': () => vouchers.list({ search: 'amaz' }),
    'vouchers, search that finds nothing': () => vouchers.list({ search: 'qqzz' }),
    inbox: () => postbacks.list({}),
    'inbox, of one network': () => postbacks.list({ network_id: 5 }),
    'inbox, parked': () => postbacks.list({ outcome: 'parked' }),
    'inbox, of reversals': () => postbacks.list({ kind: 'reverse' }),
    'inbox, refused of one network': () => postbacks.list({ outcome: 'refused', network_id: 5 }),
    'inbox, alerts': () => postbacks.list({ alerts: true }),
    'inbox, month': () => postbacks.list({ dateRange: 'month' }),
    'inbox, search by click id': () => postbacks.list({ search: some.click }),
    'inbox, search by part of a transaction': () => postbacks.list({ search: some.transaction.slice(3, 15) }),
    'inbox, search that finds nothing': () => postbacks.list({ search: 'qqzz' }),
    cases: () => cases.list({}),
    'cases, open': () => cases.list({ status: 'open' }),
    'cases, of one network': () => cases.list({ network_id: 5 }),
    'cases, search': () => cases.list({ search: 'kavya' }),
    case: () => cases.get({ case_id: some.open_case }),
    networks: () => networks.list(),
    'network health, 14 days': () => networks.health({ network_id: 5 }),
    'network health, 90 days': () => networks.health({ network_id: 5, days: 90 }),
    offers: () => offers.list({}),
    'offer page': () => admin.offers.detail({ offer_id: some.offer }),
    'periods of an offer': () => admin.offers.compare({ offer_id: some.offer }),
    'page of a postback': () => postbacks.get({ postback_id: some.postback }),
    messages: () => messages.list({}),
    'security events': () => securityEvents.list({}),
    deliveries: () => webhooks.deliveries({}),
    'what needs attention': () => insights.todos(),
    watch: () => insights.watch(),
    report: () => insights.report({}),
    dashboard: () => insights.dashboard({ days: 30 }),
  }).map(([name, run]) => ({ name, run }));
}

async function createUserCaller(services: Services, userId: number): Promise<Caller['user']> {
  const { cookie } = await services.userSessions.create(userId, details);
  return createTestCaller(services, `${cookie.name}=${cookie.value}`).user;
}

/** The read calls of the user app, as the user with the most completions. */
export async function listReaderCalls(services: Services, sql: SqlClient): Promise<MeasuredCall[]> {
  const { busy, completed_offer: offerId } = await readSamples(sql);
  const reader = await createUserCaller(services, busy);
  return Object.entries<() => Promise<unknown>>({
    'me (the session check of every call)': () => reader.identity.me(),
    'offers.list of the busiest user': () => reader.offers.list(),
    'profile of the busiest user': () => reader.insights.stats(),
    'export of the busiest user': () => reader.account.export(),
    'account.overview': () => reader.account.overview(),
    'account.sessions': () => reader.account.sessions(),
    'messages.bell': () => reader.messages.bell(),
    'vouchers.notices': () => reader.vouchers.notices(),
    'cases.list': () => reader.cases.list(),
    'cases.facts': () => reader.cases.facts({ offer_id: offerId }),
    'fairness.place': () => reader.fairness.place({ offerId }),
  }).map(([name, run]) => ({ name, run }));
}

const PASSWORD = 'the crowd 1234';

/** The users' hot calls. Each run of a call that writes uses the next user of a list. */
export async function listUserCalls(services: Services, sql: SqlClient, most: number): Promise<MeasuredCall[]> {
  const starts = await sql<{ user_id: number; offer_id: number; click_id: string; network_id: number }[]>`
    select k.user_id, k.offer_id, k.click_id, o.network_id from clicks k join offers o on o.id = k.offer_id
    join users u on u.id = k.user_id and u.suspended_at is null
    where o.active and not exists (select 1 from completion_states c where c.user_id = k.user_id
      and c.offer_id = k.offer_id)
    order by k.id desc limit ${most}`;
  const spins = await sql<{ user_id: number; offer_id: number }[]>`
    select c.user_id, c.offer_id from completion_states c join spin_states s on s.completion_id = c.id
    join users u on u.id = c.user_id and u.suspended_at is null and u.email_verified_at is not null
    where s.outcome = 'waiting' and c.status = 'approved' order by c.id desc limit ${most}`;
  const hash = await services.passwords.hash(PASSWORD);
  const people = await sql<{ email: string }[]>`
    update users set password_hash = ${hash} where id in (
      select id from users where suspended_at is null and password_hash is not null order by id desc limit ${most})
    returning email`;
  const [starters, spinners] = [
    await Promise.all(starts.map((k) => createUserCaller(services, k.user_id))),
    await Promise.all(spins.map((s) => createUserCaller(services, s.user_id))),
  ];
  const anonymous = createTestCaller(services, undefined).user;
  const takeNext = <T>(list: readonly T[]) => {
    let at = 0;
    return (): T => {
      const item = list[at++];
      if (item === undefined) throw new Error(`there are only ${list.length} of these`);
      return item;
    };
  };
  const [person, start, starter, called, spin, spinner] = [
    takeNext(people),
    takeNext(starts),
    takeNext(starters),
    takeNext(starts),
    takeNext(spins),
    takeNext(spinners),
  ];
  const makeRegistration = () => ({
    firstName: 'Bench',
    lastName: 'Person',
    email: `${randomUUID()}@example.invalid`,
    password: PASSWORD,
    deviceFingerprint: randomUUID(),
  });
  return [
    ...(await listReaderCalls(services, sql)),
    { name: 'register', run: () => anonymous.identity.register(makeRegistration()) },
    {
      name: 'sign-in',
      run: () => anonymous.identity.login({ email: person().email, password: PASSWORD, deviceFingerprint: 'bench' }),
    },
    { name: 'click', run: () => starter().clicks.create({ offerId: start().offer_id }) },
    { name: 'postback', run: () => postback(services, called()) },
    { name: 'spin', run: () => spinner().spins.spin({ offerId: spin().offer_id, clientSeed: 'bench' }) },
  ];
}

async function postback(services: Services, click: { click_id: string; network_id: number }): Promise<void> {
  const query = new URLSearchParams({
    click_id: click.click_id,
    transaction_id: randomUUID(),
    payout: '12.5',
    status: 'approved',
  }).toString();
  const signature = createHmac('sha256', SECRET).update(query).digest('hex');
  const judgement = await receivePostback(services, `network-${click.network_id}`, {
    method: 'GET',
    rawQuery: `${query}&signature=${signature}`,
    rawBody: '',
    contentType: null,
    ip: '203.0.113.5',
  });
  if (judgement?.outcome !== 'accepted') throw new Error(`a postback was ${judgement?.outcome}`);
}
