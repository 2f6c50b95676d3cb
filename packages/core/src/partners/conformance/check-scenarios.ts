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
  failCheck,
  failMisread,
  getExpectedFacts,
  getOutcome,
  newReport,
  outcomeText,
  passCheck,
  skipCheck,
} from './check-context.ts';

/** Plays the scenarios, one postback after another. Other tests cover concurrency, with several connections. */

const GROUPS: Partial<Record<ScenarioId, 'signature' | 'limits'>> = {
  wrong_signature: 'signature',
  key_rotation: 'signature',
  unlisted_address: 'limits',
};
/** Replaces titles that promise simultaneous postbacks: a conformance test has only one connection. */
const TITLES: Partial<Record<ScenarioId, string>> = { repeats: 'The same postback eight times' };
const WEIGHTS: Partial<Record<ScenarioId, number>> = { wrong_signature: 15, repeats: 8, unlisted_address: 6 };

/** The final status of the completion in scenarios where it is not `approved`. */
const FINAL_STATUSES: Partial<Record<ScenarioId, 'reversed'>> = { late_reversal: 'reversed', wrong_order: 'reversed' };

export async function checkScenarios(scenario: CheckContext): Promise<ConformanceCheck[]> {
  const checks: ConformanceCheck[] = [];
  for (const id of scenarioIds) checks.push(await checkScenario(scenario, id));
  return checks;
}

async function checkScenario(scenario: CheckContext, id: ScenarioId): Promise<ConformanceCheck> {
  const { harness, network, dialect } = scenario;
  const what = checkHeader(GROUPS[id] ?? 'habits', `habit.${id}`, TITLES[id] ?? scenarioTitles[id], WEIGHTS[id] ?? 5);
  const hasAllowlist = network.sourceAddresses.length > 0;
  if (id === 'unlisted_address' && !hasAllowlist) return skipCheck(what, 'No source addresses are set');
  const isKeyRotation = id === 'key_rotation';
  if (isKeyRotation && network.signing.kind === 'ecdsa')
    return skipCheck(what, 'The network signs with its own private key');
  const secret = isKeyRotation ? randomBytes(24).toString('base64url') : scenario.target.secret;
  const enforcesAddresses = hasAllowlist && network.sourceMode === 'enforce';
  const report = newReport(scenario);
  const steps = getScenarioSteps(id, dialect, {
    target: { ...scenario.target, secret },
    report,
    previousSecret: isKeyRotation ? network.signingSecret : undefined,
    enforcesAddresses,
    timestampParam: network.callTimestamp?.param,
    toleratedSeconds: network.callTimestamp?.tolerance_seconds,
  });
  if (!steps) return skipCheck(what, 'The network has no status for this');
  try {
    if (isKeyRotation) await harness.rotate(secret, network.signingSecret, true);
    const result = await play(scenario, steps);
    if (result.wrong) return result.wrong(what);
  } finally {
    if (isKeyRotation) await harness.rotate(network.signingSecret, secret, false);
  }
  const expected = steps.map(({ expects, title }) => `${title}: ${expects}`).join('; ');
  const recorded = await harness.recorded(report.clickId);
  const isRefused = steps.at(-1)?.expects === 'refused';
  const expectedEnd = isRefused ? undefined : (FINAL_STATUSES[id] ?? 'approved');
  if (recorded?.status === expectedEnd)
    return passCheck(what, expected, expectedEnd === undefined ? 'Nothing counted' : `Ended ${expectedEnd}`);
  const wrongEnd = {
    expected: `Ends ${expectedEnd ?? 'without a conversion'}`,
    got: `Ended ${recorded?.status ?? 'without a conversion'}`,
  };
  // Each step had its outcome, but the end is wrong: a parked postback may have been misread.
  const postback = steps.find(({ expects }) => expects === 'parked' || expects === 'reversed')?.postback;
  if (expectedEnd !== 'reversed' || !postback) return failCheck(what, wrongEnd.expected, wrongEnd.got, [], null);
  const isExpected = (verdict: Verdict) => verdict.outcome === undefined && verdict.kind === 'reverse';
  return failMisread(scenario, what, { ...wrongEnd, postback, reason: null, isExpected });
}

type CheckHeader = Parameters<typeof passCheck>[0];

/** Sends the steps until one has an unexpected outcome. */
async function play(
  scenario: CheckContext,
  steps: readonly Step[],
): Promise<{ wrong?: (what: CheckHeader) => ConformanceCheck }> {
  for (const { title, postback, times, expects, from } of steps) {
    for (let i = 0; i < times; i++) {
      const judgement = await scenario.harness.receive(postback, from ?? scenario.ip);
      const outcome = i === 0 ? expects : 'repeat';
      const isUnmarked = from !== undefined && outcome === 'accepted' && judgement.alert === null;
      const isRefusedOtherwise =
        from !== undefined && outcome === 'refused' && judgement.reason !== ADDRESS_NOT_ALLOWED;
      if (judgement.outcome === outcome && !isUnmarked && !isRefusedOtherwise) continue;
      const expected = `${title}${times > 1 ? `, time ${i + 1}` : ''}: ${outcome}`;
      const got = isUnmarked ? `${outcomeText(judgement)}, without an alert` : outcomeText(judgement);
      const mismatch = {
        expected,
        got,
        postback,
        judgement,
        expects: isRefusedOtherwise ? ('accepted' as const) : expects,
      };
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
  // A parked reversal must at least be read as a reversal.
  const isExpected = (verdict: Verdict) =>
    getOutcome(verdict) === expects ||
    (expects === 'parked' && getOutcome(verdict) === 'reversed') ||
    (expects === 'repeat' && verdict.outcome === undefined);
  return failMisread(scenario, what, { expected, got, postback, reason: judgement.reason, isExpected });
};

export async function checkChangedPayout(scenario: CheckContext): Promise<ConformanceCheck> {
  const { harness, dialect, target, ip } = scenario;
  const what = checkHeader(
    'habits',
    'habit.other_payout',
    'The same transaction with another payout changes nothing',
    5,
  );
  if (!getParamName(dialect, 'payout') || !getParamName(dialect, 'transaction_id'))
    return skipCheck(what, 'The network does not send both');
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
  const expected = 'repeat with an alert, and the first payout kept';
  const isKept = recorded?.payout_paise === getExpectedFacts(scenario, report).payout_paise;
  if (judgement.outcome === 'repeat' && judgement.alert !== null && isKept)
    return passCheck(what, expected, outcomeText(judgement));
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

export async function checkExpiredKey(scenario: CheckContext): Promise<ConformanceCheck> {
  const { harness, network, dialect, target, ip } = scenario;
  const what = checkHeader('signature', 'signature.old_key', 'The previous key is refused after its overlap', 5);
  if (network.signing.kind === 'ecdsa') return skipCheck(what, 'The network signs with its own private key');
  const expiredKey = randomBytes(24).toString('base64url');
  await harness.rotate(network.signingSecret, expiredKey, false);
  const postback = buildPostback(
    dialect,
    { ...target, secret: expiredKey },
    { ...newReport(scenario), kind: 'approve' },
  );
  const judgement = await harness.receive(postback, ip);
  if (judgement.outcome === 'refused' && judgement.forged) return passCheck(what, 'refused', outcomeText(judgement));
  return failCheck(
    what,
    'refused',
    outcomeText(judgement),
    ['signing'],
    'Change how postbacks are signed: postbacks signed with any key are accepted.',
  );
}
