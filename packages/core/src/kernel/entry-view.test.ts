import { expect, test } from 'vitest';
import { auditEntryView } from './audit-entry-view.ts';

const row = {
  id: 7,
  at: new Date('2026-01-15T09:30:00Z'),
  actorKind: 'admin',
  actorId: 1,
  actorName: 'asha',
  ip: null,
  action: 'vouchers.resend',
  subject: '12',
  before: { status: 'used' },
  note: 'The shop refused it',
};

test('omits the call ID from the view of an entry', () => {
  const view = auditEntryView({ ...row, after: { status: 'assigned', call: 'f00' } });
  expect(view).toMatchObject({ at: '2026-01-15T09:30:00.000Z', before: { status: 'used' } });
  expect(view.after).toEqual({ status: 'assigned' });
});

test.each([null, 'text', ['a'], { status: 'expired' }])('shows other `after` values unchanged: %j', (after) => {
  expect(auditEntryView({ ...row, after }).after).toEqual(after);
});
