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
  failCheck,
  failMisread,
  newReport,
  outcomeText,
  passCheck,
  payoutAbove,
  skipCheck,
} from './check-context.ts';

const isApproval = (verdict: Verdict): boolean => verdict.outcome === undefined && verdict.kind === 'approve';

/**
 * Returns a failed check of a limit. If the postback was misread, so that the limit could not apply, the check names
 * the settings that caused the misreading.
 */
function limitFailed(
  context: CheckContext,
  what: Parameters<typeof failCheck>[0],
  expected: string,
  postback: PostbackRequest,
  judgement: Judgement,
  fallback: { settings: string[]; advice: string | null },
): ConformanceCheck {
  const got = outcomeText(judgement);
  const misread = failMisread(context, what, {
    expected,
    got,
    postback,
    reason: judgement.reason,
    isExpected: isApproval,
  });
  return misread.settings.length > 0 ? misread : failCheck(what, expected, got, fallback.settings, fallback.advice);
}

async function checkCeiling(context: CheckContext): Promise<ConformanceCheck> {
  const { network, dialect, target, harness, ip } = context;
  const what = checkHeader('limits', 'limit.ceiling', 'A payout above the ceiling is refused', 5);
  const ceiling = network.payoutCeilingPaise;
  if (ceiling === null) return skipCheck(what, 'No payout ceiling is set');
  if (!getParamName(dialect, 'payout')) return skipCheck(what, 'The network sends no payout');
  const report = { ...newReport(context), payout: payoutAbove(network, ceiling) };
  const postback = buildPostback(dialect, target, { ...report, kind: 'approve' });
  const judgement = await harness.receive(postback, ip);
  if (judgement.outcome === 'refused' && !judgement.forged) return passCheck(what, 'refused', outcomeText(judgement));
  const advice = 'The payout is not read, so the ceiling has no effect: check the payout parameter.';
  return limitFailed(context, what, 'refused', postback, judgement, { settings: ['params.payout'], advice });
}

async function checkAge(context: CheckContext): Promise<ConformanceCheck> {
  const { dialect, target, harness, ip } = context;
  const what = checkHeader('limits', 'limit.click_age', 'A click that is too old is refused', 3);
  if (harness.oldClick === undefined) return skipCheck(what, 'No maximum click age is set');
  const report = { ...newReport(context), clickId: harness.oldClick, kind: 'approve' as const };
  const postback = buildPostback(dialect, target, report);
  const judgement = await harness.receive(postback, ip);
  if (judgement.outcome === 'refused' && !judgement.forged) return passCheck(what, 'refused', outcomeText(judgement));
  const advice = 'Set the maximum click age.';
  return limitFailed(context, what, 'refused', postback, judgement, { settings: ['click_window_seconds'], advice });
}

async function checkHold(context: CheckContext): Promise<ConformanceCheck> {
  const { network, dialect, target, harness, ip } = context;
  const hold = network.holdSeconds;
  const what = checkHeader(
    'limits',
    'limit.hold',
    hold > 0 ? 'A conversion is held before it can be spun' : 'A conversion can be spun at once',
    5,
  );
  const report = newReport(context);
  const postback = buildPostback(dialect, target, { ...report, kind: 'approve' });
  const judgement = await harness.receive(postback, ip);
  const recorded = await harness.findCompletion(report.clickId);
  const expected = hold > 0 ? `held for ${formatDuration(hold)}` : 'not held';
  if (!recorded) {
    const fallback = { settings: [], advice: 'First find out why the conversion does not count.' };
    return limitFailed(context, what, expected, postback, judgement, fallback);
  }
  const got = recorded.held_seconds === null ? 'not held' : `held for ${formatDuration(recorded.held_seconds)}`;
  if (got === expected) return passCheck(what, expected, got);
  return failCheck(what, expected, got, ['status_map'], 'The conversion was read as pending: check the status words.');
}

export async function checkLimits(context: CheckContext): Promise<ConformanceCheck[]> {
  return [await checkCeiling(context), await checkAge(context), await checkHold(context)];
}

/** True if the reply must be a success. A network stops after a success, and resends the postback after a failure. */
const SHOULD_ACCEPT: Partial<Record<ReplyClass, boolean>> = {
  approved: true,
  pending: true,
  reversed: true,
  ignored: true,
  parked: true,
  refused: false,
  forged: false,
};

const makeJudgement = (over: Partial<Judgement>): Judgement => ({
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
  ['ignored', 'A postback that does not count is answered with success', { outcome: 'ignored', kind: 'ignore' }],
  ['parked', 'A parked postback is answered with success', { outcome: 'parked', kind: null }],
  [
    'refused',
    'A postback that cannot be read is answered with a failure',
    { outcome: 'refused', reason: 'transaction_id is missing or too long' },
  ],
  [
    'forged',
    'A forged postback is answered with a failure',
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
    if (name === 'pending' && !dialect.templates.pending)
      return skipCheck(what, 'The network never sends pending postbacks');
    const reply = buildReply(makeJudgement({ ...example, replies: network.replies }));
    const isSuccess = reply.status < 300;
    const isSuccessWanted = SHOULD_ACCEPT[name] ?? true;
    const expected = isSuccessWanted ? 'a status from 200 to 299' : 'a status of 400 or more';
    const got = reply.body === '' ? String(reply.status) : `${reply.status}: ${reply.body}`;
    const setting = [`replies.${name}`];
    if (reply.type === 'application/json' && !isJson(reply.body)) {
      return failCheck(
        what,
        'a JSON body',
        got,
        setting,
        'Write the reply as valid JSON, or change its type to plain text.',
      );
    }
    if (isSuccess === isSuccessWanted && (isSuccessWanted || reply.status >= 400))
      return passCheck(what, expected, got);
    // A failure may have status 200 if its body differs from that of a success, because some networks resend after any
    // status except 200.
    const approved = network.replies.approved && buildReply(makeJudgement({ replies: network.replies }));
    if (!isSuccessWanted && isSuccess && network.replies[name] && approved && approved.body !== reply.body) {
      return passCheck(what, expected, got);
    }
    const advice = isSuccessWanted
      ? 'Reply with 200: otherwise the network keeps resending the postback.'
      : 'Reply with 400 or 403, or with the network’s own text for a failure: otherwise it takes the postback as counted.';
    return failCheck(what, expected, got, setting, advice);
  });
}
