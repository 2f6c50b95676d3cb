import { needKinds } from '@inaam/contracts/insights/needs';
import type { LookupHit } from '@inaam/contracts/lookup/lookup';
import type { AdminOffer } from '@inaam/contracts/offers/offers';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { aRing } from '../features/fraud/ring.fixture.ts';
import { aProfile } from '../features/users/users.fixture.ts';
import { served } from '../testing/served.tsx';
import { offer as anOffer } from './list-screens.fixture.ts';

/**
 * What is done most often in the back-office takes at most half of the presses that it took before the search could
 * begin things and lists took several rows at once. A press is a click, a key chord, or the choice of a field that has
 * not got the focus by itself; text is typed for nothing, then as now.
 */

const app = served();
let presses: number;

const click = (target: HTMLElement) => {
  presses += 1;
  fireEvent.click(target);
};
/** Writes into a field: a press more where the focus is elsewhere. */
async function write(field: HTMLElement, value: string) {
  if (document.activeElement !== field) presses += 1;
  field.focus();
  fireEvent.change(field, { target: { value } });
}
/** Opens the search by its keys, types, and takes the first line by Enter once it is what is wanted. */
async function search(typed: string, wanted: RegExp, take = true) {
  presses += 1;
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  const field = await screen.findByRole('combobox', { name: 'Search everywhere' });
  fireEvent.change(field, { target: { value: typed } });
  await waitFor(() => expect(screen.getByRole('option', { selected: true }).textContent).toMatch(wanted));
  if (!take) return;
  presses += 1;
  fireEvent.keyDown(field, { key: 'Enter' });
}
/** `g` and a letter, as one chord. */
const go = (letter: string) => {
  presses += 1;
  fireEvent.keyDown(document.body, { key: 'g' });
  fireEvent.keyDown(document.body, { key: letter });
};

const hit = (changed: Partial<LookupHit>): LookupHit => ({
  kind: 'user',
  key: '7',
  label: 'Asha Rao',
  hint: 'asha@example.com',
  completion_id: null,
  user_id: null,
  ...changed,
});
const offers: AdminOffer[] = [1, 2, 3, 4, 5].map((offer_id) => ({
  ...anOffer,
  offer_id,
  title: `Old offer ${offer_id}`,
}));

beforeEach(async () => {
  presses = 0;
  app.answers['admin.lookup.find'] = () => ({ hits: [hit({})] });
  app.answers['admin.users.profile'] = () => aProfile();
  app.answers['admin.offers.list'] = () => ({
    offers,
    pagination: { page: 1, limit: 10, total: offers.length, totalPages: 1 },
  });
  app.answers['admin.vouchers.list'] = () => ({
    vouchers: [],
    stats: [],
    owed: [],
    pagination: { page: 1, limit: 50, total: 0, totalPages: 0 },
  });
  app.answers['admin.insights.needs'] = () => ({
    needs: needKinds.map((kind) => ({ kind, count: 4, value: 60, subject: { id: 3, name: '₹500' } })),
  });
  app.open('/admin');
  await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
  // Who may do what is known before anything is offered.
  await waitFor(() => expect(screen.getByRole('region', { name: 'Needs you' }).textContent).toContain('₹500'));
});

const question = () => screen.findByRole('alertdialog');
const inQuestion = async (name: string) => within(await question()).getByRole('button', { name });

/** Each begins on the dashboard. `before`: the presses that it took by menus, lists and forms, and which ones. */
const tasks: Record<string, { before: number; now: () => Promise<void> }> = {
  // Users, search field, name, Open page.
  'go to a person by their mail': {
    before: 4,
    now: async () => {
      await search('asha@example.com', /Asha Rao/);
      await screen.findByRole('heading', { level: 1, name: 'Asha Rao' });
    },
  },
  // Users, search field, name, Open page, Credit by hand, reason, Credit.
  'credit a user by hand': {
    before: 7,
    now: async () => {
      await search('credit asha@example.com', /Credit by hand: Asha Rao/);
      await write(within(await question()).getByLabelText('Reason'), 'A screenshot by mail');
      click(await inQuestion('Credit'));
      await waitFor(() => expect(app.inputsOf('admin.users.credit')).toMatchObject([{ user_id: 7, offer_id: 9 }]));
    },
  },
  // Users, search field, name, Open page, Resend code, reason, Resend code.
  'resend a code to its winner': {
    before: 7,
    now: async () => {
      await search('resend asha@example.com', /Resend a code to Asha Rao/);
      await write(within(await question()).getByLabelText('Reason'), 'The mail was lost');
      click(await inQuestion('Resend code'));
      await waitFor(() => expect(app.inputsOf('admin.vouchers.resend')).toMatchObject([{ voucher_id: 31 }]));
    },
  },
  // Vouchers, Create Vouchers, Many codes, brand, amount, expiry date, codes, Create Vouchers.
  'restock an amount that is out': {
    before: 8,
    now: async () => {
      click(screen.getByRole('link', { name: /₹500.*out of stock/ }));
      const form = within(await screen.findByRole('dialog', { name: 'Create vouchers' }));
      await write(form.getByLabelText('Expiry date'), '2099-12-31');
      await write(form.getByLabelText('Voucher codes, one per line'), 'NEW-1\nNEW-2');
      click(form.getByRole('button', { name: 'Create Vouchers' }));
      await waitFor(() =>
        expect(app.inputsOf('admin.vouchers.create')).toMatchObject([
          { voucher_brand: 'Amazon', voucher_amount: 500, voucher_codes: ['NEW-1', 'NEW-2'] },
        ]),
      );
    },
  },
  // Vouchers, search field.
  'find a code, and what became of it': {
    before: 2,
    now: async () => {
      app.answers['admin.lookup.find'] = () => ({
        hits: [
          hit({ kind: 'voucher', key: '31', label: '••••B715', hint: '₹10 Amazon · assigned to asha@example.com' }),
        ],
      });
      await search('AMZ-1234-B715', /••••B715.*assigned to asha@example\.com/, false);
    },
  },
  // Fraud Detection, Suspicious Devices, the device, then for each of the three: Flag User, Flag User.
  'flag a ring of three': {
    before: 9,
    now: async () => {
      app.answers['admin.fraud.evidence'] = () => aRing([false, false, false]);
      app.answers['admin.fraud.act'] = () => ({
        message: '3 users flagged and blocked successfully',
        done: 3,
        unchanged: 0,
        refused: [],
        undo: null,
      });
      const none = { total: 0, totalPages: 0, user_total: 0, ip_total: 0, device_total: 0 };
      app.answers['admin.fraud.list'] = () => ({
        recentRegistrations: [],
        suspiciousIPs: [],
        suspiciousDevices: [],
        stats: { total_users: 3, suspicious_users: 0, suspicious_ips: 0, suspicious_devices: 1 },
        pagination: { page: 1, limit: 25, ...none, user_total_pages: 0, ip_total_pages: 0, device_total_pages: 0 },
      });
      app.answers['admin.lookup.find'] = () => ({ hits: [hit({ kind: 'device', key: 'k3x9', label: 'k3x9' })] });
      await search('k3x9', /k3x9/);
      click(await screen.findByRole('button', { name: 'Flag all 3' }));
      click(await inQuestion('Flag Selected'));
      await waitFor(() => expect(app.inputsOf('admin.fraud.act')).toMatchObject([{ user_ids: [1, 2, 3] }]));
    },
  },
  // Offers, then for each of the five: Deactivate, Deactivate.
  'take five offers out of use': {
    before: 11,
    now: async () => {
      go('o');
      await waitFor(() => expect(document.querySelector('tbody')?.textContent).toContain('Old offer 5'));
      click(screen.getByLabelText('Select all rows on this page'));
      const bar = within(screen.getByRole('region', { name: 'Selected offers' }));
      click(bar.getByRole('button', { name: 'Archive' }));
      click(await inQuestion('Archive'));
      await waitFor(() =>
        expect(app.inputsOf('admin.offers.bulk')).toEqual([{ action: 'archive', offer_ids: [1, 2, 3, 4, 5] }]),
      );
    },
  },
  // Networks, the network, Inbox, the filter by outcome.
  'read what a network was refused': {
    before: 4,
    now: async () => {
      click(screen.getByRole('link', { name: /refused since yesterday/ }));
      await waitFor(() => expect(app.address()).toContain('tab=inbox&outcome=refused'));
    },
  },
  // Missing Credit, the filter by status.
  'open the cases that wait': {
    before: 2,
    now: async () => {
      click(screen.getByRole('link', { name: /missing credit cases open/ }));
      await waitFor(() => expect(app.address()).toBe('/admin/cases?status=open'));
    },
  },
  // Vouchers, the filter by status, the filter by expiry, the order by expiry.
  'see which vouchers expire next': {
    before: 4,
    now: async () => {
      click(screen.getByRole('link', { name: /vouchers expire within 14 days/ }));
      await waitFor(() => expect(app.address()).toContain('sortBy=expiry_date'));
    },
  },
};

test.each(Object.entries(tasks))('%s', async (_, { before, now }) => {
  await now();
  expect(presses).toBeLessThanOrEqual(before / 2);
});

test('ten tasks are counted', () => expect(Object.keys(tasks)).toHaveLength(10));
