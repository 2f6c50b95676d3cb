import { type AppAnswer, AppUnreachable, type Postback, sendPostback, transactionIdOf } from './postback.ts';

/** What was last sent for a click, and the answer of the app. */
export interface Entry {
  status: string;
  transactionId: string;
  outcome: AppAnswer | AppUnreachable;
  /** The last status that the app accepted. A later one that it refused changes nothing. */
  recorded: string | undefined;
}

/** Kept by the app, which counts it when what is missing arrives. */
export const parked = ({ body }: AppAnswer): boolean =>
  typeof body === 'object' && body !== null && 'status' in body && body.status === 'parked';

const accepted = (outcome: Entry['outcome']): boolean =>
  !(outcome instanceof AppUnreachable) && isSuccess(outcome) && !parked(outcome);

export const isSuccess = ({ status }: AppAnswer): boolean => status >= 200 && status < 300;

export interface Sale {
  clickId: string;
  transactionId?: string | undefined;
  payout?: string | undefined;
  status: string;
}

const REMEMBERED = 10_000;

/**
 * Sends postbacks and remembers the last one of each click, for its page to show. In memory: after a restart the
 * page starts afresh, and a repeat is still a repeat, because the transaction id comes from the click.
 */
export class Ledger {
  readonly #entries = new Map<string, Entry>();
  readonly #target: { appOrigin: string; secret: string };

  constructor(target: { appOrigin: string; secret: string }) {
    this.#target = target;
  }

  of(clickId: string): Entry | undefined {
    return this.#entries.get(clickId);
  }

  /** @throws AppUnreachable when the app gave no answer; that is remembered too. */
  async send(sale: Sale): Promise<AppAnswer> {
    const transactionId = sale.transactionId ?? transactionIdOf(sale.clickId);
    const { clickId, payout, status } = sale;
    const postback: Postback = { clickId, transactionId, payout, status, timestamp: Math.floor(Date.now() / 1000) };
    try {
      const outcome = await sendPostback(postback, this.#target);
      this.#remember(clickId, status, transactionId, outcome);
      return outcome;
    } catch (error) {
      if (error instanceof AppUnreachable) this.#remember(clickId, status, transactionId, error);
      throw error;
    }
  }

  #remember(clickId: string, status: string, transactionId: string, outcome: Entry['outcome']): void {
    const recorded = accepted(outcome) ? status : this.#entries.get(clickId)?.recorded;
    this.#entries.delete(clickId);
    this.#entries.set(clickId, { status, transactionId, outcome, recorded });
    if (this.#entries.size <= REMEMBERED) return;
    const oldest = this.#entries.keys().next();
    if (!oldest.done) this.#entries.delete(oldest.value);
  }
}
