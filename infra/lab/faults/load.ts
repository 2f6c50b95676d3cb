import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerProcess } from './server-process.ts';

/** What the server has acknowledged. Whatever is in here must be found again. */
export interface Acknowledged {
  clicks: string[];
  completions: { transactionId: string; completionId: number }[];
  spins: Spun[];
}

export interface Spun {
  cookie: string;
  offerId: number;
  result: SpinAnswer;
}

export interface SpinAnswer {
  rewardType: string;
  landingAngle: number;
  voucher?: { code: string; amount: number };
  proof: { completionId: number; roll: number; serverSeed: string; clientSeed: string };
}

export interface Load {
  acknowledged: Acknowledged;
  /** Answers that no outage explains, a line each. */
  wrong: string[];
  /** Calls that had to be sent again. */
  retries(): number;
  /** Lets everyone finish what they have begun. */
  finish(): Promise<void>;
}

const WORKERS = 8;
const OFFERS = 40;
const CALL_PATIENCE_MS = 15_000;
/** Nobody's server is away for longer than this in these tests. */
const RETRY_FOR_MS = 60_000;

/** Starts users who click, complete and spin one offer after another, and an admin who brings codes. */
export async function startLoad(server: ServerProcess): Promise<Load> {
  const acknowledged: Acknowledged = { clicks: [], completions: [], spins: [] };
  const wrong: string[] = [];
  let retries = 0;
  let stopping = false;

  /** Sends until there is an answer. What an outage may answer is 503, and a connection that is cut. */
  async function insist(method: string, url: string, body?: unknown, cookie?: string): Promise<Reply> {
    const end = performance.now() + RETRY_FOR_MS;
    for (let pause = 20; ; pause = Math.min(pause * 2, 500), retries++) {
      const reply = await call(method, url, body, cookie);
      if (reply && reply.status !== 503) {
        if (reply.status >= 500) wrong.push(`${method} ${url} answered ${reply.status}: ${JSON.stringify(reply.body)}`);
        else return reply;
      }
      if (performance.now() > end) throw new Error(`${method} ${url} had no answer`);
      await sleep(pause);
    }
  }

  async function good<T>(method: string, url: string, body?: unknown, cookie?: string): Promise<T> {
    const reply = await insist(method, url, body, cookie);
    if (reply.status !== 200)
      throw new Error(`${method} ${url} answered ${reply.status}: ${JSON.stringify(reply.body)}`);
    return reply.body as T;
  }

  const { appOrigin, adminOrigin, secret } = server;
  const admin = await signIn(`${adminOrigin}/api/admin/login.php`, { username: 'admin', password: 'admin-demo-1234' });
  const offers: number[] = [];
  for (let i = 0; i < OFFERS; i++) {
    const { offer } = await good<{ offer: { offer_id: number } }>(
      'POST',
      `${adminOrigin}/api/admin/offers.php`,
      {
        title: `Crash test ${i}`,
        description: 'For the crash test.',
        offer_url: 'https://partner.example/?c={click_id}',
        external_offer_id: `crash-test-${i}`,
        reward_amount: 12.5,
        spinner_config: '{"rewards":[{"amount":7,"probability":60},{"amount":8,"probability":20}]}',
      },
      admin,
    );
    offers.push(offer.offer_id);
  }

  async function live(): Promise<void> {
    while (!stopping) {
      const email = `${randomUUID()}@example.com`;
      const password = 'password of the load';
      // Registration is no move: after a cut nobody knows whether it was made, and signing in tells.
      const made = await insist('POST', `${appOrigin}/api/register.php`, {
        firstName: 'A',
        lastName: 'B',
        email,
        password,
      });
      if (made.status !== 200 && made.status !== 409) throw new Error(`registration answered ${made.status}`);
      const cookie = await signIn(`${appOrigin}/api/login.php`, { email, password });
      for (const offerId of offers) {
        if (stopping) return;
        await goThrough(cookie, offerId);
      }
    }
  }

  async function goThrough(cookie: string, offerId: number): Promise<void> {
    const { redirectUrl } = await good<{ redirectUrl: string }>(
      'POST',
      `${appOrigin}/api/click-offer.php`,
      { offerId },
      cookie,
    );
    const clickId = new URL(redirectUrl).searchParams.get('c') ?? '';
    acknowledged.clicks.push(clickId);
    const transactionId = randomUUID();
    const query = `click_id=${clickId}&transaction_id=${transactionId}&payout=12.5&status=approved`;
    const signature = createHmac('sha256', secret).update(query).digest('hex');
    const completed = await good<{ completion_id: number }>(
      'GET',
      `${appOrigin}/postback/sandbox?${query}&signature=${signature}`,
    );
    acknowledged.completions.push({ transactionId, completionId: completed.completion_id });
    // Two taps at once: both must be told the same.
    const spins = await Promise.all(
      ['left', 'right'].map((clientSeed) =>
        good<SpinAnswer>('POST', `${appOrigin}/api/spin.php`, { offerId, clientSeed }, cookie),
      ),
    );
    for (const result of spins) acknowledged.spins.push({ cookie, offerId, result });
  }

  async function bringCodes(): Promise<void> {
    for (let batch = 0; !stopping; batch++) {
      const amount = batch % 4 === 3 ? 8 : 7;
      // Fewer than are won, so that some wins are owed for a while.
      const codes = Array.from({ length: 6 }, () => `S-${randomUUID()}`);
      await good(
        'POST',
        `${adminOrigin}/api/admin/vouchers.php`,
        {
          voucher_type: 'amazon',
          voucher_brand: 'Amazon',
          voucher_amount: amount,
          expiry_date: '2099-12-31',
          voucher_codes: codes,
        },
        admin,
      );
      await sleep(150);
    }
  }

  async function signIn(url: string, body: unknown): Promise<string> {
    const reply = await insist('POST', url, body);
    if (reply.status !== 200 || !reply.cookie) throw new Error(`${url} answered ${reply.status}`);
    return reply.cookie;
  }

  const everyone = [...Array.from({ length: WORKERS }, live), bringCodes()];
  const over = Promise.allSettled(everyone);
  return {
    acknowledged,
    wrong,
    retries: () => retries,
    async finish() {
      stopping = true;
      for (const each of await over) if (each.status === 'rejected') wrong.push(String(each.reason));
    },
  };
}

export interface Reply {
  status: number;
  body: unknown;
  cookie: string | undefined;
}

/** One try; undefined when the connection was cut or nothing came in time. */
export async function call(method: string, url: string, body?: unknown, cookie?: string): Promise<Reply | undefined> {
  try {
    const response = await fetch(url, {
      method,
      signal: AbortSignal.timeout(CALL_PATIENCE_MS),
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...(cookie ? { cookie } : {}) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const set = response.headers.getSetCookie()[0]?.split(';')[0];
    return { status: response.status, body: await response.json(), cookie: set };
  } catch {
    return undefined;
  }
}
