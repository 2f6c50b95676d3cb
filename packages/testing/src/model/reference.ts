/**
 * The expected results of postbacks: an independent and simple implementation without a database. Tests compare it with
 * the product after many random histories.
 */

export interface Event {
  kind: 'pending' | 'approve' | 'reverse';
  transaction: string;
  click: string;
  /** Paise; null if the postback has none. */
  payout: number | null;
}

/** A completion. */
export interface Fact {
  user: number;
  offer: number;
  click: string;
  transaction: string;
  payout: number;
  /** The payout that the network reported; null if the offer's payout counts. */
  reportedPayout: number | null;
  confirmed: boolean;
  reversed: boolean;
  spun: boolean;
}

/** A further transaction of a completion: it adds revenue and gives no spin. */
interface Payment {
  fact: Fact;
  click: string;
  transaction: string;
  /** The reported payout, or else the offer's payout. */
  payout: number;
  confirmed: boolean;
  reversed: boolean;
}

export interface Click {
  user: number;
  offer: number;
  network: string;
}

export class Model {
  readonly facts: Fact[] = [];
  readonly payments: Payment[] = [];
  alerts = 0;
  private early: Event[] = [];
  private readonly clicks: ReadonlyMap<string, Click>;
  private readonly reward: number;

  constructor(clicks: ReadonlyMap<string, Click>, reward: number) {
    this.clicks = clicks;
    this.reward = reward;
  }

  /** @returns the expected outcome */
  receive(event: Event): string {
    const hasSameTransaction = ({ transaction }: { transaction: string }) => transaction === event.transaction;
    const fact = this.facts.find(hasSameTransaction);
    const payment = this.payments.find(hasSameTransaction);
    if (event.kind === 'reverse') return this.reverse(event, fact, payment);
    if (fact) return this.judgeKnown(event, fact);
    return payment ? this.judgeKnownPayment(event, payment) : this.judgeFirst(event);
  }

  private reverse(event: Event, fact: Fact | undefined, payment: Payment | undefined): string {
    const found = fact ?? payment ?? this.findOnlyTransaction(event.click);
    if (!found) {
      // The alert stays until the completion arrives that this event reverses.
      this.early.push(event);
      this.alerts++;
      return 'parked';
    }
    if (found === payment ? !this.isOfSameUser(event.click, payment.fact) : found.click !== event.click) {
      this.alerts++;
      return 'parked';
    }
    if (found.reversed) return 'repeat';
    found.reversed = true;
    return 'reversed';
  }

  /** The transaction of a click, if there is exactly one. */
  private findOnlyTransaction(clickId: string): Fact | Payment | undefined {
    const found = [...this.facts, ...this.payments].filter(({ click }) => click === clickId);
    return found.length === 1 ? found[0] : undefined;
  }

  private isOfSameUser(clickId: string, { user, offer }: Fact): boolean {
    const click = this.clicks.get(clickId);
    return click?.user === user && click.offer === offer;
  }

  private judgeKnownPayment(event: Event, payment: Payment): string {
    if (payment.click !== event.click) {
      this.alerts++;
      return 'refused';
    }
    if (event.kind === 'approve' && !payment.confirmed) {
      payment.confirmed = true;
      payment.payout = event.payout ?? payment.payout;
      this.alerts++;
      return 'accepted';
    }
    if (event.payout !== null && event.payout !== payment.payout) this.alerts++;
    return 'repeat';
  }

  private judgeKnown(event: Event, fact: Fact): string {
    if (fact.click !== event.click) {
      this.alerts++;
      return 'refused';
    }
    const isDifferent = event.payout !== null && event.payout !== fact.reportedPayout;
    if (isDifferent) this.alerts++;
    if (event.kind !== 'approve' || fact.confirmed) return 'repeat';
    fact.confirmed = true;
    if (event.payout !== null) {
      fact.payout = event.payout;
      fact.reportedPayout = event.payout;
    }
    return 'accepted';
  }

  private judgeFirst(event: Event): string {
    const click = this.clicks.get(event.click);
    if (!click) return 'parked';
    const earlierFact = this.facts.find(({ user, offer }) => user === click.user && offer === click.offer);
    if (earlierFact) return this.judgeFurther(event, earlierFact);
    const fact: Fact = {
      user: click.user,
      offer: click.offer,
      click: event.click,
      transaction: event.transaction,
      payout: event.payout ?? this.reward,
      reportedPayout: event.payout,
      confirmed: event.kind === 'approve',
      reversed: false,
      spun: false,
    };
    this.facts.push(fact);
    const reversals = this.early.filter(({ click: each }) => each === fact.click);
    if (reversals.length > 0) fact.reversed = true;
    this.alerts -= reversals.length;
    // A reversal with this transaction and another click stays parked until a person decides.
    this.early = this.early.filter((each) => !reversals.includes(each) && each.transaction !== event.transaction);
    return event.kind === 'approve' ? 'accepted' : 'pending';
  }

  private judgeFurther(event: Event, fact: Fact): string {
    const { click, transaction } = event;
    const confirmed = event.kind === 'approve';
    const payment = { fact, click, transaction, payout: event.payout ?? this.reward, confirmed, reversed: false };
    this.payments.push(payment);
    if (confirmed) this.alerts++;
    const reversals = this.early.filter(
      (each) => each.transaction === transaction && this.isOfSameUser(each.click, fact),
    );
    if (reversals.length > 0) payment.reversed = true;
    this.alerts -= reversals.length;
    this.early = this.early.filter((each) => !reversals.includes(each));
    return confirmed ? 'accepted' : 'pending';
  }

  /** Spins a confirmed completion that is not reversed; at most once. */
  spin(user: number, offer: number): void {
    const fact = this.facts.find((each) => each.user === user && each.offer === offer);
    if (fact?.confirmed && !fact.reversed) fact.spun = true;
  }

  figures(includes: (fact: Fact) => boolean): { completions: number; revenue: number; spins: number } {
    const facts = this.facts.filter(includes);
    return {
      completions: facts.filter(({ confirmed }) => confirmed).length,
      revenue: [...facts, ...this.payments.filter((payment) => includes(payment.fact))]
        .filter(({ confirmed, reversed }) => confirmed && !reversed)
        .reduce((sum, { payout }) => sum + payout, 0),
      spins: facts.filter(({ spun }) => spun).length,
    };
  }
}
