import { randomBytes } from 'node:crypto';
import type { ConformanceCheck } from '@inaam/contracts/networks/conformance';
import { nameOf } from '@inaam/dialects/dialect';
import { type HabitId, habitIds, habitTitles, type Step, stepsOf } from '@inaam/dialects/habits';
import { speak } from '@inaam/dialects/speak';
import type { Judgement } from '../../postbacks/judge.ts';
import { NOT_LISTED, type Verdict } from '../../postbacks/read.ts';
import {
  about,
  failed,
  meantBy,
  misread,
  newTelling,
  outcomeOf,
  passed,
  type Scenario,
  said,
  skipped,
} from './scenario.ts';

/** The habits, one postback after another: what at once means is proved elsewhere, by tests with connections of their own. */

const GROUPS: Partial<Record<HabitId, 'signature' | 'limits'>> = {
  wrong_signature: 'signature',
  key_rotation: 'signature',
  unlisted_address: 'limits',
};
/** A rehearsal has one connection: nothing in it is at once. */
const TITLES: Partial<Record<HabitId, string>> = { repeats: 'The same call eight times' };
const WEIGHTS: Partial<Record<HabitId, number>> = { wrong_signature: 15, repeats: 8, unlisted_address: 6 };

/** How it must end, where it is not as a completion that counts. */
const ENDS: Partial<Record<HabitId, 'reversed'>> = { late_reversal: 'reversed', wrong_order: 'reversed' };

export async function checkHabits(scenario: Scenario): Promise<ConformanceCheck[]> {
  const checks: ConformanceCheck[] = [];
  for (const id of habitIds) checks.push(await checkHabit(scenario, id));
  return checks;
}

async function checkHabit(scenario: Scenario, id: HabitId): Promise<ConformanceCheck> {
  const { harness, network, dialect } = scenario;
  const what = about(GROUPS[id] ?? 'habits', `habit.${id}`, TITLES[id] ?? habitTitles[id], WEIGHTS[id] ?? 5);
  const isListing = network.sourceAddresses.length > 0;
  if (id === 'unlisted_address' && !isListing) return skipped(what, 'No addresses are listed: any may call');
  const rotates = id === 'key_rotation';
  const secret = rotates ? randomBytes(24).toString('base64url') : network.signingSecret;
  const enforcesAddresses = isListing && network.sourceMode === 'enforce';
  const telling = newTelling(scenario);
  const steps = stepsOf(id, dialect, {
    target: { ...scenario.target, secret },
    telling,
    previousSecret: rotates ? network.signingSecret : undefined,
    enforcesAddresses,
  });
  if (!steps) return skipped(what, 'It has no words for it');
  try {
    if (rotates) await harness.rotate(secret, network.signingSecret, true);
    const played = await play(scenario, steps);
    if (played.wrong) return played.wrong(what);
  } finally {
    if (rotates) await harness.rotate(network.signingSecret, secret, false);
  }
  const expected = steps.map(({ expects, says }) => `${says}: ${expects}`).join('; ');
  const recorded = await harness.recorded(telling.clickId);
  const isRefused = id === 'unlisted_address' && enforcesAddresses;
  const end = isRefused ? undefined : (ENDS[id] ?? 'approved');
  if (recorded?.status === end) return passed(what, expected, end === undefined ? 'Nothing counted' : `Ended ${end}`);
  const ended = {
    expected: `It ends ${end ?? 'without a conversion'}`,
    got: `It ended ${recorded?.status ?? 'without one'}`,
  };
  // Every step came to what it should, and yet the whole did not: what waits may have been read as something else.
  const postback = steps.find(({ expects }) => expects === 'parked' || expects === 'reversed')?.postback;
  if (end !== 'reversed' || !postback) return failed(what, ended.expected, ended.got, [], null);
  const isMeant = (verdict: Verdict) => verdict.outcome === undefined && verdict.kind === 'reverse';
  return misread(scenario, what, { ...ended, postback, reason: null, isMeant });
}

type About = Parameters<typeof passed>[0];

/** Sends the steps until one comes to something else than it should. */
async function play(
  scenario: Scenario,
  steps: readonly Step[],
): Promise<{ wrong?: (what: About) => ConformanceCheck }> {
  for (const { says, postback, times, expects, from } of steps) {
    for (let i = 0; i < times; i++) {
      const judgement = await scenario.harness.receive(postback, from ?? scenario.ip);
      const wanted = i === 0 ? expects : 'repeat';
      const unmarked = from !== undefined && wanted === 'accepted' && judgement.alert === null;
      const isOtherwise = from !== undefined && wanted === 'refused' && judgement.reason !== NOT_LISTED;
      if (judgement.outcome === wanted && !unmarked && !isOtherwise) continue;
      const expected = `${says}${times > 1 ? `, time ${i + 1}` : ''}: ${wanted}`;
      const got = unmarked ? `${said(judgement)}, and not marked` : said(judgement);
      const blame = { expected, got, postback, judgement, expects: isOtherwise ? ('accepted' as const) : expects };
      return { wrong: (what) => blamed(scenario, what, blame) };
    }
  }
  return {};
}

interface Blame {
  expected: string;
  got: string;
  postback: Step['postback'];
  judgement: Judgement;
  expects: Step['expects'];
}

const blamed = (
  scenario: Scenario,
  what: About,
  { expected, got, postback, judgement, expects }: Blame,
): ConformanceCheck => {
  // A reversal that waits is read as what it is.
  const isMeant = (verdict: Verdict) =>
    outcomeOf(verdict) === expects ||
    (expects === 'parked' && outcomeOf(verdict) === 'reversed') ||
    (expects === 'repeat' && verdict.outcome === undefined);
  return misread(scenario, what, { expected, got, postback, reason: judgement.reason, isMeant });
};

/** What the same transaction may not do: change what was counted. */
export async function checkOtherPayout(scenario: Scenario): Promise<ConformanceCheck> {
  const { harness, dialect, target, ip } = scenario;
  const what = about('habits', 'habit.other_payout', 'The same transaction with another payout changes nothing', 5);
  if (!nameOf(dialect, 'payout') || !nameOf(dialect, 'transaction_id')) return skipped(what, 'It does not send both');
  const telling = newTelling(scenario);
  const first = speak(dialect, target, { ...telling, kind: 'approve' });
  await harness.receive(first, ip);
  const postback = speak(dialect, target, {
    ...telling,
    kind: 'approve',
    payout: telling.payout.replace(/.$/, (digit) => (digit === '1' ? '2' : '1')),
  });
  const judgement = await harness.receive(postback, ip);
  const recorded = await harness.recorded(telling.clickId);
  const expected = 'repeat, marked for a look, the first payout kept';
  const isKept = recorded?.payout_paise === meantBy(scenario, telling).payout_paise;
  if (judgement.outcome === 'repeat' && judgement.alert !== null && isKept)
    return passed(what, expected, said(judgement));
  const isMeant = (verdict: Verdict) =>
    verdict.outcome === undefined && verdict.kind === 'approve' && verdict.payout_paise !== null;
  return misread(scenario, what, { expected, got: said(judgement), postback, reason: judgement.reason, isMeant });
}

/** A key that has run out is nobody's. */
export async function checkOldKey(scenario: Scenario): Promise<ConformanceCheck> {
  const { harness, network, dialect, target, ip } = scenario;
  const what = about('signature', 'signature.old_key', 'A key whose overlap is over opens nothing', 5);
  const old = randomBytes(24).toString('base64url');
  await harness.rotate(network.signingSecret, old, false);
  const postback = speak(dialect, { ...target, secret: old }, { ...newTelling(scenario), kind: 'approve' });
  const judgement = await harness.receive(postback, ip);
  if (judgement.outcome === 'refused' && judgement.forged) return passed(what, 'refused', said(judgement));
  return failed(what, 'refused', said(judgement), ['signing'], 'Change how calls are signed: calls with any key pass.');
}
