import { findPartner, type Partners } from './partners.ts';
import { type AppAnswer, AppUnreachable, getTransactionId, type Postback, sendPostback } from './postback.ts';

/** The last postback of a click, and the app's reply. */
export interface Entry {
  status: string;
  transactionId: string;
  outcome: AppAnswer | AppUnreachable;
  /** The last status that the app accepted. A refused postback does not change this status. */
  recorded: string | undefined;
  payout: string | undefined;
  at: Date;
}

/** A sale that the app counted, with its price in rupees. */
export interface CountedSale {
  clickId: string;
  transactionId: string;
  payout: string;
  at: Date;
}

/** Whether the app parked the postback. */
export const isParked = ({ body }: AppAnswer): boolean =>
  typeof body === 'object' && body !== null && 'status' in body && body.status === 'parked';

const isAccepted = (outcome: Entry['outcome']): boolean =>
  !(outcome instanceof AppUnreachable) && isSuccess(outcome) && !isParked(outcome);

export const isSuccess = ({ status }: AppAnswer): boolean => status >= 200 && status < 300;

export interface Sale {
  clickId: string;
  transactionId?: string | undefined;
  payout?: string | undefined;
  status: string;
  /** The simulated network that reports the sale; absent for the sandbox network. */
  partner?: string | undefined;
}

const MAX_ENTRIES = 10_000;

/**
 * Sends postbacks and stores each click's last postback in memory, for the click's page. After a restart the pages are
 * empty. A second completion of a click still repeats the transaction id, because the id derives from the click.
 */
export class Ledger {
  readonly #entries = new Map<string, Entry>();
  readonly #target: { appOrigin: string; secret: string };
  readonly #partners: Partners;

  constructor(target: { appOrigin: string; secret: string }, partners: Partners) {
    this.#target = target;
    this.#partners = partners;
  }

  get(clickId: string): Entry | undefined {
    return this.#entries.get(clickId);
  }

  /** Lists the approved sales that had a price, newest first. */
  listCounted(): CountedSale[] {
    return [...this.#entries]
      .toReversed()
      .flatMap(([clickId, { recorded, transactionId, payout, at }]) =>
        recorded === 'approved' && payout !== undefined ? [{ clickId, transactionId, payout, at }] : [],
      );
  }

  /** @throws AppUnreachable when the app does not reply; the click's page also shows this failure */
  async send(sale: Sale): Promise<AppAnswer> {
    const transactionId = sale.transactionId ?? getTransactionId(sale.clickId);
    const { clickId, payout, status } = sale;
    const postback: Postback = { clickId, transactionId, payout, status, timestamp: Math.floor(Date.now() / 1000) };
    try {
      const outcome = await (sale.partner === undefined
        ? sendPostback(postback, this.#target)
        : this.#partners.send(findPartner(sale.partner), {
            kind: status === 'approved' ? 'approve' : 'reverse',
            clickId,
            transactionId,
            payout: payout ?? '1.25',
          }));
      this.#store(postback, outcome);
      return outcome;
    } catch (error) {
      if (error instanceof AppUnreachable) this.#store(postback, error);
      throw error;
    }
  }

  #store({ clickId, status, transactionId, payout, timestamp }: Postback, outcome: Entry['outcome']): void {
    const before = this.#entries.get(clickId);
    const recorded = isAccepted(outcome) ? status : before?.recorded;
    const at = before?.at ?? new Date(timestamp * 1000);
    this.#entries.delete(clickId);
    this.#entries.set(clickId, { status, transactionId, outcome, recorded, payout: payout ?? before?.payout, at });
    if (this.#entries.size <= MAX_ENTRIES) return;
    const oldest = this.#entries.keys().next();
    if (!oldest.done) this.#entries.delete(oldest.value);
  }
}
