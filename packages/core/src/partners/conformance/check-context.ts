import { randomBytes } from 'node:crypto';
import { formatMicros, parseMicros, payoutToPaise } from '@inaam/contracts/common/money';
import type { CheckGroup, ConformanceCheck } from '@inaam/contracts/networks/conformance';
import type { PostbackOutcome } from '@inaam/contracts/networks/networks';
import type { networks } from '@inaam/db/schema/networks';
import type { WithOpenSecrets } from '../../kernel/network-secrets.ts';
import { buildPostback } from '../dialects/build-postback.ts';
import {
  type ConversionReport,
  type Dialect,
  getParamName,
  type PostbackRequest,
  type Target,
} from '../dialects/dialect.ts';
import { createDialect, type OurSettings } from '../dialects/preset-dialect.ts';
import type { Judgement } from '../postbacks/judge.ts';
import { encodeBody, type Postback } from '../postbacks/parse.ts';
import { NO_PUBLIC_KEYS, readPostback, type Verdict } from '../postbacks/read.ts';
import { pickStoredHeaders } from '../postbacks/store.ts';
import type { KnownNetwork } from '../presets/define-network.ts';
import { toSettings } from '../settings/network-view.ts';
import { toColumns } from '../settings/settings.ts';
import { findWrongSettings, getAdvice } from './find-wrong-settings.ts';
import type { Harness } from './harness.ts';

type Network = WithOpenSecrets<typeof networks.$inferSelect>;

export interface CheckContext {
  harness: Harness;
  /** The admin's current settings. */
  network: Network;
  /** What the preset knows about the network; undefined if the network has no preset. */
  known: KnownNetwork | undefined;
  dialect: Dialect;
  target: Target;
  /** An IP address from which the network may send postbacks. */
  ip: string;
}

const ANY_ADDRESS = '198.51.100.7';

export function createCheckContext(
  harness: Harness,
  network: Network,
  known: KnownNetwork | undefined,
  dialect: Dialect,
  origin: string,
): CheckContext {
  const target = { origin, slug: harness.slug, secret: harness.signingKey, signedUrl: network.signedUrl };
  const ip = network.sourceAddresses[0]?.split('/')[0] ?? ANY_ADDRESS;
  return { harness, network, known, dialect, target, ip };
}

/** Returns a report of a new conversion, with a payout that the network's ceiling allows. */
export function newReport({ harness, network }: CheckContext): Omit<ConversionReport, 'kind'> {
  const ceiling = network.payoutCeilingPaise;
  const isBelowCeiling = ceiling === null || convertToPaise(network, '1.25') <= ceiling;
  const halfCeiling = (BigInt(ceiling ?? 0) * 5_000n * 1_000_000n) / network.rateMicros;
  return {
    clickId: harness.newClick(),
    transactionId: `t-${randomBytes(8).toString('hex')}`,
    payout: isBelowCeiling ? '1.25' : formatMicros(halfCeiling),
    goalId: 'Level 5',
  };
}

/** Converts a payout in the network's currency to paise at the rate of the settings. */
export const convertToPaise = (network: Network, payout: string): number =>
  Number(payoutToPaise(parseMicros(payout) ?? 0n, network.rateMicros));

/** Returns a payout in the network's currency that is certainly above an amount in paise. */
export const payoutAbove = (network: Network, paise: number): string =>
  formatMicros((BigInt(paise + 100) * 10_000n * 1_000_000n) / network.rateMicros + 1n);

/** The values that the recorded completion must have. */
export interface ExpectedFacts {
  /** A part of the recorded transaction ID: for some networks, the recorded ID is longer than the postback's ID. */
  transaction_id: string;
  goal_id: string | null;
  payout_paise: number;
}

export function getExpectedFacts(
  { dialect, network, harness }: CheckContext,
  report: Omit<ConversionReport, 'kind'>,
): ExpectedFacts {
  const goal = getParamName(dialect, 'goal_id') === undefined || network.params.goal_id === null ? null : report.goalId;
  return {
    transaction_id: getParamName(dialect, 'transaction_id')
      ? report.transactionId
      : `click:${report.clickId}:${goal ?? ''}`,
    goal_id: goal,
    payout_paise: getParamName(dialect, 'payout') ? convertToPaise(network, report.payout) : harness.ownPayoutPaise,
  };
}

/** Converts a postback of the dialect to what the inbox stores. */
const toStoredPostback = (
  request: PostbackRequest,
  { ip, network }: { ip: string; network: Pick<Network, 'signing'> },
): Postback => ({
  method: request.method,
  rawUrl: request.url,
  rawQuery: request.query,
  ...encodeBody(Buffer.from(request.body, 'utf8')),
  truncatedFromBytes: null,
  contentType: request.contentType,
  headers: pickStoredHeaders(request.headers, network.signing),
  ip,
  receivedAt: new Date(),
});

/** The outcome of the first postback of a transaction, by the kind that the verdict gives it. */
const firstOutcome: Record<string, PostbackOutcome> = { approve: 'accepted', pending: 'pending', reverse: 'reversed' };
export const getOutcome = (verdict: Verdict): PostbackOutcome =>
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

export const passCheck = (what: CheckHeader, expected: string, got: string): ConformanceCheck => ({
  ...what,
  verdict: 'passed',
  expected,
  got,
  settings: [],
  advice: null,
});

export const skipCheck = (what: CheckHeader, why: string): ConformanceCheck => ({
  ...what,
  verdict: 'skipped',
  expected: 'Does not apply',
  got: why,
  settings: [],
  advice: null,
});

export const failCheck = (
  what: CheckHeader,
  expected: string,
  got: string,
  settings: string[],
  advice: string | null,
): ConformanceCheck => ({ ...what, verdict: 'failed', expected, got, settings, advice });

/** Returns a failed check for a misread postback. The check names the settings at fault. */
export function failMisread(
  context: CheckContext,
  what: CheckHeader,
  failure: {
    expected: string;
    got: string;
    postback: PostbackRequest;
    reason: string | null;
    isExpected: (verdict: Verdict) => boolean;
  },
): ConformanceCheck {
  const { network, known, ip } = context;
  const preset = known?.preset;
  const { expected, got, postback, reason, isExpected } = failure;
  const readingFaults = findWrongSettings(
    network,
    preset,
    toStoredPostback(postback, { ip, network }),
    isExpected,
    reason,
  );
  const settings = [...new Set([...findAddressFaults(context), ...readingFaults])];
  return failCheck(what, expected, got, settings, getAdvice(settings, preset));
}

/**
 * Finds the settings of the link and the postback URL that prevent reading a conversion: the smallest set that must be
 * reset to the preset.
 */
function findAddressFaults({ network, known, target, ip }: CheckContext): string[] {
  if (!known) return [];
  const { preset } = known;
  const now = toSettings(network);
  const presetColumns = toColumns(preset.settings) as Network;
  // `findWrongSettings` checks the settings for reading postbacks. Here they have the values of the preset.
  const rules = {
    ...network,
    ...pick(presetColumns, ['params', 'paramsIn', 'statusMap', 'statusRules', 'signing', 'currency']),
  };
  const isRead = (ours: OurSettings): boolean => {
    const report = { clickId: 'a-click', transactionId: 'a-transaction', payout: '1.25', goalId: 'a-goal' };
    const request = buildPostback(createDialect(known, ours), target, { ...report, kind: 'approve' });
    const verdict = readPostback({ ...rules, sourceAddresses: [] }, toStoredPostback(request, { ip, network: rules }));
    const isRefusedForKeys = verdict.outcome === 'parked' && verdict.reason === NO_PUBLIC_KEYS;
    return isRefusedForKeys || (verdict.kind === 'approve' && verdict.click_id === report.clickId);
  };
  const keys = ['postback_query', 'click_param', 'link_params'] as const;
  const withPresetValues = (names: readonly (typeof keys)[number][]): OurSettings =>
    Object.assign({}, now, Object.fromEntries(names.map((name) => [name, preset.settings[name]])));
  if (isRead(now)) return [];
  let needed = keys.filter((key) => JSON.stringify(now[key]) !== JSON.stringify(preset.settings[key]));
  if (!isRead(withPresetValues(needed))) return [];
  for (const key of needed) {
    const without = needed.filter((each) => each !== key);
    if (isRead(withPresetValues(without))) needed = without;
  }
  return needed;
}

const pick = <T, K extends keyof T>(from: T, keys: readonly K[]): Pick<T, K> =>
  Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<T, K>;
