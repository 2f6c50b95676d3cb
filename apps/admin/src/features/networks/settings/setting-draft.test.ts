import { networkSettings, networkUpdateInput } from '@inaam/contracts/networks/networks';
import { expect, test } from 'vitest';
import { aNetwork } from '../networks.fixture.ts';
import type { Shape } from './schema-shape.ts';
import {
  asFields,
  asLines,
  diffDraft,
  newLine,
  settingShapes,
  toDraft,
  toSettings,
  validateDraft,
} from './setting-draft.ts';
import { getSettingText, settingGroups } from './setting-texts.ts';

test('sends no settings if none changed', () => {
  for (const network of [
    aNetwork(),
    aNetwork({
      signing: { kind: 'token', in: 'param', name: 'password' },
      click_window_seconds: 2_592_000,
      payout_ceiling: 5000,
      hold_seconds: 5400,
      link_macros: { '[CLICK]': 'click_id' },
      link_signing: { kind: 'hmac', algorithm: 'sha256', over: 'url', template: '', name: 'sig', encoding: 'hex' },
      timestamp: { param: 'ts', tolerance_seconds: 900 },
      rates: [{ currency: 'EUR', rate: 95.5, from: '2026-07-01' }],
      replies: { approved: { status: 200, body: '1', type: 'text/plain' } },
      status_rules: [{ when: [{ param: 'amount', test: 'negative', value: '' }], kind: 'reverse' }],
    }),
  ]) {
    expect(diffDraft(toDraft(network), network)).toEqual({});
    expect(validateDraft(toDraft(network))).toEqual({});
  }
});

test('sends only changes, converted to the units of the procedure', () => {
  const network = aNetwork();
  const draft = toDraft(network);
  const changes = diffDraft(
    {
      ...draft,
      hold_seconds: '1.5',
      click_window_seconds: '30',
      payout_ceiling: '5000.50',
      payout_ratio: '25',
      source_addresses: '203.0.113.9\n 198.51.100.0/24 ',
      status_map: [...asLines(draft.status_map), newLine({ key: ' hold ', value: 'pending' })],
    },
    network,
  );
  expect(changes).toEqual({
    hold_seconds: 5400,
    click_window_seconds: 2_592_000,
    payout_ceiling: '5000.50',
    payout_ratio: '25',
    source_addresses: ['203.0.113.9', '198.51.100.0/24'],
    status_map: { '1': 'approve', '2': 'reverse', hold: 'pending' },
  });
  expect(networkUpdateInput.parse({ network_id: 3, ...changes })).toMatchObject({
    payout_ceiling: 500_050,
    payout_ratio: 25,
    click_window_seconds: 2_592_000,
  });
});

test('ignores the order of status words', () => {
  const network = aNetwork();
  const draft = toDraft(network);
  expect(diffDraft({ ...draft, status_map: asLines(draft.status_map).toReversed() }, network)).toEqual({});
});

test('sends only the fields of the selected signing method', () => {
  const draft = toDraft(aNetwork());
  const signing = { ...asFields(draft.signing), kind: 'hash', algorithm: 'md5', template: '{id}{secret}' };
  expect(toSettings({ ...draft, signing }).signing).toEqual({
    kind: 'hash',
    algorithm: 'md5',
    template: '{id}{secret}',
    fields: 'decoded',
    in: 'param',
    name: 'hash',
    encoding: 'hex',
  });
  expect(toSettings({ ...draft, signing: { ...signing, kind: 'path_secret' } }).signing).toEqual({
    kind: 'path_secret',
  });
});

test('shows at each field what the server would refuse', () => {
  const draft = toDraft(aNetwork());
  const problems = validateDraft({
    ...draft,
    name: ' ',
    rate: 'many',
    hold_seconds: '-1',
    params: { ...asFields(draft.params), payout: 'a b' },
    source_addresses: '203.0.113.9\nlocalhost',
    status_map: [...asLines(draft.status_map), newLine({ key: ' 1', value: 'pending' })],
  });
  expect(problems).toMatchObject({
    name: 'is required',
    rate: 'must be a number',
    'params.payout': 'must be a parameter name',
    'source_addresses.1': 'must be an IP address or a CIDR block',
    status_map: 'has “1” twice',
  });
  expect(Object.keys(problems)).toContain('hold_seconds');
});

/** The paths of all fields that an admin can edit. */
function listPaths(shape: Shape, path: string): string[] {
  const listFieldPaths = (fields: Readonly<Record<string, Shape>>) =>
    Object.entries(fields).flatMap(([name, field]) => listPaths(field, `${path}.${name}`));
  if (shape.kind === 'fields') return listFieldPaths(shape.fields);
  if (shape.kind === 'variants')
    return [`${path}.${shape.by}`, ...Object.values(shape.options).flatMap(listFieldPaths)];
  if (shape.kind === 'list') return [path, ...listFieldPaths(shape.item.fields)];
  return [path];
}

test('lists each setting of the schema in exactly one group, with a label for each of its fields', () => {
  expect(settingGroups.flatMap(({ settings }) => settings).toSorted()).toEqual(
    Object.keys(networkSettings.shape).toSorted(),
  );
  const paths = Object.entries(settingShapes).flatMap(([name, shape]) => listPaths(shape, name));
  expect(paths.filter((path) => getSettingText(path).label === path)).toEqual([]);
});

test('defines labels for the values of every choice', () => {
  const choices = (shape: Shape, path: string): string[] => {
    if (shape.kind === 'choice' && !getSettingText(path).options) return [path];
    if (shape.kind === 'fields') return Object.entries(shape.fields).flatMap(([n, s]) => choices(s, `${path}.${n}`));
    if (shape.kind === 'list') return choices(shape.item, path);
    if (shape.kind === 'pairs') return choices(shape.value, path);
    if (shape.kind === 'variants')
      return Object.values(shape.options).flatMap((fields) =>
        Object.entries(fields).flatMap(([n, s]) => choices(s, `${path}.${n}`)),
      );
    return [];
  };
  expect(Object.entries(settingShapes).flatMap(([name, shape]) => choices(shape, name))).toEqual([]);
});
