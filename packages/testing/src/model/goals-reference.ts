/**
 * What must become of the calls for an offer with goals, written a second time and as plainly as can be: no database,
 * no SQL. One person, one click. The real thing is compared with it after many random histories.
 */

export type GoalEvent =
  | {
      kind: 'pending' | 'approve' | 'reverse';
      transaction: string;
      /** One that the offer lacks is none of its goals; `null`: the call names none. */
      goal: string | null;
      /** Paise; null where the call brings none. */
      payout: number | null;
    }
  /** Somebody of the back-office says that the offer was completed, and what was paid. */
  | { kind: 'credit'; payout: number };

/** A goal as the offer has it. */
export interface KnownGoal {
  id: string;
  /** Paise that count where a call brings none. */
  payout: number;
  givesSpin: boolean;
}

/** What was reached: the goal that gives the spin, or a step on the way. */
export interface Reached {
  goal: string;
  givesSpin: boolean;
  /** null: credited by hand, until the network speaks of it. */
  transaction: string | null;
  payout: number;
  confirmed: boolean;
  reversed: boolean;
  /** Credited by hand after steps were paid: that is never taken over. */
  settledByHand: boolean;
}

type Call = Exclude<GoalEvent, { kind: 'credit' }>;

export class GoalsModel {
  readonly reached: Reached[] = [];
  private early: Call[] = [];
  /** Transactions of calls that came before a goal that must come first. */
  private readonly parked = new Set<string>();
  private readonly goals: readonly KnownGoal[];
  private readonly inOrder: boolean;

  /** @param inOrder a goal counts only after those that stand before it */
  constructor(goals: readonly KnownGoal[], inOrder: boolean) {
    this.goals = goals;
    this.inOrder = inOrder;
  }

  /** @returns the outcome that it must have; of a credit `credited` or `refused` */
  receive(event: GoalEvent): string {
    if (event.kind === 'credit') return this.credit(event.payout);
    if (event.kind === 'reverse') return this.reverse(event);
    const known = this.reached.find(({ transaction }) => transaction === event.transaction);
    return known ? this.again(event, known) : this.first(event);
  }

  private readonly finish = () => this.reached.find(({ givesSpin }) => givesSpin);

  private credit(payout: number): string {
    if (this.finish()) return 'refused';
    const goal = this.goals.find(({ givesSpin }) => givesSpin);
    if (!goal) throw new Error('one of the goals gives the spin');
    const settledByHand = this.reached.length > 0;
    this.reached.push({
      goal: goal.id,
      givesSpin: true,
      transaction: null,
      payout,
      confirmed: true,
      reversed: false,
      settledByHand,
    });
    return 'credited';
  }

  /** What is confirmed counts as it was announced, unless the confirmation says another sum. */
  private again({ kind, payout }: Call, known: Reached): string {
    if (kind !== 'approve' || known.confirmed) return 'repeat';
    known.confirmed = true;
    known.payout = payout ?? known.payout;
    return 'accepted';
  }

  private first(event: Call): string {
    const goal = this.goals.find(({ id }) => id === event.goal) ?? {
      id: event.goal ?? '',
      payout: 0,
      givesSpin: false,
    };
    const isListed = this.goals.includes(goal);
    const before = this.goals.slice(0, this.goals.indexOf(goal));
    if (this.inOrder && isListed && !before.every(({ id }) => this.reached.some((each) => each.goal === id))) {
      this.parked.add(event.transaction);
      return 'parked';
    }
    // Nobody pays for it, and it is no step of ours.
    if (!isListed && !event.payout) return 'ignored';
    let reached = this.reached.find(({ goal: each }) => each === goal.id);
    if (reached && (reached.transaction !== null || reached.settledByHand || event.kind !== 'approve')) return 'repeat';
    if (reached) {
      reached.transaction = event.transaction;
      reached.payout = event.payout ?? reached.payout;
    } else {
      reached = {
        goal: goal.id,
        givesSpin: goal.givesSpin,
        transaction: event.transaction,
        payout: event.payout ?? goal.payout,
        confirmed: event.kind === 'approve',
        reversed: false,
        settledByHand: false,
      };
      this.reached.push(reached);
    }
    // Reversals that found nothing may be meant for this.
    this.early = this.early.filter((each) => this.found(each) !== reached || this.taken(each) === undefined);
    return event.kind === 'approve' ? 'accepted' : 'pending';
  }

  private reverse(event: Call): string {
    const outcome = this.taken(event);
    if (outcome === undefined) this.early.push(event);
    return outcome ?? 'parked';
  }

  /** What has the transaction, else the only thing that the click has earned. */
  private found({ transaction, goal }: Call): Reached | undefined {
    const ofClick = this.reached.filter((each) => goal === null || each.goal === goal);
    const named = this.reached.find((each) => each.transaction === transaction);
    if (named || this.parked.has(transaction) || ofClick.length !== 1) return named;
    return ofClick[0];
  }

  private taken(event: Call): 'reversed' | 'repeat' | undefined {
    const found = this.found(event);
    if (!found) return undefined;
    if (found.reversed) return 'repeat';
    found.reversed = true;
    return 'reversed';
  }

  /** In paise. */
  get revenue(): number {
    return this.reached
      .filter(({ confirmed, reversed }) => confirmed && !reversed)
      .reduce((sum, { payout }) => sum + payout, 0);
  }

  get completions(): number {
    return this.finish()?.confirmed ? 1 : 0;
  }
}
