import { expect, test } from 'vitest';
import { listActions, listActionsFor, listCommands, parseCommand } from './actions.ts';

const labels = (typed: string, role: Parameters<typeof listActionsFor>[1] = 'owner') =>
  listActionsFor(typed, role).map(({ label }) => label);
const user = { kind: 'user', key: '7', label: 'Asha Rao', hint: '', completion_id: null, user_id: 7 } as const;

test('finds actions by words in any order and by an amount', () => {
  expect(labels('')).toEqual([]);
  expect(labels('create')).toEqual(['Create an offer', 'Add vouchers', 'Add a network', 'Add an admin']);
  for (const typed of ['new offer', 'create offer', 'offer create']) expect(labels(typed)).toEqual(['Create an offer']);
  expect(labels('import vouchers')).toEqual(['Import vouchers']);
  expect(labels('pause spins')).toEqual(['Pause or resume spins']);
  expect(labels('admin add')).toEqual(['Add an admin']);
  expect(labels('users flag')).toEqual(['Flag or unflag users']);
  expect(labels('vou')).toEqual(['Add vouchers', 'Import vouchers', 'Reorder list']);
  for (const typed of ['add ₹500', 'add 500 vouchers', 'restock 500', 'ADD Rs. 500'])
    expect(listActionsFor(typed, 'owner')[0]).toMatchObject({
      label: 'Add ₹500 vouchers',
      target: { to: '/admin/vouchers', search: { panel: 'new-500' } },
    });
  expect(labels('adder 500')).toEqual([]);
});

test('hides actions that the role may not perform', () => {
  expect(labels('create', 'analyst')).toEqual([]);
  expect(listActionsFor('add 500', undefined)).toEqual([]);
  expect(listActions(user, 'analyst')).toEqual([]);
  expect(listActions(user, 'owner')).toMatchObject([
    { label: 'Flag or unflag Asha Rao', target: { search: { tab: 'users', panel: 'user-7' } } },
  ]);
});

test('applies a typed verb to the hits of its kind, such as users for ‘credit’', () => {
  expect(parseCommand('Credit  asha@example.com ')).toEqual({ verb: 'credit', searchTerm: 'asha@example.com' });
  expect(parseCommand('flagstone')).toEqual({ verb: undefined, searchTerm: 'flagstone' });
  expect(parseCommand('flag ')).toEqual({ verb: undefined, searchTerm: 'flag ' });
  const address = { ...user, kind: 'ip', key: '203.0.113.9', label: '203.0.113.9' } as const;
  expect(listCommands('credit', [address, user], 'support')).toMatchObject([
    { label: 'Credit manually: Asha Rao', target: { params: { userId: '7' }, search: { act: 'credit' } } },
  ]);
  expect(listCommands('block', [user, address], 'owner')).toMatchObject([{ label: 'Block or unblock 203.0.113.9' }]);
  expect(listCommands('flag', [user], 'analyst')).toEqual([]);
  const offer = { ...user, kind: 'offer', key: '5', label: 'Tea survey', user_id: null } as const;
  expect(listCommands('odds', [user, offer], 'manager')).toMatchObject([
    { label: 'Edit Tea survey', target: { to: '/admin/offers', search: { panel: '5' } } },
  ]);
  expect(listCommands('edit', [offer], 'support')).toEqual([]);
});
