import { networkUpdateInput } from '@inaam/contracts/networks/networks';
import { expect, test } from 'vitest';
import { aNetwork } from '../networks.fixture.ts';
import { diffDraft, lineId, toDraft, toSettings, validateDraft } from './settings-draft.ts';

test('sends no unchanged setting', () => {
  for (const network of [
    aNetwork(),
    aNetwork({
      signing: { kind: 'token', in: 'param', name: 'password' },
      click_window_seconds: 2_592_000,
      payout_ceiling: 5000,
      hold_seconds: 5400,
      link_macros: { '[CLICK]': 'click_id' },
      replies: { approved: { status: 200, body: '1', type: 'text/plain' } },
      status_rules: [{ when: [{ param: 'amount', test: 'negative', value: '' }], kind: 'reverse' }],
    }),
  ]) {
    expect(diffDraft(toDraft(network), network)).toEqual({});
    expect(validateDraft(toDraft(network))).toEqual({});
  }
});

test('sends only changes, in the procedure’s form', () => {
  const network = aNetwork();
  const draft = {
    ...toDraft(network),
    hold_hours: '1.5',
    window_days: '30',
    payout_ceiling: '5000.50',
    payout_ratio: '25',
    source_addresses: '203.0.113.9\n 198.51.100.0/24 ',
    status_map: [...toDraft(network).status_map, { id: lineId(), key: ' Hold ', value: 'pending' }],
  };
  const changes = diffDraft(draft, network);
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
  expect(diffDraft({ ...draft, status_map: draft.status_map.toReversed() }, network)).toEqual({});
});

test('sends only the fields of the selected signing method', () => {
  const draft = toDraft(aNetwork());
  const signing = { ...draft.signing, kind: 'hash' as const, algorithm: 'md5' as const, template: '{id}{secret}' };
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

test('shows what the server would refuse at its field', () => {
  const draft = toDraft(aNetwork());
  const problems = validateDraft({
    ...draft,
    name: ' ',
    rate: 'many',
    hold_hours: '-1',
    params: { ...draft.params, payout: 'a b' },
    source_addresses: '203.0.113.9\nlocalhost',
    status_map: [...draft.status_map, { id: lineId(), key: ' 1', value: 'pending' }],
  });
  expect(problems).toMatchObject({
    name: 'is required',
    rate: 'must be a number',
    'params.payout': 'must be a parameter name',
    'source_addresses.1': 'must be an address or a CIDR block',
    status_map: 'has “1” twice',
  });
  expect(Object.keys(problems)).toContain('hold_seconds');
});
