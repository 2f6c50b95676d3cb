import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Person, SeededData } from './seed-data.ts';

export type Kind = 'offers' | 'click' | 'postback' | 'spin';

/** One try of a call. */
export interface Call {
  kind: Kind;
  caller: number;
  /** 0: no answer, since the connection was refused or cut. */
  status: number;
  /** ms of `performance.now()`. */
  began: number;
  ended: number;
  /** Of an answer that is no success: who gave it can be told by its words. */
  said?: string;
}

/** What the server has acknowledged. All of it must be stored. */
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
  calls: Call[];
  acknowledged: Acknowledged;
  /** What no rule of the contract explains, a line each. */
  wrong: string[];
  /** Waits until the last call has ended. */
  stop(): Promise<void>;
}

export interface LoadOptions {
  /** Who call at the same time. */
  callers?: number;
  /** Calls a second at most, all callers together. */
  rate?: number;
  /** ms after which a caller whose call is not answered gives up; once the load is to end, since then. */
  retryFor?: number;
}

/** Longer than any call may take, so that one that takes too long is seen. */
const PATIENCE_MS = 20_000;
/** Before a call is sent again that had no answer, or 503. */
const PAUSE_MS = 120;
const RETRY_FOR_MS = 60_000;
/** ms within which a load has ended: the last try of a caller may take its time. */
export const STOP_PATIENCE = RETRY_FOR_MS + PATIENCE_MS + 20_000;

/** Returns each pair of a person and an offer once, across all loads of a drill. */
export interface Work {
  next(caller: number): { person: Person; offerId: number } | undefined;
}

export function workOf({ people, offers }: SeededData, callers = 12): Work {
  const turns = new Map<number, number>();
  return {
    next(caller) {
      const turn = turns.get(caller) ?? 0;
      turns.set(caller, turn + 1);
      // A caller's people take turns, so that nobody meets the limit of calls a minute.
      const own = people.filter((_, i) => i % callers === caller);
      const person = own[turn % own.length];
      const offerId = offers[Math.floor(turn / own.length)];
      return person && offerId !== undefined ? { person, offerId } : undefined;
    },
  };
}

/**
 * Starts callers who look at offers, click, complete and spin, at a steady rate. Each sends a call until it is
 * answered, as an app and a network do.
 * @param origin where the users' host answers; asked before each call
 */
export function startLoad(
  origin: () => string,
  { network }: Pick<SeededData, 'network'>,
  work: Work,
  { callers = 12, rate = 150, retryFor = RETRY_FOR_MS }: LoadOptions = {},
): Load {
  const calls: Call[] = [];
  const wrong: string[] = [];
  const acknowledged: Acknowledged = { clicks: [], completions: [], spins: [] };
  let isStopping = false;
  /** When even a caller with four calls before it gives up. */
  let lastTry = Number.POSITIVE_INFINITY;
  let slot = performance.now();

  /** Open slots are not saved up: after an outage the rate is the same as before. */
  async function turn(): Promise<void> {
    const now = performance.now();
    slot = Math.max(slot + 1000 / rate, now);
    await sleep(slot - now);
  }

  async function once(kind: Kind, caller: number, sent: Sent): Promise<Answer> {
    const began = performance.now();
    const answer = await send(origin(), sent);
    const { status, body: said } = answer;
    const why = status === 200 || status === 0 ? {} : { said: JSON.stringify(said).slice(0, 160) };
    calls.push({ kind, caller, status, began, ended: performance.now(), ...why });
    return answer;
  }

  /** @throws when there is none in time, or one that is no success */
  async function insist(kind: Kind, caller: number, sent: Sent): Promise<unknown> {
    const end = performance.now() + retryFor;
    for (;;) {
      await turn();
      const { status, body } = await once(kind, caller, sent);
      if (status === 200) return body;
      if (status !== 0 && status !== 503) throw new Error(`${kind} was answered ${status}: ${JSON.stringify(body)}`);
      if (performance.now() > Math.min(end, lastTry)) {
        throw new Error(`${kind} had no answer within ${retryFor / 1000} s`);
      }
      await sleep(PAUSE_MS * (0.5 + Math.random()));
    }
  }

  async function complete(caller: number, person: Person, offerId: number): Promise<void> {
    await insist('offers', caller, { method: 'GET', path: '/api/offers.php', person });
    const clicked = await insist('click', caller, {
      method: 'POST',
      path: '/api/click-offer.php',
      person,
      body: { offerId },
      key: randomUUID(),
    });
    const clickId = new URL((clicked as { redirectUrl: string }).redirectUrl).searchParams.get('c') ?? '';
    acknowledged.clicks.push(clickId);
    const transactionId = randomUUID();
    const query = `click_id=${clickId}&transaction_id=${transactionId}&payout=12.5&status=approved`;
    const signature = createHmac('sha256', network.secret).update(query).digest('hex');
    const completed = await insist('postback', caller, {
      method: 'GET',
      path: `/postback/${network.slug}?${query}&signature=${signature}`,
    });
    acknowledged.completions.push({
      transactionId,
      completionId: (completed as { completion_id: number }).completion_id,
    });
    // Two taps at once: both must be told the same.
    const spins = await Promise.all(
      ['left', 'right'].map((clientSeed) =>
        insist('spin', caller, { method: 'POST', path: '/api/spin.php', person, body: { offerId, clientSeed } }),
      ),
    );
    for (const result of spins) {
      acknowledged.spins.push({ cookie: person.cookie, offerId, result: result as SpinAnswer });
    }
  }

  async function live(caller: number): Promise<void> {
    while (!isStopping) {
      const next = work.next(caller);
      if (!next) return void wrong.push(`caller ${caller} has nothing left to do: the drill is too long for its data`);
      // One that is refused goes on with the next offer: the load stays what it is.
      await complete(caller, next.person, next.offerId).catch((error: unknown) => wrong.push(String(error)));
    }
  }

  const everyone = Promise.all(Array.from({ length: callers }, (_, caller) => live(caller)));
  return {
    calls,
    acknowledged,
    wrong,
    async stop() {
      isStopping = true;
      lastTry = performance.now() + retryFor;
      await everyone;
    },
  };
}

interface Sent {
  method: string;
  path: string;
  person?: Person;
  body?: unknown;
  /** Idempotency-Key: the same for each try. */
  key?: string;
}

interface Answer {
  status: number;
  body: unknown;
}

async function send(origin: string, { method, path, person, body, key }: Sent): Promise<Answer> {
  const headers = {
    ...(person && { cookie: person.cookie, 'x-forwarded-for': person.address }),
    ...(key !== undefined && { 'idempotency-key': key }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const content = body === undefined ? null : JSON.stringify(body);
  const signal = AbortSignal.timeout(PATIENCE_MS);
  try {
    const answer = await fetch(origin + path, { method, headers, body: content, signal, redirect: 'manual' });
    return { status: answer.status, body: parsed(await answer.text()) };
  } catch {
    return { status: 0, body: undefined };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
