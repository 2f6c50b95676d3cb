import type { ConformanceCheck } from '@inaam/contracts/networks/conformance';
import { type PostbackKind, postbackKinds } from '@inaam/contracts/networks/networks';
import { nameOf } from '@inaam/dialects/dialect';
import { speak } from '@inaam/dialects/speak';
import type { Verdict } from '../../postbacks/read.ts';
import { about, type Meant, meantBy, misread, newTelling, passed, type Scenario, said, skipped } from './scenario.ts';

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

export async function checkWords(scenario: Scenario): Promise<ConformanceCheck[]> {
  const checks: ConformanceCheck[] = [];
  for (const kind of postbackKinds) {
    const what = about('words', `word.${kind}`, TITLES[kind], kind === 'approve' ? 20 : 10);
    if (scenario.dialect.says[kind] === undefined) {
      checks.push(skipped(what, 'It has no words for it'));
      continue;
    }
    const telling = newTelling(scenario);
    const tell = (each: PostbackKind) => speak(scenario.dialect, scenario.target, { ...telling, kind: each });
    // A reversal is of something.
    const before = kind === 'reverse' ? await scenario.harness.receive(tell('approve'), scenario.ip) : undefined;
    const postback = tell(kind);
    const judgement = await scenario.harness.receive(postback, scenario.ip);
    const expected = OUTCOMES[kind];
    if (judgement.outcome === expected) {
      checks.push(passed(what, expected, said(judgement)));
      continue;
    }
    const meant = meantBy(scenario, telling);
    const isMeant = (verdict: Verdict) =>
      isRead(verdict, kind) && (kind === 'ignore' || verdict.transaction_id === meant.transaction_id);
    const failure = { expected, got: said(judgement), postback, reason: judgement.reason, isMeant };
    const own = misread(scenario, what, failure);
    // Where the reversal itself is read well, what it reverses was not.
    const isOfBefore = before !== undefined && before.outcome !== 'accepted' && own.settings.length === 0;
    const completion = { ...failure, postback: tell('approve'), reason: before?.reason ?? null };
    checks.push(
      isOfBefore ? misread(scenario, what, { ...completion, isMeant: (verdict) => isRead(verdict, 'approve') }) : own,
    );
  }
  return checks;
}

const FACTS = [
  ['transaction_id', 'transaction', 'The transaction is recorded as the network names it', 'transaction_id', 10],
  ['payout_paise', 'payout', 'The payout is recorded at your rate', 'payout', 15],
  ['goal_id', 'goal', 'The goal is recorded', 'goal_id', 3],
] as const;

/** A verdict's own word of a fact; a payout that is not sent is the offer's. */
function readFact(verdict: Verdict, fact: keyof Meant, own: number): unknown {
  if (verdict.outcome !== undefined) return undefined;
  return fact === 'payout_paise' ? (verdict.payout_paise ?? own) : verdict[fact];
}

const shown = (fact: keyof Meant, value: string | number | null | undefined): string => {
  if (value === null || value === undefined) return 'none';
  return fact === 'payout_paise' ? `₹${(Number(value) / 100).toFixed(2)}` : String(value);
};

export async function checkFacts(scenario: Scenario): Promise<ConformanceCheck[]> {
  const { harness, dialect, target, ip, network } = scenario;
  const telling = newTelling(scenario);
  const postback = speak(dialect, target, { ...telling, kind: 'approve' });
  const judgement = await harness.receive(postback, ip);
  const recorded = await harness.recorded(telling.clickId);
  const meant = meantBy(scenario, telling);
  return FACTS.map(([fact, id, title, placeholder, weight]) => {
    const what = about('facts', `fact.${id}`, title, weight);
    const isSent = nameOf(dialect, placeholder) !== undefined;
    if (!isSent && fact !== 'transaction_id') {
      return skipped(what, fact === 'payout_paise' ? 'It sends no payout: the offer’s own counts' : 'It sends none');
    }
    if (fact === 'goal_id' && network.params.goal_id === null) return skipped(what, 'You do not read it');
    const expected = shown(fact, meant[fact]);
    if (recorded && recorded[fact] === meant[fact]) return passed(what, expected, expected);
    const isMeant = (verdict: Verdict) => readFact(verdict, fact, harness.ownPayoutPaise) === meant[fact];
    const got = recorded ? shown(fact, recorded[fact]) : `not recorded (${said(judgement)})`;
    return misread(scenario, what, { expected, got, postback, reason: judgement.reason, isMeant });
  });
}
