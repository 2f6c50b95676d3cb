import { randomBytes } from 'node:crypto';
import { microsText, parseMicros, payoutToPaise } from '@inaam/contracts/common/money';
import type { CheckGroup, ConformanceCheck } from '@inaam/contracts/networks/conformance';
import type { NetworkPreset, PostbackOutcome } from '@inaam/contracts/networks/networks';
import type { networks } from '@inaam/db/schema/networks';
import {
  type ConversionReport,
  type Dialect,
  nameOf,
  type PostbackRequest,
  type Target,
} from '@inaam/dialects/dialect';
import type { Judgement } from '../../postbacks/judge.ts';
import { encodeBody, type Postback } from '../../postbacks/parse.ts';
import type { Verdict } from '../../postbacks/read.ts';
import { keptHeaders } from '../../postbacks/store.ts';
import type { Opened } from '../secrets.ts';
import { adviceOn, faultsOf } from './faults.ts';
import type { Harness } from './harness.ts';

type Network = Opened<typeof networks.$inferSelect>;

/** All that a check needs. */
export interface Scenario {
  harness: Harness;
  /** The admin's own settings, as they stand. */
  network: Network;
  preset: NetworkPreset | undefined;
  dialect: Dialect;
  target: Target;
  /** A listed source address. */
  ip: string;
}

const ANY_ADDRESS = '198.51.100.7';

export function scenarioOf(
  harness: Harness,
  network: Network,
  preset: NetworkPreset | undefined,
  dialect: Dialect,
  origin: string,
): Scenario {
  const target = { origin, slug: harness.slug, secret: network.signingSecret, signedUrl: network.signedUrl };
  return { harness, network, preset, dialect, target, ip: network.sourceAddresses[0]?.split('/')[0] ?? ANY_ADDRESS };
}

/** A conversion that was not reported before, with a payout below the network's ceiling. */
export function newReport({ harness, network }: Scenario): Omit<ConversionReport, 'kind'> {
  const ceiling = network.payoutCeilingPaise;
  const fits = ceiling === null || paiseOf(network, '1.25') <= ceiling;
  const half = (BigInt(ceiling ?? 0) * 5_000n * 1_000_000n) / network.rateMicros;
  return {
    clickId: harness.newClick(),
    transactionId: `t-${randomBytes(8).toString('hex')}`,
    payout: fits ? '1.25' : microsText(half),
    goalId: 'Level 5',
  };
}

/** What a payout in the network's currency is at the admin's rate. */
export const paiseOf = (network: Network, payout: string): number =>
  Number(payoutToPaise(parseMicros(payout) ?? 0n, network.rateMicros));

/** A payout in the network's currency that is certainly more than an amount in paise. */
export const payoutAbove = (network: Network, paise: number): string =>
  microsText((BigInt(paise + 100) * 10_000n * 1_000_000n) / network.rateMicros + 1n);

/** What must be recorded of a completion. */
export interface ExpectedFacts {
  transaction_id: string;
  goal_id: string | null;
  payout_paise: number;
}

export function expectedFacts(
  { dialect, network, harness }: Scenario,
  report: Omit<ConversionReport, 'kind'>,
): ExpectedFacts {
  const goal = nameOf(dialect, 'goal_id') === undefined || network.params.goal_id === null ? null : report.goalId;
  return {
    transaction_id: nameOf(dialect, 'transaction_id') ? report.transactionId : `click:${report.clickId}:${goal ?? ''}`,
    goal_id: goal,
    payout_paise: nameOf(dialect, 'payout') ? paiseOf(network, report.payout) : harness.ownPayoutPaise,
  };
}

/** A dialect's postback, as it would be stored. */
const asStored = (request: PostbackRequest, { ip, network }: Pick<Scenario, 'ip' | 'network'>): Postback => ({
  method: request.method,
  rawUrl: request.url,
  rawQuery: request.query,
  ...encodeBody(Buffer.from(request.body, 'utf8')),
  cutFrom: null,
  contentType: request.contentType,
  headers: keptHeaders(request.headers, network.signing),
  ip,
  receivedAt: new Date(),
});

/** The outcome of a verdict where it is the first postback of a transaction. */
const firstOutcome: Record<string, PostbackOutcome> = { approve: 'accepted', pending: 'pending', reverse: 'reversed' };
export const outcomeOf = (verdict: Verdict): PostbackOutcome =>
  verdict.outcome ?? firstOutcome[verdict.kind] ?? 'ignored';

export const outcomeText = ({ outcome, reason }: Pick<Judgement, 'outcome' | 'reason'>): string =>
  reason === null ? outcome : `${outcome}: ${reason}`;

type CheckHeader = Pick<ConformanceCheck, 'id' | 'group' | 'title' | 'weight'>;
export const checkHeader = (group: CheckGroup, id: string, title: string, weight: number): CheckHeader => ({
  id,
  group,
  title,
  weight,
});

export const passed = (what: CheckHeader, expected: string, got: string): ConformanceCheck => ({
  ...what,
  verdict: 'passed',
  expected,
  got,
  settings: [],
  advice: null,
});

export const skipped = (what: CheckHeader, why: string): ConformanceCheck => ({
  ...what,
  verdict: 'skipped',
  expected: 'Does not apply',
  got: why,
  settings: [],
  advice: null,
});

export const failed = (
  what: CheckHeader,
  expected: string,
  got: string,
  settings: string[],
  advice: string | null,
): ConformanceCheck => ({ ...what, verdict: 'failed', expected, got, settings, advice });

/** A failure caused by how a postback was read: names the settings that caused it. */
export function misread(
  { network, preset, ip }: Scenario,
  what: CheckHeader,
  failure: {
    expected: string;
    got: string;
    postback: PostbackRequest;
    reason: string | null;
    isExpected: (verdict: Verdict) => boolean;
  },
): ConformanceCheck {
  const { expected, got, postback, reason, isExpected } = failure;
  const settings = faultsOf(network, preset, asStored(postback, { ip, network }), isExpected, reason);
  return failed(what, expected, got, settings, adviceOn(settings, preset));
}
