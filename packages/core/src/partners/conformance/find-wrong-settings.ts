import type { NetworkPreset } from '@inaam/contracts/networks/networks';
import type { Postback } from '../postbacks/parse.ts';
import { readPostback, type Verdict } from '../postbacks/read.ts';
import type { PostbackRules } from '../settings/rules.ts';
import { toColumns } from '../settings/settings.ts';

/** Which settings make a postback be read otherwise than its network means it. */

interface Patch {
  setting: string;
  apply: (rules: PostbackRules) => PostbackRules;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));

/** Keys in one order: PostgreSQL gives those of JSON in its own. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}

/** What would have to change for the settings to be the preset's, as far as it decides how a postback is read. */
function diffSettings(rules: PostbackRules, { settings }: NetworkPreset): Patch[] {
  const preset = toColumns(settings) as PostbackRules;
  const patches: Patch[] = [];
  for (const [name, value] of Object.entries(preset.params)) {
    const key = name as keyof PostbackRules['params'];
    if (rules.params[key] === value) continue;
    patches.push({
      setting: `params.${name}`,
      apply: (was) => ({ ...was, params: { ...was.params, [key]: value } }),
    });
  }
  const whole = (setting: string, key: keyof PostbackRules) => {
    if (!same(rules[key], preset[key])) {
      patches.push({ setting, apply: (was) => ({ ...was, [key]: preset[key] }) });
    }
  };
  whole('params_in', 'paramsIn');
  whole('status_map', 'statusMap');
  whole('status_rules', 'statusRules');
  whole('signing', 'signing');
  whole('signed_url', 'signedUrl');
  whole('currency', 'currency');
  return patches;
}

/** Reasons that name their setting where there is nothing to compare the settings with. */
const BY_REASON: readonly [RegExp, string][] = [
  [/^Signature not valid$/, 'signing'],
  [/^Caller address not allowed$/, 'source_addresses'],
  [/is not mapped$/, 'status_map'],
  [/is not an amount$/, 'params.payout'],
  [/above the ceiling$/, 'payout_ceiling'],
  [/click is too old$/, 'click_window_seconds'],
  [/^There is no rate for /, 'rates'],
  [/ is missing or no time$| is too far from the time /, 'timestamp'],
];

function byReason(rules: PostbackRules, reason: string | null): string[] {
  if (reason === null) return [];
  const named = Object.entries(rules.params).find(([, name]) => name !== null && reason.startsWith(`${name} `));
  if (named && /missing or too long$|is too long$|more than once$/.test(reason)) return [`params.${named[0]}`];
  return BY_REASON.flatMap(([pattern, setting]) => (pattern.test(reason) ? [setting] : []));
}

/**
 * The smallest set of settings which, had they the preset's values, would make the postback be read as expected.
 * @param reason what judging gave, for what no setting of the preset explains
 */
export function findWrongSettings(
  rules: PostbackRules,
  preset: NetworkPreset | undefined,
  postback: Postback,
  isExpected: (verdict: Verdict) => boolean,
  reason: string | null,
): string[] {
  const reads = (patches: readonly Patch[]): boolean =>
    isExpected(
      readPostback(
        patches.reduce((was, { apply }) => apply(was), rules),
        postback,
      ),
    );
  if (reads([])) return byReason(rules, reason);
  let needed = preset ? diffSettings(rules, preset) : [];
  if (!reads(needed)) return byReason(rules, reason);
  for (const patch of needed) {
    const without = needed.filter((each) => each !== patch);
    if (reads(without)) needed = without;
  }
  return needed.map(({ setting }) => setting);
}

const NAMES: Record<string, string> = {
  'params.click_id': 'the parameter of the click',
  'params.transaction_id': 'the parameter of the transaction',
  'params.payout': 'the parameter of the payout',
  'params.currency': 'the parameter of the currency',
  'params.status': 'the parameter of the status',
  'params.goal_id': 'the parameter of the goal',
  params_in: 'where parameters are read',
  status_map: 'the status words',
  status_rules: 'the status rules',
  signing: 'how calls are signed',
  signed_url: 'the signed address',
  currency: 'the currency',
  'params.parent_id': 'the parameter of the transaction that is reversed',
  postback_query: 'the address that is pasted at the network',
  click_param: 'the parameter of links that carries the click',
  link_params: 'the other parameters of links',
  rates: 'the rates',
  timestamp: 'the time of calls',
  source_addresses: 'the source addresses',
  payout_ceiling: 'the ceiling of payouts',
  click_window_seconds: 'the age up to which a click counts',
};

function presetValue({ settings }: NetworkPreset, setting: string): unknown {
  const [first = '', second] = setting.split('.');
  const value: unknown = settings[first as keyof typeof settings];
  return second === undefined ? value : (value as Record<string, unknown>)[second];
}

function inWords(value: unknown): string {
  if (value === null || value === '') return 'empty';
  if (typeof value === 'string') return `“${value}”`;
  // Rules take more room than a sentence has.
  if (Array.isArray(value)) return 'those of its preset';
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .map(([name, inner]) => `${name === '' ? 'none' : name}: ${String(inner)}`)
    .join(', ');
}

/** What to do about settings at fault. */
export function getAdvice(settings: readonly string[], preset: NetworkPreset | undefined): string | null {
  if (settings.length === 0) return null;
  return settings
    .map((setting) => {
      const name = NAMES[setting] ?? setting;
      if (!preset) return `Compare ${name} with what the network's dashboard says.`;
      return [
        `Change ${name}: ${preset.label} is known to have ${inWords(presetValue(preset, setting))}.`,
        'Where its dashboard says otherwise, the dashboard is right.',
      ].join(' ');
    })
    .join(' ');
}
