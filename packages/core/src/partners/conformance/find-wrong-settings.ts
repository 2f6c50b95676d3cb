import type { NetworkPreset } from '@inaam/contracts/networks/networks';
import type { Postback } from '../postbacks/parse.ts';
import { readPostback, type Verdict } from '../postbacks/read.ts';
import type { PostbackRules } from '../settings/rules.ts';
import { toColumns } from '../settings/settings.ts';

interface Patch {
  setting: string;
  apply: (rules: PostbackRules) => PostbackRules;
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(sortKeys(a)) === JSON.stringify(sortKeys(b));

/** Sorts the keys of objects at all levels, because `jsonb` does not keep the order of keys. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sortKeys(inner)]));
}

/** Lists the settings that differ from the preset and affect how a postback is read. */
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
  const compareWhole = (setting: string, key: keyof PostbackRules) => {
    if (!isSame(rules[key], preset[key])) {
      patches.push({ setting, apply: (was) => ({ ...was, [key]: preset[key] }) });
    }
  };
  compareWhole('params_in', 'paramsIn');
  compareWhole('status_map', 'statusMap');
  compareWhole('status_rules', 'statusRules');
  compareWhole('signing', 'signing');
  compareWhole('signed_url', 'signedUrl');
  compareWhole('currency', 'currency');
  return patches;
}

/** Maps the reason of a judgement to the setting at fault, if no difference from a preset explains the misreading. */
const SETTINGS_BY_REASON: readonly [RegExp, string][] = [
  [/^Signature not valid$/, 'signing'],
  [/^Caller address not allowed$/, 'source_addresses'],
  [/is not mapped$/, 'status_map'],
  [/is not an amount$/, 'params.payout'],
  [/above the ceiling$/, 'payout_ceiling'],
  [/click is too old$/, 'click_window_seconds'],
  [/^There is no rate for /, 'rates'],
  [/ is missing or not a time$| differs too much from the time of receipt$/, 'timestamp'],
];

function findSettingsByReason(rules: PostbackRules, reason: string | null): string[] {
  if (reason === null) return [];
  const param = Object.entries(rules.params).find(([, name]) => name !== null && reason.startsWith(`${name} `));
  if (param && /missing or too long$|is too long$|has different values$/.test(reason)) return [`params.${param[0]}`];
  return SETTINGS_BY_REASON.flatMap(([pattern, setting]) => (pattern.test(reason) ? [setting] : []));
}

/**
 * Finds the smallest set of settings that must be reset to the preset for the postback to be read as expected.
 * @param reason the reason of the judgement. It determines the setting if no difference from the preset explains the
 *   misreading.
 */
export function findWrongSettings(
  rules: PostbackRules,
  preset: NetworkPreset | undefined,
  postback: Postback,
  isExpected: (verdict: Verdict) => boolean,
  reason: string | null,
): string[] {
  const isReadAsExpected = (patches: readonly Patch[]): boolean =>
    isExpected(
      readPostback(
        patches.reduce((was, { apply }) => apply(was), rules),
        postback,
      ),
    );
  if (isReadAsExpected([])) return findSettingsByReason(rules, reason);
  let needed = preset ? diffSettings(rules, preset) : [];
  if (!isReadAsExpected(needed)) return findSettingsByReason(rules, reason);
  for (const patch of needed) {
    const without = needed.filter((each) => each !== patch);
    if (isReadAsExpected(without)) needed = without;
  }
  return needed.map(({ setting }) => setting);
}

const NAMES: Record<string, string> = {
  'params.click_id': 'the click parameter',
  'params.transaction_id': 'the transaction parameter',
  'params.payout': 'the payout parameter',
  'params.currency': 'the currency parameter',
  'params.status': 'the status parameter',
  'params.goal_id': 'the goal parameter',
  params_in: 'the source of parameters',
  status_map: 'the status words',
  status_rules: 'the status rules',
  signing: 'the signing',
  signed_url: 'the signed URL',
  currency: 'the currency',
  'params.parent_id': 'the parameter of the reversed transaction',
  postback_query: 'the postback URL',
  click_param: 'the click parameter of links',
  link_params: 'the other parameters of links',
  rates: 'the rates',
  timestamp: 'the timestamp check',
  source_addresses: 'the source addresses',
  payout_ceiling: 'the payout ceiling',
  click_window_seconds: 'the maximum click age',
};

function presetValue({ settings }: NetworkPreset, setting: string): unknown {
  const [first = '', second] = setting.split('.');
  const value: unknown = settings[first as keyof typeof settings];
  return second === undefined ? value : (value as Record<string, unknown>)[second];
}

function formatValue(value: unknown): string {
  if (value === null || value === '') return 'empty';
  if (typeof value === 'string') return `“${value}”`;
  // Status rules are too long for a sentence.
  if (Array.isArray(value)) return 'the rules of the preset';
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .map(([name, inner]) => `${name === '' ? 'none' : name}: ${String(inner)}`)
    .join(', ');
}

/** Returns sentences that advise the admin how to correct the settings at fault. */
export function getAdvice(settings: readonly string[], preset: NetworkPreset | undefined): string | null {
  if (settings.length === 0) return null;
  return settings
    .map((setting) => {
      const name = NAMES[setting] ?? setting;
      if (!preset) return `Compare ${name} with the network's dashboard.`;
      return [
        `Change ${name}: ${preset.label} usually has ${formatValue(presetValue(preset, setting))}.`,
        'If its dashboard differs, follow the dashboard.',
      ].join(' ');
    })
    .join(' ');
}
