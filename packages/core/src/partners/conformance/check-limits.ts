import { formatDuration } from '@inaam/contracts/common/time';
import type { ConformanceCheck } from '@inaam/contracts/networks/conformance';
import type { ReplyClass } from '@inaam/contracts/networks/networks';
import { buildPostback } from '../dialects/build-postback.ts';
import { getParamName, type PostbackRequest } from '../dialects/dialect.ts';
import type { Judgement } from '../postbacks/judge.ts';
import type { Verdict } from '../postbacks/read.ts';
import { buildReply } from '../postbacks/reply.ts';
import {
  type CheckContext,
  checkHeader,
  failed,
  failMisread,
  newReport,
  outcomeText,
  passed,
  payoutAbove,
  skipped,
} from './check-context.ts';

/** The payout ceiling, the age of the click, the hold time, and the replies to the network. */

const isApproval = (verdict: Verdict): boolean => verdict.outcome === undefined && verdict.kind === 'approve';

/** Where a limit could not be tried because the postback was misread, the check names the settings that misread it. */
function limitFailed(
  scenario: CheckContext,
  what: Parameters<typeof failed>[0],
  expected: string,
  postback: PostbackRequest,
  judgement: Judgement,
  otherwise: { settings: string[]; advice: string | null },
): ConformanceCheck {
  const got = outcomeText(judgement);
  const found = failMisread(scenario, what, {
    expected,
    got,
    postback,
    reason: judgement.reason,
    isExpected: isApproval,
  });
  return found.settings.length > 0 ? found : failed(what, expected, got, otherwise.settings, otherwise.advice);
}

async function checkCeiling(scenario: CheckContext): Promise<ConformanceCheck> {
  const { network, dialect, target, harness, ip } = scenario;
  const what = checkHeader('limits', 'limit.ceiling', 'A payout above the ceiling is refused', 5);
  const ceiling = network.payoutCeilingPaise;
  if (ceiling === null) return skipped(what, 'There is no ceiling');
  if (!getParamName(dialect, 'payout')) return skipped(what, 'It sends no payout');
  const report = { ...newReport(scenario), payout: payoutAbove(network, ceiling) };
  const postback = buildPostback(dialect, target, { ...report, kind: 'approve' });
  const judgement = await harness.receive(postback, ip);
  if (judgement.outcome === 'refused' && !judgement.forged) return passed(what, 'refused', outcomeText(judgement));
  const advice = 'The payout is not read, so that the ceiling cannot hold: see the parameter of the payout.';
  return limitFailed(scenario, what, 'refused', postback, judgement, { settings: ['params.payout'], advice });
}

async function checkAge(scenario: CheckContext): Promise<ConformanceCheck> {
  const { dialect, target, harness, ip } = scenario;
  const what = checkHeader('limits', 'limit.click_age', 'A click that is too old is refused', 3);
  if (harness.oldClick === undefined) return skipped(what, 'Clicks of any age count');
  const report = { ...newReport(scenario), clickId: harness.oldClick, kind: 'approve' as const };
  const postback = buildPostback(dialect, target, report);
  const judgement = await harness.receive(postback, ip);
  if (judgement.outcome === 'refused' && !judgement.forged) return passed(what, 'refused', outcomeText(judgement));
  const advice = 'Set the age up to which a click counts.';
  return limitFailed(scenario, what, 'refused', postback, judgement, { settings: ['click_window_seconds'], advice });
}

async function checkHold(scenario: CheckContext): Promise<ConformanceCheck> {
  const { network, dialect, target, harness, ip } = scenario;
  const hold = network.holdSeconds;
  const what = checkHeader(
    'limits',
    'limit.hold',
    hold > 0 ? 'A conversion is held before it can be spun' : 'A conversion can be spun at once',
    5,
  );
  const report = newReport(scenario);
  const postback = buildPostback(dialect, target, { ...report, kind: 'approve' });
  const judgement = await harness.receive(postback, ip);
  const recorded = await harness.recorded(report.clickId);
  const expected = hold > 0 ? `held for ${formatDuration(hold)}` : 'not held';
  if (!recorded) {
    const otherwise = { settings: [], advice: 'See why a conversion does not count.' };
    return limitFailed(scenario, what, expected, postback, judgement, otherwise);
  }
  const got = recorded.held_seconds === null ? 'not held' : `held for ${formatDuration(recorded.held_seconds)}`;
  if (got === expected) return passed(what, expected, got);
  return failed(
    what,
    expected,
    got,
    ['hold_seconds'],
    'A pending call was taken for the approval: see the status words.',
  );
}

export async function checkLimits(scenario: CheckContext): Promise<ConformanceCheck[]> {
  return [await checkCeiling(scenario), await checkAge(scenario), await checkHold(scenario)];
}

/** Which reply classes must be a success: a network sends again after a failure, and stops after a success. */
const SHOULD_ACCEPT: Partial<Record<ReplyClass, boolean>> = {
  approved: true,
  pending: true,
  reversed: true,
  ignored: true,
  parked: true,
  refused: false,
  forged: false,
};

const judged = (over: Partial<Judgement>): Judgement => ({
  outcome: 'accepted',
  kind: 'approve',
  reason: null,
  completionId: 1,
  forged: false,
  replies: {},
  echo: (name) => `the ${name}`,
  ...over,
});

const EXAMPLES: readonly [ReplyClass, string, Partial<Judgement>][] = [
  ['approved', 'A conversion is answered with success', {}],
  ['pending', 'A pending conversion is answered with success', { outcome: 'pending', kind: 'pending' }],
  ['reversed', 'A reversal is answered with success', { outcome: 'reversed', kind: 'reverse' }],
  ['ignored', 'A call that does not count is answered with success', { outcome: 'ignored', kind: 'ignore' }],
  ['parked', 'A parked call is answered with success', { outcome: 'parked', kind: null }],
  [
    'refused',
    'A call that cannot be read is answered with a failure',
    { outcome: 'refused', reason: 'transaction_id is missing or too long' },
  ],
  [
    'forged',
    'A forged call is answered with a failure',
    { outcome: 'refused', forged: true, reason: 'Signature not valid' },
  ],
];

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export function checkReplies({ network, dialect }: CheckContext): ConformanceCheck[] {
  return EXAMPLES.map(([name, title, example]) => {
    const what = checkHeader('replies', `reply.${name}`, title, 2);
    if (name === 'pending' && !dialect.templates.pending) return skipped(what, 'It has no status word for this');
    const reply = buildReply(judged({ ...example, replies: network.replies }));
    const isSuccess = reply.status < 300;
    const wanted = SHOULD_ACCEPT[name] ?? true;
    const expected = wanted ? 'a status from 200 to 299' : 'a status of 400 or more';
    const got = reply.body === '' ? String(reply.status) : `${reply.status}: ${reply.body}`;
    const setting = [`replies.${name}`];
    if (reply.type === 'application/json' && !isJson(reply.body)) {
      return failed(what, 'a body that is JSON', got, setting, 'Write the reply as JSON, or make it plain text.');
    }
    if (isSuccess === wanted && (wanted || reply.status >= 400)) return passed(what, expected, got);
    const advice = wanted
      ? 'Answer with 200: after anything else the network sends the call again and again.'
      : 'Answer with 400 or 403: a success here hides from the network that its call did not count.';
    return failed(what, expected, got, setting, advice);
  });
}
