import { randomBytes } from 'node:crypto';
import type { ConformanceCheck } from '@inaam/contracts/networks/conformance';
import { buildPostback } from '../dialects/build-postback.ts';
import { getParamName } from '../dialects/dialect.ts';
import { getScenarioSteps, type ScenarioId, type Step, scenarioIds, scenarioTitles } from '../dialects/scenarios.ts';
import type { Judgement } from '../postbacks/judge.ts';
import { ADDRESS_NOT_ALLOWED, type Verdict } from '../postbacks/read.ts';
import {
  type CheckContext,
  checkHeader,
  failed,
  failMisread,
  getExpectedFacts,
  getOutcome,
  newReport,
  outcomeText,
  passed,
  skipped,
} from './check-context.ts';

/**
 * The habits, one postback after another. Concurrency is tested elsewhere, by tests with connections of their own.
 */

const GROUPS: Partial<Record<ScenarioId, 'signature' | 'limits'>> = {
  wrong_signature: 'signature',
  key_rotation: 'signature',
  unlisted_address: 'limits',
};
/** A rehearsal has one connection, so nothing in it runs at once. */
const TITLES: Partial<Record<ScenarioId, string>> = { repeats: 'The same call eight times' };
const WEIGHTS: Partial<Record<ScenarioId, number>> = { wrong_signature: 15, repeats: 8, unlisted_address: 6 };

/** The final status of the completion, where it is not approved. */
const FINAL_STATUSES: Partial<Record<ScenarioId, 'reversed'>> = { late_reversal: 'reversed', wrong_order: 'reversed' };

export async function checkScenarios(scenario: CheckContext): Promise<ConformanceCheck[]> {
  const checks: ConformanceCheck[] = [];
  for (const id of scenarioIds) checks.push(await checkScenario(scenario, id));
  return checks;
}

async function checkScenario(scenario: CheckContext, id: ScenarioId): Promise<ConformanceCheck> {
  const { harness, network, dialect } = scenario;
  const what = checkHeader(GROUPS[id] ?? 'habits', `habit.${id}`, TITLES[id] ?? scenarioTitles[id], WEIGHTS[id] ?? 5);
  const isListing = network.sourceAddresses.length > 0;
  if (id === 'unlisted_address' && !isListing) return skipped(what, 'No addresses are listed: any may call');
  const rotates = id === 'key_rotation';
  if (rotates && network.signing.kind === 'ecdsa') return skipped(what, 'It signs with keys of its own');
  const secret = rotates ? randomBytes(24).toString('base64url') : scenario.target.secret;
  const enforcesAddresses = isListing && network.sourceMode === 'enforce';
  const report = newReport(scenario);
  const steps = getScenarioSteps(id, dialect, {
    target: { ...scenario.target, secret },
    report,
    previousSecret: rotates ? network.signingSecret : undefined,
    enforcesAddresses,
    timestampParam: network.callTimestamp?.param,
    toleratedSeconds: network.callTimestamp?.tolerance_seconds,
  });
  if (!steps) return skipped(what, 'It has no status word for this');
  try {
    if (rotates) await harness.rotate(secret, network.signingSecret, true);
    const played = await play(scenario, steps);
    if (played.wrong) return played.wrong(what);
  } finally {
    if (rotates) await harness.rotate(network.signingSecret, secret, false);
  }
  const expected = steps.map(({ expects, title }) => `${title}: ${expects}`).join('; ');
  const recorded = await harness.recorded(report.clickId);
  const isRefused = steps.at(-1)?.expects === 'refused';
  const end = isRefused ? undefined : (FINAL_STATUSES[id] ?? 'approved');
  if (recorded?.status === end) return passed(what, expected, end === undefined ? 'Nothing counted' : `Ended ${end}`);
  const ended = {
    expected: `It ends ${end ?? 'without a conversion'}`,
    got: `It ended ${recorded?.status ?? 'without one'}`,
  };
  // Each step had its outcome, and yet the end is wrong: a parked postback may have been read as something else.
  const postback = steps.find(({ expects }) => expects === 'parked' || expects === 'reversed')?.postback;
  if (end !== 'reversed' || !postback) return failed(what, ended.expected, ended.got, [], null);
  const isExpected = (verdict: Verdict) => verdict.outcome === undefined && verdict.kind === 'reverse';
  return failMisread(scenario, what, { ...ended, postback, reason: null, isExpected });
}

type CheckHeader = Parameters<typeof passed>[0];

/** Sends the steps until one has another outcome than expected. */
async function play(
  scenario: CheckContext,
  steps: readonly Step[],
): Promise<{ wrong?: (what: CheckHeader) => ConformanceCheck }> {
  for (const { title, postback, times, expects, from } of steps) {
    for (let i = 0; i < times; i++) {
      const judgement = await scenario.harness.receive(postback, from ?? scenario.ip);
      const wanted = i === 0 ? expects : 'repeat';
      const unmarked = from !== undefined && wanted === 'accepted' && judgement.alert === null;
      const isOtherwise = from !== undefined && wanted === 'refused' && judgement.reason !== ADDRESS_NOT_ALLOWED;
      if (judgement.outcome === wanted && !unmarked && !isOtherwise) continue;
      const expected = `${title}${times > 1 ? `, time ${i + 1}` : ''}: ${wanted}`;
      const got = unmarked ? `${outcomeText(judgement)}, and not marked` : outcomeText(judgement);
      const mismatch = { expected, got, postback, judgement, expects: isOtherwise ? ('accepted' as const) : expects };
      return { wrong: (what) => mismatchCheck(scenario, what, mismatch) };
    }
  }
  return {};
}

interface Mismatch {
  expected: string;
  got: string;
  postback: Step['postback'];
  judgement: Judgement;
  expects: Step['expects'];
}

const mismatchCheck = (
  scenario: CheckContext,
  what: CheckHeader,
  { expected, got, postback, judgement, expects }: Mismatch,
): ConformanceCheck => {
  // A parked reversal is read as a reversal.
  const isExpected = (verdict: Verdict) =>
    getOutcome(verdict) === expects ||
    (expects === 'parked' && getOutcome(verdict) === 'reversed') ||
    (expects === 'repeat' && verdict.outcome === undefined);
  return failMisread(scenario, what, { expected, got, postback, reason: judgement.reason, isExpected });
};

/** A repeat of the same transaction must not change the recorded payout. */
export async function checkChangedPayout(scenario: CheckContext): Promise<ConformanceCheck> {
  const { harness, dialect, target, ip } = scenario;
  const what = checkHeader(
    'habits',
    'habit.other_payout',
    'The same transaction with another payout changes nothing',
    5,
  );
  if (!getParamName(dialect, 'payout') || !getParamName(dialect, 'transaction_id'))
    return skipped(what, 'It does not send both');
  const report = newReport(scenario);
  const first = buildPostback(dialect, target, { ...report, kind: 'approve' });
  await harness.receive(first, ip);
  const postback = buildPostback(dialect, target, {
    ...report,
    kind: 'approve',
    payout: report.payout.replace(/.$/, (digit) => (digit === '1' ? '2' : '1')),
  });
  const judgement = await harness.receive(postback, ip);
  const recorded = await harness.recorded(report.clickId);
  const expected = 'repeat, marked for review, the first payout kept';
  const isKept = recorded?.payout_paise === getExpectedFacts(scenario, report).payout_paise;
  if (judgement.outcome === 'repeat' && judgement.alert !== null && isKept)
    return passed(what, expected, outcomeText(judgement));
  const isExpected = (verdict: Verdict) =>
    verdict.outcome === undefined && verdict.kind === 'approve' && verdict.payout_paise !== null;
  return failMisread(scenario, what, {
    expected,
    got: outcomeText(judgement),
    postback,
    reason: judgement.reason,
    isExpected,
  });
}

/** A key whose overlap is over must not verify. */
export async function checkExpiredKey(scenario: CheckContext): Promise<ConformanceCheck> {
  const { harness, network, dialect, target, ip } = scenario;
  const what = checkHeader('signature', 'signature.old_key', 'An old key is refused once its overlap is over', 5);
  if (network.signing.kind === 'ecdsa') return skipped(what, 'It signs with keys of its own');
  const old = randomBytes(24).toString('base64url');
  await harness.rotate(network.signingSecret, old, false);
  const postback = buildPostback(dialect, { ...target, secret: old }, { ...newReport(scenario), kind: 'approve' });
  const judgement = await harness.receive(postback, ip);
  if (judgement.outcome === 'refused' && judgement.forged) return passed(what, 'refused', outcomeText(judgement));
  return failed(
    what,
    'refused',
    outcomeText(judgement),
    ['signing'],
    'Change how calls are signed: calls with any key pass.',
  );
}
