import type { ApprovalRequest } from '@inaam/contracts/approvals/approvals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../testing/accessible.ts';
import { Refusal, renderWithServer } from '../../testing/render-with-server.tsx';

const app = renderWithServer();

const aRequest = (fields: Partial<ApprovalRequest> = {}): ApprovalRequest => ({
  request_id: 5,
  kind: 'credit',
  status: 'waiting',
  title: 'Credit “Chai quiz” to asha@example.com',
  facts: [
    ['Payout', '₹5,000'],
    ['May cost', '₹5,000'],
  ],
  related_record: { page: 'user', id: 7 },
  reason: 'A screenshot by mail',
  asked_by: 'omar',
  key: null,
  is_own: false,
  asked_at: '2026-07-20T06:30:00.000Z',
  expires_at: '2026-07-23T06:30:00.000Z',
  decided_by: null,
  decided_at: null,
  answer: null,
  ...fields,
});
const open = async (requests: ApprovalRequest[], role = 'owner') => {
  app.answers['admin.identity.me'] = () => ({
    username: 'meera',
    email: 'meera@example.com',
    role,
    has_factor: true,
    must_set_up_factor: false,
  });
  app.answers['admin.approvals.list'] = () => ({
    requests,
    alerts: [
      {
        alert_id: 1,
        kind: 'credited_own_account',
        at: '2026-07-20T06:30:00.000Z',
        actor: 'omar',
        detail: '“Chai quiz” for omar@example.com',
        completion_id: 41,
      },
    ],
  });
  app.open('/admin/approvals');
  await screen.findByText(/Worth a second look/);
};

test('shows a request’s facts, lets another owner refuse with a reason, and explains a failed approval', async () => {
  await open([aRequest(), aRequest({ request_id: 6, status: 'refused', answer: 'Ask first', decided_by: 'ravi' })]);
  await expectAccessible();
  const card = screen.getByRole('article', { name: /^Credit “Chai quiz”/ });
  expect(card.textContent).toContain('A screenshot by mail');
  expect(card.textContent).toContain('May cost₹5,000');
  expect(within(card).getByRole('link', { name: 'View user' }).getAttribute('href')).toBe('/admin/users/7');
  expect(screen.getByRole('region', { name: 'Decided' }).textContent).toContain('Ask first');
  fireEvent.click(within(card).getByRole('button', { name: /^Refuse/ }));
  const refusalDialog = await screen.findByRole('alertdialog', { name: 'Refuse this request?' });
  fireEvent.click(within(refusalDialog).getByRole('button', { name: 'Refuse' }));
  expect(within(refusalDialog).getByText('A reason is required')).toBeTruthy();
  fireEvent.change(within(refusalDialog).getByLabelText('Reason'), { target: { value: 'No proof' } });
  fireEvent.click(within(refusalDialog).getByRole('button', { name: 'Refuse' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(app.getInputs('admin.approvals.refuse')).toEqual([{ request_id: 5, reason: 'No proof' }]);

  fireEvent.click(within(card).getByRole('button', { name: /^Approve/ }));
  const approvalDialog = await screen.findByRole('alertdialog', { name: 'Approve this request?' });
  expect(approvalDialog.textContent).toContain('May cost₹5,000');
  app.answers['admin.approvals.approve'] = () => {
    throw new Refusal('REQUEST_SETTLED');
  };
  fireEvent.click(within(approvalDialog).getByRole('button', { name: 'Approve' }));
  expect((await within(approvalDialog).findByRole('alert')).textContent).toContain('no longer waiting');
});

test('offers the requester only a withdrawal, and non-owners no decisions', async () => {
  await open([aRequest({ is_own: true }), aRequest({ request_id: 9, title: 'Make sana owner' })], 'manager');
  const ownRequest = screen.getByRole('article', { name: /^Credit/ });
  expect(within(ownRequest).queryByRole('button', { name: /^Approve/ })).toBeNull();
  expect(within(screen.getByRole('article', { name: 'Make sana owner' })).queryAllByRole('button')).toEqual([]);
  fireEvent.click(within(ownRequest).getByRole('button', { name: /^Withdraw/ }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Withdraw your request?' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Withdraw' }));
  await waitFor(() => expect(app.getInputs('admin.approvals.withdraw')).toEqual([{ request_id: 5 }]));
});

test('closes the dialog when the action was sent for approval', async () => {
  await open([aRequest({ is_own: true })]);
  app.answers['admin.approvals.withdraw'] = () => {
    throw new Refusal('WAITS_FOR_APPROVAL');
  };
  fireEvent.click(screen.getByRole('button', { name: /^Withdraw/ }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Withdraw your request?' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Withdraw' }));
  expect(await screen.findByText('Sent for approval')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});
