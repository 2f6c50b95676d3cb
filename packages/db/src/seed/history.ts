import { randomBytes, randomInt } from 'node:crypto';
import { rewardAt } from '@inaam/contracts/offers/odds';
import { rollOf } from '@inaam/contracts/spins/draw';
import type { TransactionSql } from 'postgres';
import { demoOffers, demoStock } from './catalogue.ts';
import type { Person } from './people.ts';

/** The rows of the demo's history: offers, stock, people, and what they did. */

export interface SeededOffer {
  id: number;
  rewardPaise: number;
  odds: { amount: number; tenths: number }[];
}

export async function insertOffers(tx: TransactionSql, sandboxOrigin: string): Promise<SeededOffer[]> {
  const seeded: SeededOffer[] = [];
  for (const [index, offer] of demoOffers.entries()) {
    const about = new URLSearchParams({ title: offer.title, payout: (offer.rewardPaise / 100).toFixed(2) });
    const [row] = await tx`
      insert into offers (network_id, external_offer_id, title, description, offer_url, preview_url, category, model,
        targeting, reward_paise, odds, active, created_at)
      select id, ${`SBX-${1001 + index}`}, ${offer.title}, ${offer.description},
        ${`${sandboxOrigin}/offer?click_id={click_id}&offer={offer_id}&${about.toString()}`}, null,
        ${offer.category}, ${offer.model}, 'ALL', ${offer.rewardPaise}, ${tx.json(offer.odds)}, ${offer.active ?? true},
        now() - make_interval(days => 44, mins => ${index * 30})
      from networks where slug = 'sandbox' returning id`;
    seeded.push({ id: Number(row?.id), rewardPaise: offer.rewardPaise, odds: offer.odds });
  }
  return seeded;
}

/** Codes in stock by amount in rupees, in the order in which they are won. */
export type Stock = Map<number, number[]>;

export async function insertStock(tx: TransactionSql): Promise<Stock> {
  const stock: Stock = new Map();
  for (const { type, brand, amountPaise, count, expiresIn } of demoStock) {
    const codes = Array.from({ length: count }, () => `DEMO-${randomBytes(5).toString('hex').toUpperCase()}`);
    const rows = await tx<{ id: string }[]>`
      insert into vouchers (code, type, brand, amount_paise, description, terms, expiry_date, created_at)
      select code, ${type}, ${brand}, ${amountPaise}, ${`${brand} gift voucher`},
        ${'One use. Not exchangeable for cash.'}, ist_day(now()) + ${expiresIn}::int, now() - interval '43 days'
      from unnest(${tx.array(codes)}::text[]) as code returning id`;
    if (expiresIn < 0) continue;
    const rupees = amountPaise / 100;
    stock.set(rupees, [...(stock.get(rupees) ?? []), ...rows.map((row) => Number(row.id))]);
  }
  return stock;
}

export async function insertUser(tx: TransactionSql, person: Person, hash: string): Promise<number> {
  const [row] = await tx`
    insert into users (email, first_name, last_name, password_hash, provider_uid, email_verified_at, registration_ip,
      registration_device, registration_user_agent, created_at, last_activity_at)
    values (${person.email}, ${person.firstName}, ${person.lastName}, ${person.fromProvider ? null : hash},
      ${person.fromProvider ? `demo-${person.email}` : null}, now(), ${person.ip},
      ${person.device}, ${person.userAgent}, now() - make_interval(secs => ${person.registered * 86_400}),
      now() - make_interval(secs => ${person.registered * 43_200}))
    returning id`;
  return Number(row?.id);
}

interface Activity {
  userId: number;
  person: Person;
  offers: SeededOffer[];
  stock: Stock;
  random: () => number;
}

/** A person starts some offers, completes most of them and spins most of those. */
export async function insertActivity(
  tx: TransactionSql,
  { userId, person, offers, stock, random }: Activity,
): Promise<void> {
  for (const offer of offers) {
    if (random() > 0.5) continue;
    const clicked = person.registered * random();
    const clickId = await insertClick(tx, userId, offer.id, clicked, person);
    if (random() > 0.72) continue;
    const completed = clicked * (0.6 + 0.4 * random());
    const completionId = await insertCompletion(tx, { userId, offer, clickId, completed });
    await insertSpin(tx, {
      completionId,
      offer,
      stock,
      spun: random() > 0.15 ? completed * 0.9 : undefined,
      used: random() < 0.3,
    });
  }
}

export async function insertClick(
  tx: TransactionSql,
  userId: number,
  offerId: number,
  daysAgo: number,
  { ip, device, userAgent }: Pick<Person, 'ip' | 'device' | 'userAgent'>,
): Promise<number> {
  const [row] = await tx`
    insert into clicks (click_id, user_id, offer_id, ip, device, user_agent, created_at)
    values (${randomBytes(16).toString('base64url')}, ${userId}, ${offerId}, ${ip}, ${device}, ${userAgent},
      now() - make_interval(secs => ${daysAgo * 86_400})) returning id`;
  return Number(row?.id);
}

export async function insertCompletion(
  tx: TransactionSql,
  { userId, offer, clickId, completed }: { userId: number; offer: SeededOffer; clickId: number; completed: number },
): Promise<number> {
  const [row] = await tx`
    insert into completions (user_id, offer_id, click_id, network_id, transaction_id, payout_paise, currency,
      rate_micros, completed_at)
    select ${userId}, ${offer.id}, ${clickId}, id, ${`demo-${clickId}`}, ${offer.rewardPaise}, 'INR', 1000000,
      now() - make_interval(secs => ${completed * 86_400})
    from networks where slug = 'sandbox' returning id`;
  return Number(row?.id);
}

interface SeedSpin {
  completionId: number;
  offer: SeededOffer;
  stock: Stock;
  /** Days before now; undefined waits for its spin. */
  spun: number | undefined;
  used: boolean;
  /** Tries seeds until the spin wins, loses, or wins that amount: the demo shows one of each. */
  wanted?: 'win' | 'loss' | number;
}

export async function insertSpin(
  tx: TransactionSql,
  { completionId, offer, stock, spun, used, wanted }: SeedSpin,
): Promise<void> {
  if (spun === undefined) {
    await tx`
      insert into spins (completion_id, seed, odds)
      values (${completionId}, ${randomBytes(32)}, ${tx.json(offer.odds)})`;
    return;
  }
  let seed: Uint8Array<ArrayBuffer>;
  let roll: number;
  let amount: number | null;
  do {
    seed = Uint8Array.from(randomBytes(32));
    roll = await rollOf(seed, '', completionId);
    const won = rewardAt(offer.odds, roll);
    amount = won === undefined ? null : (offer.odds[won]?.amount ?? null);
  } while (!isWanted(amount, wanted));
  const voucher = amount === null ? undefined : stock.get(amount)?.shift();
  const outcome = amount === null ? 'lost' : voucher === undefined ? 'owed' : 'won';
  const at = tx`now() - make_interval(secs => ${spun * 86_400})`;
  await tx`
    insert into spins (completion_id, seed, odds, outcome, spun_at, client_seed, roll, landing_part, amount_paise)
    values (${completionId}, ${seed}, ${tx.json(offer.odds)}, ${outcome}, ${at}, '', ${roll}, ${randomInt(1000)},
      ${amount === null ? null : amount * 100})`;
  if (voucher === undefined) return;
  await tx`
    update vouchers set status = 'assigned', completion_id = ${completionId}, assigned_at = ${at}
    where id = ${voucher}`;
  if (used) await tx`update vouchers set status = 'used', used_at = now() where id = ${voucher}`;
}

function isWanted(amount: number | null, wanted: SeedSpin['wanted']): boolean {
  if (wanted === undefined) return true;
  if (typeof wanted === 'number') return amount === wanted;
  return (amount !== null) === (wanted === 'win');
}
