import { getReward, readSpinnerConfig } from '@inaam/contracts/offers/odds';
import { fromHex, proofSteps, toHex } from '@inaam/contracts/spins/draw';
import type { DrawRow, Fairness } from '@inaam/contracts/spins/fairness';
import { treeSteps } from '@inaam/contracts/spins/merkle';
import { runWithNodeCrypto } from './draw.ts';

/**
 * Verifies a day's draws against the published root of the day. Needs only the exported files, no database and no keys.
 * @param draws the draws, sorted by completion ID
 * @returns one line for each problem
 */
export function verifyDraws(day: string, { days }: Fairness, draws: readonly DrawRow[]): string[] {
  const published = days.find((each) => each.day === day);
  if (!published) return [`${day} is not published`];
  const problems: string[] = [];
  if (draws.length !== published.count) {
    problems.push(`${published.count} draws were published, and there are ${draws.length}`);
  }
  const misplaced = draws.findIndex(({ completion_id: id }, at) => id <= (draws[at - 1]?.completion_id ?? 0));
  if (misplaced !== -1) problems.push(`completion ${draws[misplaced]?.completion_id} is not in its place`);
  const root = runWithNodeCrypto(treeSteps(draws.map(({ commitment }) => fromHex(commitment)))).at(-1)?.[0];
  if (!root || toHex(root) !== published.root) problems.push('the commitments do not give the root that was published');
  return [
    ...problems,
    ...draws.flatMap((draw) => findProblems(draw).map((text) => `completion ${draw.completion_id}: ${text}`)),
  ];
}

function findProblems(draw: DrawRow): string[] {
  const { server_seed: serverSeed, client_seed: clientSeed, roll, share } = draw;
  // If a completion is not spun yet, only its commitment is public.
  if (serverSeed === null || clientSeed === null || roll === null || share === null) {
    return draw.amount === null ? [] : ['won without a draw'];
  }
  const { completion_id: completionId, commitment, client_seed_hash: clientSeedHash } = draw;
  const check = runWithNodeCrypto(
    proofSteps({ serverSeed, clientSeed, completionId, commitment, roll, clientSeedHash, share }),
  );
  const read = readSpinnerConfig(draw.spinner_config);
  const reward = 'odds' in read ? getReward(read.odds, check.roll) : undefined;
  const amount = 'odds' in read && reward !== undefined ? (read.odds[reward]?.amount ?? null) : null;
  return [
    ...(check.commitmentMatches ? [] : ['the seed does not match the commitment']),
    ...(check.clientSeedMatches ? [] : ['the client seed does not match the hash from the click']),
    ...(check.roll === roll ? [] : [`the roll is ${check.roll}, and not ${roll}`]),
    ...('odds' in read ? [] : ['the odds cannot be read']),
    ...(amount === draw.amount
      ? []
      : [`the roll wins ${amount ?? 'nothing'}, and ${draw.amount ?? 'nothing'} was won`]),
  ];
}
