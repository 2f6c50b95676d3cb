import { randomUUID } from 'node:crypto';
import postgres, { type Sql, type TransactionSql } from 'postgres';
import { SANDBOX_FEED_KEY, sandboxFeed } from './feed.ts';
import { applyDemoFraudActions, createFraudSamples, insertSuspects } from './fraud.ts';
import {
  insertActivity,
  insertClick,
  insertCompletion,
  insertOffers,
  insertStock,
  insertUser,
  type SeededOffer,
  type Stock,
} from './history.ts';
import { createFixedRandom, makePeople, type Person } from './people.ts';
import type { DemoSecrets } from './seals.ts';

export interface DemoOptions {
  sandbox: { origin: string; secret: string };
  /** Defaults to the published demo passwords. */
  passwords?: { admin: string; user: string } | undefined;
  hashPassword: (password: string) => Promise<string>;
  seals: DemoSecrets;
  /** The number of people with a history, besides those who show special cases; default 80. */
  people?: number;
}

export const DEMO_ADMIN = { username: 'admin', password: 'admin-demo-1234' };
export const DEMO_USER = { email: 'demo@example.com', password: 'demo-user-1234' };

/**
 * Connects the sandbox network and fills an empty database with demo data: weeks of history with real draws, so that no
 * page is empty. Demo mode only.
 * @returns whether the database was empty
 */
export async function seedDemo(
  url: string,
  {
    sandbox,
    hashPassword,
    seals,
    passwords = { admin: DEMO_ADMIN.password, user: DEMO_USER.password },
    people = 80,
  }: DemoOptions,
): Promise<boolean> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await connectSandbox(sql, sandbox, seals.secret);
    const hashes = {
      admin: await hashPassword(passwords.admin),
      user: await hashPassword(passwords.user),
      // The hash of a random password, so that all other people cannot sign in.
      others: await hashPassword(randomUUID()),
    };
    return await sql.begin(async (tx) => {
      // Two processes may start at the same time. The second one waits here.
      await tx`select 1 from named_locks where name = 'demo' for update`;
      const [empty] = await tx`
        select 1 where not exists (select 1 from admins) and not exists (select 1 from users)
          and not exists (select 1 from offers) and not exists (select 1 from vouchers)`;
      if (empty) await fill(tx, { sandboxOrigin: sandbox.origin, hashes, seals, people });
      return empty !== undefined;
    });
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/**
 * Inserts the sandbox network if it is missing. Updates its secret on each start, because the sandbox generates a new
 * secret if its files are lost.
 */
async function connectSandbox(
  sql: Sql,
  { origin, secret }: DemoOptions['sandbox'],
  seal: DemoSecrets['secret'],
): Promise<void> {
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
  // Takes an id first, because the secret is sealed for the id of its row. An unused id leaves a harmless gap.
  const [drawn] = await sql<{ id: string }[]>`select nextval(pg_get_serial_sequence('networks', 'id')) as id`;
  const networkId = Number(drawn?.id);
  await sql`
    insert into networks (id, slug, name, click_param, params, status_map, signing, signing_secret, currency,
      rate_micros)
    overriding system value
    values (${networkId}, 'sandbox', 'Sandbox Network', 'click_id', ${sql.json(params)},
      ${sql.json({ approved: 'approve', reversed: 'reverse', pending: 'pending' })},
      ${sql.json(signing)},
      ${seal(networkId, 'signing_secret', secret)}, 'INR', 1000000)
    on conflict (slug) do nothing`;
  // Another process may have inserted the network first.
  const [network] = await sql<{ id: string }[]>`select id from networks where slug = 'sandbox'`;
  const id = Number(network?.id);
  await sql`update networks set signing_secret = ${seal(id, 'signing_secret', secret)} where id = ${id}`;
  // Only while the network has no feed, so that changes by an admin stay.
  await sql`
    update networks set feed = ${sql.json({ ...sandboxFeed(origin) })},
      feed_secret = ${seal(id, 'feed_secret', SANDBOX_FEED_KEY)}
    where slug = 'sandbox' and feed is null`;
}

interface Hashes {
  admin: string;
  user: string;
  others: string;
}

interface Filling {
  sandboxOrigin: string;
  hashes: Hashes;
  seals: DemoSecrets;
  people: number;
}

async function fill(tx: TransactionSql, { sandboxOrigin, hashes, seals, people: count }: Filling): Promise<void> {
  await tx`
    insert into admins (username, email, password_hash, role)
    values (${DEMO_ADMIN.username}, 'admin@example.com', ${hashes.admin}, 'owner')`;
  const random = createFixedRandom(20_250_719);
  const crowds = createFraudSamples(random);
  const people = [...makePeople(count, random), ...crowds.carrier];
  const offers = await insertOffers(tx, sandboxOrigin);
  const stock = await insertStock(tx, seals.codes);
  for (const person of people) {
    const userId = await insertUser(tx, person, hashes.others);
    await insertActivity(tx, { userId, person, offers, stock, random });
  }
  const suspects = await insertSuspects(tx, crowds, { hash: hashes.others, offers, stock });
  await insertOwedWin(tx, { userId: await insertUser(tx, userWithOwedWin, hashes.others), offers, stock });
  await insertDemoUser(tx, { hash: hashes.user, offers, stock });
  await sealSeeds(tx, seals.seed);
  await countRegistrations(tx);
  await tx`select expire_due_vouchers((select count(*)::int from free_vouchers))`;
  await applyDemoFraudActions(tx, suspects);
  // The change feed's consumer 'messages' starts after this transaction, so the made-up history sends no messages.
  await tx`
    update change_feed_consumers set xid = (pg_current_xact_id()::text::bigint + 1)::text::xid8 where name = 'messages'`;
}

/** Seals the seeds at the end, because drawing a wanted outcome needs plain seeds. */
async function sealSeeds(tx: TransactionSql, seal: DemoSecrets['seed']): Promise<void> {
  const completions = await tx<{ id: string; seed: Uint8Array<ArrayBuffer> }[]>`select id, seed from completions`;
  const sealed = completions.map(({ id, seed }) => ({
    id,
    was: Buffer.from(seed).toString('hex'),
    seed: seal(Uint8Array.from(seed)).toString('hex'),
  }));
  await tx`select seal_seeds(${JSON.stringify(sealed)}::text::jsonb)`;
}

/** A user whose win waits for stock. */
const userWithOwedWin: Person = {
  firstName: 'Harini',
  lastName: 'Subramaniam',
  email: 'harini.subramaniam@example.invalid',
  ip: '192.0.2.44',
  device: 'demoharini',
  userAgent:
    'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Mobile Safari/537.36',
  signedInByProvider: true,
  registered: 9,
};

async function insertOwedWin(
  tx: TransactionSql,
  { userId, offers, stock }: { userId: number; offers: SeededOffer[]; stock: Stock },
): Promise<void> {
  const offer = offers.find(({ odds }) => odds.some(({ amount }) => !stock.has(amount)));
  const outOfStock = offer?.odds.find(({ amount }) => !stock.has(amount))?.amount;
  if (!offer || outOfStock === undefined) return;
  const clickId = await insertClick(tx, userId, offer.id, 2, userWithOwedWin);
  await insertCompletion(tx, {
    userId,
    offer,
    clickId,
    completed: 1.5,
    stock,
    spun: 1.4,
    used: false,
    wanted: outOfStock,
  });
}

async function insertDemoUser(
  tx: TransactionSql,
  { hash, offers, stock }: { hash: string; offers: SeededOffer[]; stock: Stock },
): Promise<void> {
  const person: Person = {
    firstName: 'Demo',
    lastName: 'User',
    email: DEMO_USER.email,
    ip: '192.0.2.10',
    device: 'demouser',
    userAgent: userWithOwedWin.userAgent,
    signedInByProvider: false,
    registered: 20,
  };
  const userId = await insertUser(tx, person, hash);
  const history: { spun: number | undefined; wanted?: 'win' | 'loss' }[] = [
    { spun: 17, wanted: 'win' },
    { spun: 11, wanted: 'loss' },
    { spun: 4, wanted: 'win' },
    { spun: undefined },
  ];
  for (const [index, part] of history.entries()) {
    const offer = offers[index * 3];
    if (!offer) continue;
    const completed = (part.spun ?? 0.1) + 0.05;
    const clickId = await insertClick(tx, userId, offer.id, completed + 0.5, person);
    await insertCompletion(tx, { userId, offer, clickId, completed, stock, used: index === 0, ...part });
  }
}

/** Inserts the registration counts of IP addresses and devices. The change feed computes all other figures. */
async function countRegistrations(tx: TransactionSql): Promise<void> {
  await tx`
    insert into ip_addresses (address, registration_count, first_registration, last_registration)
    select registration_ip, count(*), min(created_at), max(created_at) from users group by registration_ip`;
  await tx`
    insert into devices (fingerprint, registration_count, first_registration, last_registration)
    select registration_device, count(*), min(created_at), max(created_at)
    from users where registration_device is not null group by registration_device`;
}
