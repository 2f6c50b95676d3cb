import { randomBytes, randomInt } from 'node:crypto';
import { getReward } from '@inaam/contracts/offers/odds';
import { computeRoll } from '@inaam/contracts/spins/draw';
import { PARTS_PER_ROLL } from '@inaam/contracts/spins/wheel';
import type { TransactionSql } from 'postgres';
import { demoBrands, demoOffers, demoStock } from './catalogue.ts';
import type { Person } from './people.ts';
import type { DemoSecrets } from './seals.ts';

/** Rows of the demo's history: offers, stock, people and their activity. */

export interface SeededOffer {
  id: number;
  model: 'CPR' | 'CPA' | 'CPI';
  rewardPaise: number;
  odds: { amount: number; permille: number }[];
}

export async function insertOffers(tx: TransactionSql, sandboxOrigin: string): Promise<SeededOffer[]> {
  const seeded: SeededOffer[] = [];
  for (const [index, offer] of demoOffers.entries()) {
    const about = new URLSearchParams({ title: offer.title, payout: (offer.rewardPaise / 100).toFixed(2) });
    const previewParams = new URLSearchParams({
      title: offer.title,
      words: offer.description,
      picture: offer.picture ?? 'panel',
    });
    const [row] = await tx`
      insert into offers (network_id, external_offer_id, title, description, offer_url, preview_url, category, model,
        targeting, reward_paise, active, created_at, picture_url, steps, steps_hi, task, title_hi, description_hi,
        task_hi)
      select id, ${`SBX-${1001 + index}`}, ${offer.title}, ${offer.description},
        ${`${sandboxOrigin}/offer?click_id={click_id}&offer={offer_id}&${about.toString()}`},
        ${offer.preview ? `${sandboxOrigin}/preview?${previewParams.toString()}` : null},
        ${offer.category}, ${offer.model}, 'ALL', ${offer.rewardPaise}, ${offer.active ?? true},
        now() - make_interval(days => 44, mins => ${index * 30}),
        ${offer.picture ? `${sandboxOrigin}/pictures/${offer.picture}.png` : null},
        ${tx.array(offer.steps ?? [])}::text[], ${tx.array(offer.hindi?.steps ?? [])}::text[],
        ${offer.task ?? null}, ${offer.hindi?.title ?? null}, ${offer.hindi?.description ?? null},
        ${offer.hindi?.task ?? null}
      from networks where slug = 'sandbox' returning id`;
    const id = Number(row?.id);
    await tx`
      insert into offer_odds (offer_id, version, odds, created_at)
      select id, odds_version, ${tx.json(offer.odds)}, created_at from offers where id = ${id}`;
    seeded.push({ id, model: offer.model, rewardPaise: offer.rewardPaise, odds: offer.odds });
  }
  return seeded;
}

/** Voucher ids in stock by amount in rupees, in the order in which wins take them. */
export type Stock = Map<number, number[]>;

export async function insertStock(tx: TransactionSql, seal: DemoSecrets['codes']): Promise<Stock> {
  for (const { type, brand, useUrl } of demoBrands)
    await tx`insert into brands (type, brand, use_url) values (${type}, ${brand}, ${useUrl})`;
  const stock: Stock = new Map();
  for (const { type, brand, amountPaise, count, expiresIn } of demoStock) {
    const codes = Array.from({ length: count }, () => `DEMO-${randomBytes(5).toString('hex').toUpperCase()}`);
    // Flipkart's gift cards have a number and a PIN.
    const pins = codes.map(() => (type === 'flipkart' ? String(randomInt(100_000, 1_000_000)) : null));
    const sealed = JSON.stringify(await seal(codes, amountPaise, pins));
    const rows = await tx<{ id: string }[]>`
      insert into vouchers (code, code_hash, code_end, pin, pin_end, type, brand, amount_paise, description, terms,
        expiry_date, created_at)
      select code, decode(hash, 'hex'), "end", pin, pin_end, ${type}, ${brand}, ${amountPaise}, ${`${brand} gift voucher`},
        ${'One use. Not exchangeable for cash.'}, ist_day(now()) + ${expiresIn}::int, now() - interval '43 days'
      from jsonb_to_recordset(${sealed}::text::jsonb) as n(code text, hash text, "end" text, pin text,
        pin_end text) returning id`;
    const ids = rows.map((row) => Number(row.id));
    await tx`insert into voucher_stock_positions (amount_paise) values (${amountPaise}) on conflict do nothing`;
    await tx`
      insert into free_vouchers (amount_paise, expiry_date, voucher_id)
      select amount_paise, expiry_date, id from vouchers where id = any(${tx.array(ids)}::bigint[])`;
    if (expiresIn < 0) continue;
    const rupees = amountPaise / 100;
    stock.set(rupees, [...(stock.get(rupees) ?? []), ...ids]);
  }
  return stock;
}

export async function insertUser(tx: TransactionSql, person: Person, hash: string): Promise<number> {
  const [row] = await tx`
    insert into users (email, first_name, last_name, password_hash, provider_uid, email_verified_at, registration_ip,
      registration_device, registration_user_agent, created_at)
    values (${person.email}, ${person.firstName}, ${person.lastName}, ${person.signedInByProvider ? null : hash},
      ${person.signedInByProvider ? `demo-${person.email}` : null}, now(), ${person.ip},
      ${person.device}, ${person.userAgent}, now() - make_interval(secs => ${person.registered * 86_400}))
    returning id`;
  const id = Number(row?.id);
  await tx`
    insert into user_stats (user_id, last_activity_at)
    values (${id}, now() - make_interval(secs => ${person.registered * 43_200}))`;
  return id;
}

interface Activity {
  userId: number;
  person: Person;
  offers: SeededOffer[];
  stock: Stock;
  random: () => number;
}

/** By payment model: the share of started offers that are completed, and the most days that a completion takes. */
const FINISH = { CPR: 0.86, CPI: 0.74, CPA: 0.55 } as const;
const DAYS_TAKEN = { CPR: 0.15, CPI: 0.8, CPA: 4 } as const;

/** Starts some offers for a person, completes most of them, and spins most completions. */
export async function insertActivity(
  tx: TransactionSql,
  { userId, person, offers, stock, random }: Activity,
): Promise<void> {
  for (const offer of offers) {
    if (random() > 0.5) continue;
    const clicked = person.registered * random();
    const clickId = await insertClick(tx, userId, offer.id, clicked, person);
    if (random() > FINISH[offer.model]) continue;
    const completed = Math.max(clicked - DAYS_TAKEN[offer.model] * random(), clicked * 0.6);
    await insertCompletion(tx, {
      userId,
      offer,
      clickId,
      completed,
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

interface SeedCompletion {
  userId: number;
  offer: SeededOffer;
  clickId: number;
  /** Days before now. */
  completed: number;
  stock: Stock;
  /** Days before now; undefined: the completion waits for its spin. */
  spun: number | undefined;
  used: boolean;
  /** Draws seeds until the spin wins, loses, or wins this amount, so that the demo shows each case. */
  wanted?: Wanted;
}

type Wanted = 'win' | 'loss' | number | undefined;

/** Inserts a completion, confirmed at once, and its spin. */
export async function insertCompletion(tx: TransactionSql, completion: SeedCompletion): Promise<number> {
  const { userId, offer, clickId, completed, stock, spun, used, wanted } = completion;
  // The roll depends on the seed and on the completion's id, so the id is taken before a seed is drawn.
  const [next] = await tx`select nextval(pg_get_serial_sequence('completions', 'id')) as id`;
  const id = Number(next?.id);
  const drawn = await draw(id, offer.odds, spun === undefined ? undefined : wanted);
  await tx`
    insert into completions (id, user_id, offer_id, odds_version, click_id, network_id, transaction_id, payout_paise,
      currency, rate_micros, completed_at, approved_at, seed, commitment)
    overriding system value
    select ${id}, ${userId}, o.id, o.odds_version, ${clickId}, n.id, ${`demo-${clickId}`}, ${offer.rewardPaise}, 'INR',
      1000000, at, at, ${drawn.seed}, sha256(${drawn.seed})
    from networks n, offers o, (select now() - make_interval(secs => ${completed * 86_400}) as at) moment
    where n.slug = 'sandbox' and o.id = ${offer.id}`;
  if (spun !== undefined) await insertSpin(tx, { completionId: id, drawn, stock, spun, used });
  return id;
}

interface Drawn {
  seed: Uint8Array<ArrayBuffer>;
  roll: number;
  /** Rupees; null after a loss. */
  amount: number | null;
}

async function draw(completionId: number, odds: SeededOffer['odds'], wanted: Wanted): Promise<Drawn> {
  for (;;) {
    const seed = Uint8Array.from(randomBytes(32));
    const roll = await computeRoll(seed, '', completionId);
    const won = getReward(odds, roll);
    const amount = won === undefined ? null : (odds[won]?.amount ?? null);
    if (isWanted(amount, wanted)) return { seed, roll, amount };
  }
}

interface SeedSpin extends Pick<SeedCompletion, 'stock' | 'used'> {
  completionId: number;
  drawn: Drawn;
  spun: number;
}

async function insertSpin(tx: TransactionSql, { completionId, drawn, stock, spun, used }: SeedSpin): Promise<void> {
  const { roll, amount } = drawn;
  const at = tx`now() - make_interval(secs => ${spun * 86_400})`;
  await tx`
    insert into spins (
      completion_id, spun_at, roll, landing_permille, wheel_layout, client_seed, client_seed_status, amount_paise)
    values (${completionId}, ${at}, ${roll}, ${randomInt(PARTS_PER_ROLL)}, 1, '', 'open',
      ${amount === null ? null : amount * 100})`;
  if (amount === null) return;
  const voucher = stock.get(amount)?.shift();
  if (voucher === undefined) {
    await tx`
      insert into owed_wins (completion_id, amount_paise, owed_since) values (${completionId}, ${amount * 100}, ${at})`;
    return;
  }
  await tx`delete from free_vouchers where voucher_id = ${voucher}`;
  await tx`
    insert into voucher_awards (voucher_id, completion_id, amount_paise, awarded_at)
    values (${voucher}, ${completionId}, ${amount * 100}, ${at})`;
  if (used) await tx`update vouchers set used_at = now() where id = ${voucher}`;
}

function isWanted(amount: number | null, wanted: Wanted): boolean {
  if (wanted === undefined) return true;
  if (typeof wanted === 'number') return amount === wanted;
  return (amount !== null) === (wanted === 'win');
}
