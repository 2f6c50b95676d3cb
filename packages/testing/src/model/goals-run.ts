import { creditCompletion } from '@inaam/core/ledger/completions/credit';
import { ledgerDifferences } from '@inaam/db/ledger';
import type { TestCore } from '../core.ts';
import { postback, type TestNetwork } from '../factories/completions.ts';
import { anyAdmin } from '../factories/identity.ts';
import { type GoalStep, KINDS_OF_GOALS, makeGoalHistory } from './goals-history.ts';
import { GoalsModel } from './goals-reference.ts';
import { createRandom } from './history.ts';
import { type HistoryData, makeHistoryData, REWARD } from './history-data.ts';

const words = { pending: 'pending', approve: 'approved', reverse: 'reversed' };

/**
 * Runs random histories of offers with and without goals on the database, and compares every outcome and the end state
 * with the reference.
 * @param network a network that reports goals and accepts the payouts of the histories
 * @returns differences, one per line; and the number of postbacks
 */
export async function runGoalsModel(
  core: TestCore,
  { network, histories, seed }: { network: TestNetwork; histories: number; seed: number },
): Promise<{ problems: string[]; postbacks: number }> {
  const all = await makeHistoryData(core.database.sql, network.slug, histories);
  const getKind = (index: number) => KINDS_OF_GOALS[index % KINDS_OF_GOALS.length] ?? { goals: [], inOrder: false };
  for (const kind of KINDS_OF_GOALS) {
    const goals = kind.goals.map(({ id, payout, givesSpin }) => ({
      goal_id: id,
      name: '',
      payout_paise: payout,
      gives_spin: givesSpin,
    }));
    const offers = all.filter((_, index) => getKind(index) === kind).map(({ offer }) => offer);
    await core.database.sql`
      update offers set goals = ${JSON.stringify(goals)}::text::jsonb, goals_in_order = ${kind.inOrder}
      where id = any (${offers}::bigint[])`;
  }
  const problems: string[] = [];
  const finished: { user: number; expected: string; report: (what: string) => void }[] = [];
  let postbacks = 0;
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < all.length; index = next++) {
      const data = all[index];
      if (!data) return;
      // Uses the second user, who has only one click, so that a credit by hand uses the same click as the postbacks.
      const click = [...data.clicks.keys()].at(-1) ?? '';
      const steps = makeGoalHistory(click, getKind(index), createRandom(seed + index));
      const model = new GoalsModel(getKind(index).goals, getKind(index).inOrder, REWARD);
      const report = (what: string) =>
        problems.push(`history ${index}, seed ${seed} ${JSON.stringify(steps)}: ${what}`);
      for (const step of steps) {
        const got = await Promise.all(step.map((event) => send(core, network, data, click, event)));
        postbacks += got.length;
        const expected = step.map((event) => model.receive(event));
        if (got.toSorted().join() !== expected.toSorted().join())
          report(`${JSON.stringify(step)} was ${got.join()}, not ${expected.join()}`);
      }
      finished.push({ user: data.users[1], expected: computeExpectedEndState(model), report });
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  const ends = await readEndStates(core);
  for (const { user, expected, report } of finished) {
    const actual = ends.get(user);
    if (actual !== expected) report(`ended as ${actual}, not ${expected}`);
  }
  return { problems: [...problems, ...(await ledgerDifferences(core.database.sql))], postbacks };
}

async function send(
  core: TestCore,
  network: TestNetwork,
  { users: [, user], offer }: HistoryData,
  click: string,
  event: GoalStep[number],
): Promise<string> {
  if (event.kind === 'credit') {
    const input = { user_id: user, offer_id: offer, reason: 'The model', payout_amount: event.payout };
    return creditCompletion(core.as(anyAdmin), input).then(
      () => 'credited',
      () => 'refused',
    );
  }
  const { outcome } = await postback(core, network, {
    click_id: click,
    transaction_id: event.transaction,
    status: words[event.kind],
    ...(event.goal !== null && { goal: event.goal }),
    ...(event.payout !== null && { payout: (event.payout / 100).toFixed(2) }),
  });
  return outcome;
}

const formatLine = (goal: string | null, transaction: string | null, payout: number, status: string) =>
  `${goal ?? 'no goal'} ${transaction ?? 'by hand'} ${payout} ${status}`;

/** The end state of a history according to the model. */
function computeExpectedEndState(model: GoalsModel): string {
  const lines = model.reached.map(({ goal, transaction, payout, confirmed, reversed }) =>
    formatLine(goal, transaction, payout, reversed ? 'reversed' : confirmed ? 'approved' : 'pending'),
  );
  return [...lines.toSorted(), `${model.completions} completed, revenue ${model.revenue}`].join('; ');
}

/** The end states in the database by user, in a few large reads. */
async function readEndStates({ database: { sql } }: TestCore): Promise<Map<number, string>> {
  const rows = await sql<{ user: number; goal: string | null; transaction: string; payout: number; status: string }[]>`
    select user_id::int8 as user, goal_id as goal, transaction_id as transaction, payout_paise::float8 as payout, status
    from completion_states where awaited_goal is null
    union all
    select c.user_id::int8, m.goal_id, m.transaction_id, m.payout_paise::float8, m.status
    from payment_states m join completions c on c.id = m.completion_id`;
  const figures = await sql<{ user: number; completions: number; revenue: number }[]>`
    select user_id::int8 as user, completions::int, revenue_paise::float8 as revenue from user_stats_now()`;
  const byUser = Map.groupBy(rows, ({ user }) => user);
  return new Map(
    figures.map(({ user, completions, revenue }) => {
      const lines = (byUser.get(user) ?? []).map(({ goal, transaction, payout, status }) =>
        formatLine(goal, transaction.startsWith('manual-') ? null : transaction, payout, status),
      );
      return [user, [...lines.toSorted(), `${completions} completed, revenue ${revenue}`].join('; ')] as const;
    }),
  );
}
