/**
 * The expected results of postbacks for an offer, with or without goals: an independent and simple implementation for
 * one person and one click, without a database. Tests compare it with the product after many random histories.
 */

export type GoalEvent =
  | {
      kind: 'pending' | 'approve' | 'reverse';
      transaction: string;
      /** The goal that the postback names, listed in the offer or not. `null`: the postback names no goal. */
      goal: string | null;
      /** Paise; null if the postback has none. */
      payout: number | null;
    }
  /** An admin credits the offer and enters the payout. */
  | { kind: 'credit'; payout: number };

/** A goal of the offer. */
export interface KnownGoal {
  id: string;
  /** Default payout in paise. */
  payout: number;
  givesSpin: boolean;
}

/** A counted report: the goal that gives the spin, another goal, or a further paid transaction. */
export interface ReachedGoal {
  /** null: the offer has no goals and none was named, or this is a further paid transaction. */
  goal: string | null;
  givesSpin: boolean;
  /** null: credited by hand, and not reported by the network yet. */
  transaction: string | null;
  payout: number;
  confirmed: boolean;
  reversed: boolean;
  /** Credited by hand after the network had reported other goals. No later postback replaces this credit. */
  creditedAfterSteps: boolean;
}

type Postback = Exclude<GoalEvent, { kind: 'credit' }>;

export class GoalsModel {
  readonly reached: ReachedGoal[] = [];
  private early: Postback[] = [];
  /** Transactions of postbacks that arrived before a required goal. */
  private readonly parked = new Set<string>();
  private readonly goals: readonly KnownGoal[];
  private readonly inOrder: boolean;
  private readonly reward: number;

  /**
   * @param goals empty: the first postback completes the offer
   * @param inOrder whether a goal counts only after all previous goals
   * @param reward default payout in paise of an offer without goals
   */
  constructor(goals: readonly KnownGoal[], inOrder: boolean, reward: number) {
    this.goals = goals;
    this.inOrder = inOrder;
    this.reward = reward;
  }

  /** @returns the expected outcome; for a credit `credited` or `refused` */
  receive(event: GoalEvent): string {
    if (event.kind === 'credit') return this.credit(event.payout);
    if (event.kind === 'reverse') return this.reverse(event);
    const known = this.reached.find(({ transaction }) => transaction === event.transaction);
    return known ? this.receiveKnown(event, known) : this.receiveNew(event);
  }

  private readonly finish = () => this.reached.find(({ givesSpin }) => givesSpin);

  private credit(payout: number): string {
    if (this.finish()) return 'refused';
    const creditedAfterSteps = this.reached.length > 0;
    this.reached.push({
      goal: this.goals.find(({ givesSpin }) => givesSpin)?.id ?? null,
      givesSpin: true,
      transaction: null,
      payout,
      confirmed: true,
      reversed: false,
      creditedAfterSteps,
    });
    return 'credited';
  }

  /** A confirmation keeps the announced payout unless the postback names a payout. */
  private receiveKnown({ kind, payout }: Postback, known: ReachedGoal): string {
    if (kind !== 'approve' || known.confirmed) return 'repeat';
    known.confirmed = true;
    known.payout = payout ?? known.payout;
    return 'accepted';
  }

  /** The goal of a postback with a new transaction. */
  private getGoal({ goal }: Postback): Omit<KnownGoal, 'id'> & { id: string | null; isListed: boolean } {
    const listed = this.goals.find(({ id }) => id === goal);
    if (listed) return { ...listed, isListed: true };
    if (this.goals.length > 0) return { id: goal ?? '', payout: 0, givesSpin: false, isListed: false };
    const finish = this.finish();
    const namesOtherGoal = finish && finish.transaction !== null && goal !== null && goal !== finish.goal;
    return {
      id: goal,
      payout: namesOtherGoal ? 0 : this.reward,
      givesSpin: !namesOtherGoal,
      isListed: !namesOtherGoal,
    };
  }

  private receiveNew(event: Postback): string {
    const goal = this.getGoal(event);
    if (this.isFurtherTransaction(event)) {
      const paid = event.payout ?? (goal.givesSpin ? goal.payout : 0);
      if (paid === 0) return 'repeat';
      return this.recordGoal({ goal: null, givesSpin: false, payout: paid }, event);
    }
    const earlierGoals = this.goals.slice(
      0,
      Math.max(
        0,
        this.goals.findIndex(({ id }) => id === goal.id),
      ),
    );
    if (this.inOrder && !earlierGoals.every(({ id }) => this.reached.some((each) => each.goal === id))) {
      this.parked.add(event.transaction);
      return 'parked';
    }
    // An unknown goal without a payout does not count.
    if (!goal.isListed && !event.payout) return this.goals.length > 0 ? 'ignored' : 'repeat';
    let reached = goal.givesSpin ? this.finish() : this.reached.find((each) => each.goal === goal.id);
    if (reached && (reached.transaction !== null || reached.creditedAfterSteps || event.kind !== 'approve'))
      return 'repeat';
    if (reached) {
      reached.goal = goal.id;
      reached.transaction = event.transaction;
      reached.payout = event.payout ?? reached.payout;
      return this.applyEarly(reached, event);
    }
    return this.recordGoal({ goal: goal.id, givesSpin: goal.givesSpin, payout: event.payout ?? goal.payout }, event);
  }

  /**
   * Whether the offer has no goals, a postback has completed the offer, and the new transaction names no goal or a goal
   * that was counted before. Such a transaction counts only if it is paid.
   */
  private isFurtherTransaction({ goal }: Postback): boolean {
    const finish = this.finish();
    if (this.goals.length > 0 || !finish || finish.transaction === null) return false;
    return goal === null || this.reached.some((each) => each.goal === goal);
  }

  private recordGoal(what: Pick<ReachedGoal, 'goal' | 'givesSpin' | 'payout'>, event: Postback): string {
    const { transaction, kind } = event;
    const reached = { ...what, transaction, confirmed: kind === 'approve', reversed: false, creditedAfterSteps: false };
    this.reached.push(reached);
    return this.applyEarly(reached, event);
  }

  /** Applies the reversals of this goal that arrived before it was reached. */
  private applyEarly(reached: ReachedGoal, { kind }: Postback): string {
    this.early = this.early.filter(
      (each) => this.findReached(each) !== reached || this.reverseReached(each) === undefined,
    );
    return kind === 'approve' ? 'accepted' : 'pending';
  }

  private reverse(event: Postback): string {
    const outcome = this.reverseReached(event);
    if (outcome === undefined) this.early.push(event);
    return outcome ?? 'parked';
  }

  /** The reached goal with this transaction, or else the only reached goal that fits the postback. */
  private findReached({ transaction, goal }: Postback): ReachedGoal | undefined {
    const candidates = this.reached.filter((each) => goal === null || each.goal === goal || each.goal === null);
    const named = this.reached.find((each) => each.transaction === transaction);
    if (named || this.parked.has(transaction) || candidates.length !== 1) return named;
    return candidates[0];
  }

  /** Reverses the reached goal that a reversal refers to. @returns undefined if there is none */
  private reverseReached(event: Postback): 'reversed' | 'repeat' | undefined {
    const reached = this.findReached(event);
    if (!reached) return undefined;
    if (reached.reversed) return 'repeat';
    reached.reversed = true;
    return 'reversed';
  }

  /** Revenue in paise. */
  get revenue(): number {
    return this.reached
      .filter(({ confirmed, reversed }) => confirmed && !reversed)
      .reduce((sum, { payout }) => sum + payout, 0);
  }

  get completions(): number {
    return this.finish()?.confirmed ? 1 : 0;
  }
}
