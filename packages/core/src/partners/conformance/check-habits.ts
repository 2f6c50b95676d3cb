import { randomBytes } from 'node:crypto';
import type { ConformanceCheck } from '@inaam/contracts/networks/conformance';
import { buildPostback } from '../dialects/build-postback.ts';
import { getParamName } from '../dialects/dialect.ts';
import { getHabitSteps, type HabitId, habitIds, habitTitles, type Step } from '../dialects/habits.ts';
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

/**
 * Sends what networks and forgers typically send (the habits in partners/dialects/habits.ts), one postback after
 * another. A conformance test has only one connection, so it never sends postbacks concurrently.
 */

const GROUPS: Partial<Record<HabitId, 'signature' | 'limits'>> = {
  wrong_signature: 'signature',
  key_rotation: 'signature',
  unlisted_address: 'limits',
};
/** Replaces titles that mention simultaneous postbacks. */
const TITLES: Partial<Record<HabitId, string>> = { repeats: 'The same postback eight times' };
const WEIGHTS: Partial<Record<HabitId, number>> = { wrong_signature: 15, repeats: 8, unlisted_address: 6 };

/** The habits whose completion is reversed at the end. */
const FINAL_STATUSES: Partial<Record<HabitId, 'reversed'>> = { late_reversal: 'reversed', wrong_order: 'reversed' };

export async function checkHabits(context: CheckContext): Promise<ConformanceCheck[]> {
  const checks: ConformanceCheck[] = [];
  for (const id of habitIds) checks.push(await checkHabit(context, id));
  return checks;
}

async function checkHabit(context: CheckContext, id: HabitId): Promise<ConformanceCheck> {
  const { harness, network, dialect } = context;
  const what = checkHeader(GROUPS[id] ?? 'habits', `habit.${id}`, TITLES[id] ?? habitTitles[id], WEIGHTS[id] ?? 5);
  const hasAllowlist = network.sourceAddresses.length > 0;
  if (id === 'unlisted_address' && !hasAllowlist) return skipCheck(what, 'No source addresses are set');
  const isKeyRotation = id === 'key_rotation';
  if (isKeyRotation && network.signing.kind === 'ecdsa')
    return skipCheck(what, 'The network signs with its own private key');
  const secret = isKeyRotation ? randomBytes(24).toString('base64url') : context.target.secret;
  const enforcesAddresses = hasAllowlist && network.sourceMode === 'enforce';
  const report = newReport(context);
  const steps = getHabitSteps(id, dialect, {
    target: { ...context.target, secret },
    report,
    previousSecret: isKeyRotation ? network.signingSecret : undefined,
    enforcesAddresses,
    timestampParam: network.callTimestamp?.param,
    toleratedSeconds: network.callTimestamp?.tolerance_seconds,
  });
  if (!steps) return skipCheck(what, 'The network never sends such a postback');
  try {
    if (isKeyRotation) await harness.rotate(secret, network.signingSecret, true);
    const result = await play(context, steps);
    if (result.wrong) return result.wrong(what);
  } finally {
    if (isKeyRotation) await harness.rotate(network.signingSecret, secret, false);
  }
  const expected = steps.map(({ expects, title }) => `${title}: ${expects}`).join('; ');
  const recorded = await harness.findCompletion(report.clickId);
  const isRefused = steps.at(-1)?.expects === 'refused';
  const expectedEnd = isRefused ? undefined : (FINAL_STATUSES[id] ?? 'approved');
  if (recorded?.status === expectedEnd)
    return passCheck(what, expected, expectedEnd === undefined ? 'Nothing counted' : `Ended ${expectedEnd}`);
  const wrongEnd = {
    expected: `Ends ${expectedEnd ?? 'without a conversion'}`,
    got: `Ended ${recorded?.status ?? 'without a conversion'}`,
  };
  // Each step had the expected outcome, but the final status is wrong: a parked postback may have been misread.
  const postback = steps.find(({ expects }) => expects === 'parked' || expects === 'reversed')?.postback;
  if (expectedEnd !== 'reversed' || !postback) return failCheck(what, wrongEnd.expected, wrongEnd.got, [], null);
  const isExpected = (verdict: Verdict) => verdict.outcome === undefined && verdict.kind === 'reverse';
  return failMisread(context, what, { ...wrongEnd, postback, reason: null, isExpected });
}

type CheckHeader = Parameters<typeof passCheck>[0];

/** Sends the postbacks of the steps, and stops at the first unexpected outcome. */
async function play(
  context: CheckContext,
  steps: readonly Step[],
): Promise<{ wrong?: (what: CheckHeader) => ConformanceCheck }> {
  for (const { title, postback, times, expects, from } of steps) {
    for (let i = 0; i < times; i++) {
      const judgement = await context.harness.receive(postback, from ?? context.ip);
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
      return { wrong: (what) => mismatchCheck(context, what, mismatch) };
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
  context: CheckContext,
  what: CheckHeader,
  { expected, got, postback, judgement, expects }: Mismatch,
): ConformanceCheck => {
  // A reversal that is parked must at least be read as a reversal.
  const isExpected = (verdict: Verdict) =>
    getOutcome(verdict) === expects ||
    (expects === 'parked' && getOutcome(verdict) === 'reversed') ||
    (expects === 'repeat' && verdict.outcome === undefined);
  return failMisread(context, what, { expected, got, postback, reason: judgement.reason, isExpected });
};

export async function checkChangedPayout(context: CheckContext): Promise<ConformanceCheck> {
  const { harness, dialect, target, ip } = context;
  const what = checkHeader(
    'habits',
    'habit.other_payout',
    'The same transaction with another payout changes nothing',
    5,
  );
  if (!getParamName(dialect, 'payout') || !getParamName(dialect, 'transaction_id'))
    return skipCheck(what, 'The network does not send both a transaction ID and a payout');
  const report = newReport(context);
  const first = buildPostback(dialect, target, { ...report, kind: 'approve' });
  await harness.receive(first, ip);
  const postback = buildPostback(dialect, target, {
    ...report,
    kind: 'approve',
    payout: report.payout.replace(/.$/, (digit) => (digit === '1' ? '2' : '1')),
  });
  const judgement = await harness.receive(postback, ip);
  const recorded = await harness.findCompletion(report.clickId);
  const expected = 'repeat with an alert, and the first payout kept';
  const isKept = recorded?.payout_paise === getExpectedFacts(context, report).payout_paise;
  if (judgement.outcome === 'repeat' && judgement.alert !== null && isKept)
    return passCheck(what, expected, outcomeText(judgement));
  const isExpected = (verdict: Verdict) =>
    verdict.outcome === undefined && verdict.kind === 'approve' && verdict.payout_paise !== null;
  return failMisread(context, what, {
    expected,
    got: outcomeText(judgement),
    postback,
    reason: judgement.reason,
    isExpected,
  });
}

export async function checkExpiredKey(context: CheckContext): Promise<ConformanceCheck> {
  const { harness, network, dialect, target, ip } = context;
  const what = checkHeader(
    'signature',
    'signature.old_key',
    'The previous key is refused after the overlap has ended',
    5,
  );
  if (network.signing.kind === 'ecdsa') return skipCheck(what, 'The network signs with its own private key');
  const expiredKey = randomBytes(24).toString('base64url');
  await harness.rotate(network.signingSecret, expiredKey, false);
  const postback = buildPostback(
    dialect,
    { ...target, secret: expiredKey },
    { ...newReport(context), kind: 'approve' },
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
