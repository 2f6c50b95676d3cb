import type { FraudActed } from '@inaam/contracts/fraud';
import { fraudActionInput } from '@inaam/contracts/fraud';
import { expect, test } from 'vitest';
import { type ActCall, inverseOf } from './actions.ts';

const acted = (more: Partial<FraudActed> = {}): FraudActed => ({
  message: 'Done',
  done: 1,
  unchanged: 0,
  refused: [],
  ...more,
});

const single: ActCall[] = [
  { action: 'flag_user', user_id: 7, notes: 'a' },
  { action: 'unflag_user', user_id: 7, notes: 'a' },
  { action: 'block_ip', ip_address: '203.0.113.7', notes: 'a', confirm_own: true },
  { action: 'unblock_ip', ip_address: '203.0.113.7', notes: 'a' },
  { action: 'block_device', device_fingerprint: 'k3x9', notes: 'a' },
  { action: 'unblock_device', device_fingerprint: 'k3x9', notes: 'a' },
];

test.each(single)('$action is taken back on the same subject, and back again', (call) => {
  const inverse = inverseOf(call, acted());
  if (!inverse) throw new Error('There is an inverse');
  expect(inverse.action).not.toBe(call.action);
  expect(fraudActionInput.safeParse(inverse).success).toBe(true);
  // Whose address it is, is confirmed anew each time.
  const { confirm_own: _, ...same } = { confirm_own: false, ...call, notes: inverse.notes };
  expect(inverseOf(inverse, acted())).toEqual(same);
});

test('what changed nothing is not taken back', () => {
  for (const call of single) expect(inverseOf(call, acted({ unchanged: 1 }))).toBeUndefined();
});

test('of many users those alone are taken back that were changed', () => {
  const call: ActCall = { action: 'bulk_flag_users', user_ids: [1, 2, 3, 4], notes: '' };
  const result = acted({ done: 3, unchanged: 1, refused: [{ user_id: 2, reason: 'User not found' }] });
  expect(inverseOf(call, result, [1, 2, 3])).toMatchObject({ action: 'bulk_unflag_users', user_ids: [1, 3] });
  expect(inverseOf(call, result, [2])).toBeUndefined();
});
