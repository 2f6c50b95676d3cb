import type { ConformanceCheck } from '@inaam/contracts/networks/conformance';
import { type PostbackKind, postbackKinds } from '@inaam/contracts/networks/networks';
import { buildPostback } from '../dialects/build-postback.ts';
import { getParamName } from '../dialects/dialect.ts';
import type { Verdict } from '../postbacks/read.ts';
import {
  type CheckContext,
  checkHeader,
  type ExpectedFacts,
  failMisread,
  getExpectedFacts,
  newReport,
  outcomeText,
  passed,
  skipped,
} from './check-context.ts';

/** Is what the network tells understood as it means it, and recorded in full? */

const TITLES: Record<PostbackKind, string> = {
  approve: 'A conversion counts',
  pending: 'A pending conversion waits for its confirmation',
  reverse: 'A reversal takes the conversion back',
  ignore: 'A test or an intermediate event counts for nothing',
};
const OUTCOMES = { approve: 'accepted', pending: 'pending', reverse: 'reversed', ignore: 'ignored' } as const;

const isRead = (verdict: Verdict, kind: PostbackKind): boolean =>
  kind === 'ignore' ? verdict.outcome === 'ignored' : verdict.outcome === undefined && verdict.kind === kind;

export async function checkStatusWords(scenario: CheckContext): Promise<ConformanceCheck[]> {
  const checks: ConformanceCheck[] = [];
  for (const kind of postbackKinds) {
    const what = checkHeader('words', `word.${kind}`, TITLES[kind], kind === 'approve' ? 20 : 10);
    if (scenario.dialect.templates[kind] === undefined) {
      checks.push(skipped(what, 'It has no status word for this'));
      continue;
    }
    const report = newReport(scenario);
    const postbackOf = (each: PostbackKind) =>
      buildPostback(scenario.dialect, scenario.target, { ...report, kind: each });
    // A reversal is of something.
    const before = kind === 'reverse' ? await scenario.harness.receive(postbackOf('approve'), scenario.ip) : undefined;
    const postback = postbackOf(kind);
    const judgement = await scenario.harness.receive(postback, scenario.ip);
    const expected = OUTCOMES[kind];
    if (judgement.outcome === expected) {
      checks.push(passed(what, expected, outcomeText(judgement)));
      continue;
    }
    const facts = getExpectedFacts(scenario, report);
    const isExpected = (verdict: Verdict) =>
      isRead(verdict, kind) && (kind === 'ignore' || names(verdict.transaction_id, facts.transaction_id));
    const failure = { expected, got: outcomeText(judgement), postback, reason: judgement.reason, isExpected };
    const own = failMisread(scenario, what, failure);
    // Where the reversal itself is read well, what it reverses was not.
    const isOfBefore = before !== undefined && before.outcome !== 'accepted' && own.settings.length === 0;
    const completion = { ...failure, postback: postbackOf('approve'), reason: before?.reason ?? null };
    checks.push(
      isOfBefore
        ? failMisread(scenario, what, { ...completion, isExpected: (verdict) => isRead(verdict, 'approve') })
        : own,
    );
  }
  return checks;
}

/** Some networks name a transaction by more than its id. */
const names = (recorded: unknown, transaction: string): boolean =>
  typeof recorded === 'string' && recorded.includes(transaction);

const isFact = (fact: keyof ExpectedFacts, recorded: unknown, expected: ExpectedFacts): boolean =>
  fact === 'transaction_id' ? names(recorded, expected.transaction_id) : recorded === expected[fact];

const FACTS = [
  ['transaction_id', 'transaction', 'The transaction is recorded as the network names it', 'transaction_id', 10],
  ['payout_paise', 'payout', 'The payout is recorded at your rate', 'payout', 15],
  ['goal_id', 'goal', 'The goal is recorded', 'goal_id', 3],
] as const;

/** A verdict's own word of a fact; a payout that is not sent is the offer's. */
function readFact(verdict: Verdict, fact: keyof ExpectedFacts, own: number): unknown {
  if (verdict.outcome !== undefined) return undefined;
  return fact === 'payout_paise' ? (verdict.payout_paise ?? own) : verdict[fact];
}

const shown = (fact: keyof ExpectedFacts, value: string | number | null | undefined): string => {
  if (value === null || value === undefined) return 'none';
  return fact === 'payout_paise' ? `₹${(Number(value) / 100).toFixed(2)}` : String(value);
};

export async function checkFacts(scenario: CheckContext): Promise<ConformanceCheck[]> {
  const { harness, dialect, target, ip, network } = scenario;
  const report = newReport(scenario);
  const postback = buildPostback(dialect, target, { ...report, kind: 'approve' });
  const judgement = await harness.receive(postback, ip);
  const recorded = await harness.recorded(report.clickId);
  const facts = getExpectedFacts(scenario, report);
  return FACTS.map(([fact, id, title, placeholder, weight]) => {
    const what = checkHeader('facts', `fact.${id}`, title, weight);
    const isSent = getParamName(dialect, placeholder) !== undefined;
    if (!isSent && fact !== 'transaction_id') {
      return skipped(what, fact === 'payout_paise' ? 'It sends no payout: the offer’s own counts' : 'It sends none');
    }
    if (fact === 'goal_id' && network.params.goal_id === null) return skipped(what, 'You do not read it');
    const expected = shown(fact, facts[fact]);
    if (recorded && isFact(fact, recorded[fact], facts)) return passed(what, expected, expected);
    const isExpected = (verdict: Verdict) => isFact(fact, readFact(verdict, fact, harness.ownPayoutPaise), facts);
    const got = recorded ? shown(fact, recorded[fact]) : `not recorded (${outcomeText(judgement)})`;
    return failMisread(scenario, what, { expected, got, postback, reason: judgement.reason, isExpected });
  });
}
