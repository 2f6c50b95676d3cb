import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Person, SeededData } from './seed-data.ts';

export type CallKind = 'offers' | 'click' | 'postback' | 'spin';

/** One attempt of a call. */
export interface Call {
  kind: CallKind;
  caller: number;
  /** 0 without an answer: the connection was refused or cut, or the attempt took too long. */
  status: number;
  /** ms of `performance.now()`. */
  began: number;
  ended: number;
  /** The start of the body if the call failed. The start shows which program answered. */
  body?: string;
}

/** Acknowledged answers of the server. All these answers must be stored. */
export interface Acknowledged {
  clicks: string[];
  completions: { transactionId: string; completionId: number }[];
  spins: AcknowledgedSpin[];
}

export interface AcknowledgedSpin {
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
  /** Answers that break the contract, one per line. */
  wrong: string[];
  /** Waits until the last call has ended. */
  stop(): Promise<void>;
}

export interface LoadOptions {
  /** Number of simultaneous callers. */
  callers?: number;
  /** Maximum calls per second of all callers together. */
  rate?: number;
  /** ms without an answer after which a caller gives up. This long after a stop of the load, all callers give up. */
  retryFor?: number;
}

/** An attempt is cut off after this many ms. That is far above the allowed maximum, so slow calls are measured, too. */
const PATIENCE_MS = 20_000;
/** ms of pause before a call without an answer, or with 503, is repeated. */
const PAUSE_MS = 120;
const RETRY_FOR_MS = 60_000;
/** A stopped load must end within this many ms. A caller's last attempt may take {@link PATIENCE_MS}. */
export const STOP_PATIENCE = RETRY_FOR_MS + PATIENCE_MS + 20_000;

/** The completions that callers make. `next` returns each pair of a person and an offer only once in a drill. */
export interface CompletionQueue {
  next(caller: number): { person: Person; offerId: number } | undefined;
}

export function createCompletionQueue({ people, offers }: SeededData, callers = 12): CompletionQueue {
  const turns = new Map<number, number>();
  return {
    next(caller) {
      const turn = turns.get(caller) ?? 0;
      turns.set(caller, turn + 1);
      // People of a caller take turns, so that none reaches the limit of calls per minute.
      const callerPeople = people.filter((_, i) => i % callers === caller);
      const person = callerPeople[turn % callerPeople.length];
      const offerId = offers[Math.floor(turn / callerPeople.length)];
      return person && offerId !== undefined ? { person, offerId } : undefined;
    },
  };
}

/**
 * Starts callers who list offers, click, complete and spin at a steady rate. Each caller repeats a call until there is
 * an answer, as an app and a network do.
 * @param origin returns where the users' host answers; called before each call
 */
export function startLoad(
  origin: () => string,
  { network }: Pick<SeededData, 'network'>,
  queue: CompletionQueue,
  { callers = 12, rate = 150, retryFor = RETRY_FOR_MS }: LoadOptions = {},
): Load {
  const calls: Call[] = [];
  const wrong: string[] = [];
  const acknowledged: Acknowledged = { clicks: [], completions: [], spins: [] };
  let isStopping = false;
  /** The time when every caller gives up, even in the middle of its list of calls. */
  let lastTry = Number.POSITIVE_INFINITY;
  let slot = performance.now();

  /** Waits for the next slot. Missed slots are dropped, so the rate after an outage is the same as before. */
  async function waitForTurn(): Promise<void> {
    const now = performance.now();
    slot = Math.max(slot + 1000 / rate, now);
    await sleep(slot - now);
  }

  async function makeAttempt(kind: CallKind, caller: number, request: CallRequest): Promise<Answer> {
    const began = performance.now();
    const answer = await send(origin(), request);
    const { status } = answer;
    const failure = status === 200 || status === 0 ? {} : { body: JSON.stringify(answer.body).slice(0, 160) };
    calls.push({ kind, caller, status, began, ended: performance.now(), ...failure });
    return answer;
  }

  /** @throws when the call fails, or has no answer in time */
  async function callUntilAnswered(kind: CallKind, caller: number, request: CallRequest): Promise<unknown> {
    const end = performance.now() + retryFor;
    for (;;) {
      await waitForTurn();
      const { status, body } = await makeAttempt(kind, caller, request);
      if (status === 200) return body;
      if (status !== 0 && status !== 503) throw new Error(`${kind} was answered ${status}: ${JSON.stringify(body)}`);
      if (performance.now() > Math.min(end, lastTry)) {
        throw new Error(`${kind} had no answer within ${retryFor / 1000} s`);
      }
      await sleep(PAUSE_MS * (0.5 + Math.random()));
    }
  }

  async function complete(caller: number, person: Person, offerId: number): Promise<void> {
    await callUntilAnswered('offers', caller, { method: 'GET', path: '/api/offers.php', person });
    const clicked = await callUntilAnswered('click', caller, {
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
    const completed = await callUntilAnswered('postback', caller, {
      method: 'GET',
      path: `/postback/${network.slug}?${query}&signature=${signature}`,
    });
    acknowledged.completions.push({
      transactionId,
      completionId: (completed as { completion_id: number }).completion_id,
    });
    // Two taps at once must get the same answer.
    const spins = await Promise.all(
      ['left', 'right'].map((clientSeed) =>
        callUntilAnswered('spin', caller, {
          method: 'POST',
          path: '/api/spin.php',
          person,
          body: { offerId, clientSeed },
        }),
      ),
    );
    for (const result of spins) {
      acknowledged.spins.push({ cookie: person.cookie, offerId, result: result as SpinAnswer });
    }
  }

  async function runCaller(caller: number): Promise<void> {
    while (!isStopping) {
      const next = queue.next(caller);
      if (!next) return void wrong.push(`caller ${caller} has nothing left to do: the drill is too long for its data`);
      // A refused completion must not stop the caller: the load must keep its rate.
      await complete(caller, next.person, next.offerId).catch((error: unknown) => wrong.push(String(error)));
    }
  }

  const everyone = Promise.all(Array.from({ length: callers }, (_, caller) => runCaller(caller)));
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

interface CallRequest {
  method: string;
  path: string;
  person?: Pick<Person, 'cookie'> & Partial<Person>;
  body?: unknown;
  /** Idempotency-Key: the same for each attempt. */
  key?: string;
}

interface Answer {
  status: number;
  body: unknown;
}

/** Makes one call. @returns status 0 without an answer */
export async function send(origin: string, { method, path, person, body, key }: CallRequest): Promise<Answer> {
  const headers = {
    ...(person && { cookie: person.cookie }),
    ...(person?.address !== undefined && { 'x-forwarded-for': person.address }),
    ...(key !== undefined && { 'idempotency-key': key }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const content = body === undefined ? null : JSON.stringify(body);
  const signal = AbortSignal.timeout(PATIENCE_MS);
  try {
    const answer = await fetch(origin + path, { method, headers, body: content, signal, redirect: 'manual' });
    return { status: answer.status, body: parseJson(await answer.text()) };
  } catch {
    return { status: 0, body: undefined };
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
