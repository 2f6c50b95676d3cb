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
  passCheck,
  skipCheck,
} from './check-context.ts';

const TITLES: Record<PostbackKind, string> = {
  approve: 'A conversion counts',
  pending: 'A pending conversion awaits confirmation',
  reverse: 'A reversal reverses the conversion',
  ignore: 'A test or an intermediate event is ignored',
};
const OUTCOMES = { approve: 'accepted', pending: 'pending', reverse: 'reversed', ignore: 'ignored' } as const;

const isRead = (verdict: Verdict, kind: PostbackKind): boolean =>
  kind === 'ignore' ? verdict.outcome === 'ignored' : verdict.outcome === undefined && verdict.kind === kind;

export async function checkStatusWords(context: CheckContext): Promise<ConformanceCheck[]> {
  const checks: ConformanceCheck[] = [];
  for (const kind of postbackKinds) {
    const what = checkHeader('words', `word.${kind}`, TITLES[kind], kind === 'approve' ? 20 : 10);
    if (context.dialect.templates[kind] === undefined) {
      checks.push(skipCheck(what, 'The network never sends such a postback'));
      continue;
    }
    const report = newReport(context);
    const build = (each: PostbackKind) => buildPostback(context.dialect, context.target, { ...report, kind: each });
    // A reversal is only accepted after its conversion.
    const before = kind === 'reverse' ? await context.harness.receive(build('approve'), context.ip) : undefined;
    const postback = build(kind);
    const judgement = await context.harness.receive(postback, context.ip);
    const expected = OUTCOMES[kind];
    if (judgement.outcome === expected) {
      checks.push(passCheck(what, expected, outcomeText(judgement)));
      continue;
    }
    const facts = getExpectedFacts(context, report);
    const isExpected = (verdict: Verdict) =>
      isRead(verdict, kind) && (kind === 'ignore' || includesTransaction(verdict.transaction_id, facts.transaction_id));
    const failure = { expected, got: outcomeText(judgement), postback, reason: judgement.reason, isExpected };
    const reversalCheck = failMisread(context, what, failure);
    // The settings read the reversal correctly, so the check reports why the conversion was misread.
    const isConversionMisread =
      before !== undefined && before.outcome !== 'accepted' && reversalCheck.settings.length === 0;
    const completion = { ...failure, postback: build('approve'), reason: before?.reason ?? null };
    checks.push(
      isConversionMisread
        ? failMisread(context, what, { ...completion, isExpected: (verdict) => isRead(verdict, 'approve') })
        : reversalCheck,
    );
  }
  return checks;
}

/** For some networks, the recorded ID is longer than the transaction ID of the postback, but always includes it. */
const includesTransaction = (recorded: unknown, transaction: string): boolean =>
  typeof recorded === 'string' && recorded.includes(transaction);

const matchesFact = (fact: keyof ExpectedFacts, recorded: unknown, expected: ExpectedFacts): boolean =>
  fact === 'transaction_id' ? includesTransaction(recorded, expected.transaction_id) : recorded === expected[fact];

const FACTS = [
  ['transaction_id', 'transaction', 'The transaction id is recorded', 'transaction_id', 10],
  ['payout_paise', 'payout', 'The payout is recorded at your rate', 'payout', 15],
  ['goal_id', 'goal', 'The goal is recorded', 'goal_id', 3],
] as const;

/** Returns a fact of a verdict. Without a payout in the postback, the offer's payout counts. */
function readFact(verdict: Verdict, fact: keyof ExpectedFacts, ownPayoutPaise: number): unknown {
  if (verdict.outcome !== undefined) return undefined;
  return fact === 'payout_paise' ? (verdict.payout_paise ?? ownPayoutPaise) : verdict[fact];
}

const formatFact = (fact: keyof ExpectedFacts, value: string | number | null | undefined): string => {
  if (value === null || value === undefined) return 'none';
  return fact === 'payout_paise' ? `₹${(Number(value) / 100).toFixed(2)}` : String(value);
};

export async function checkFacts(context: CheckContext): Promise<ConformanceCheck[]> {
  const { harness, dialect, target, ip, network } = context;
  const report = newReport(context);
  const postback = buildPostback(dialect, target, { ...report, kind: 'approve' });
  const judgement = await harness.receive(postback, ip);
  const recorded = await harness.findCompletion(report.clickId);
  const facts = getExpectedFacts(context, report);
  return FACTS.map(([fact, id, title, placeholder, weight]) => {
    const what = checkHeader('facts', `fact.${id}`, title, weight);
    const isSent = getParamName(dialect, placeholder) !== undefined;
    if (!isSent && fact !== 'transaction_id') {
      return skipCheck(
        what,
        fact === 'payout_paise'
          ? 'The network sends no payout: the offer’s own payout counts'
          : 'The network sends no goal',
      );
    }
    if (fact === 'goal_id' && network.params.goal_id === null) return skipCheck(what, 'No goal parameter is set');
    const expected = formatFact(fact, facts[fact]);
    if (recorded && matchesFact(fact, recorded[fact], facts)) return passCheck(what, expected, expected);
    const isExpected = (verdict: Verdict) => matchesFact(fact, readFact(verdict, fact, harness.ownPayoutPaise), facts);
    const got = recorded ? formatFact(fact, recorded[fact]) : `not recorded (${outcomeText(judgement)})`;
    return failMisread(context, what, { expected, got, postback, reason: judgement.reason, isExpected });
  });
}
