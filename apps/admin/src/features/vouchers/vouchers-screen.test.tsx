import type { AdminVoucher, VoucherStatus } from '@inaam/contracts/vouchers/vouchers';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Refusal, renderWithServer } from '../../testing/render-with-server.tsx';
import { anAdminVoucher } from './vouchers.fixture.ts';

const app = renderWithServer();

const aVoucher = (voucher_id: number, status: VoucherStatus) =>
  anAdminVoucher({ voucher_id, voucher_code: `••••-${voucher_id}`, status });

/** The server's stock. The screen shows a change only after reloading the list. */
let stock: AdminVoucher[];
beforeEach(() => {
  stock = [aVoucher(1, 'available'), aVoucher(2, 'expired'), aVoucher(3, 'assigned')];
  app.answers['admin.vouchers.list'] = () => ({
    vouchers: stock,
    stats: [],
    owed: [],
    pagination: { page: 1, limit: 20, total: stock.length, totalPages: 1 },
  });
  app.answers['admin.vouchers.setStatus'] = ({ voucher_id, status }) => {
    stock = stock.map((each) => (each.voucher_id === voucher_id ? { ...each, status: status as VoucherStatus } : each));
    return { message: 'Voucher status updated successfully' };
  };
  app.answers['admin.vouchers.delete'] = ({ voucher_id }) => {
    stock = stock.filter((each) => each.voucher_id !== voucher_id);
    return { message: 'Voucher deleted successfully' };
  };
});

const box = (id: number) => screen.queryByLabelText(`Select Amazon ••••-${id}`);
const getRow = (id: number) => box(id)?.closest('tr') as HTMLElement;
const readStatus = (id: number) => /Available|Expired|Assigned|Used/.exec(getRow(id).textContent ?? '')?.[0];
/** Opens the row's menu, if the row has one. */
function openMenu(id: number) {
  const button = within(getRow(id)).queryByRole('button', { name: `Actions for voucher ••••-${id}` });
  if (button) fireEvent.keyDown(button, { key: 'Enter' });
}
function listMenuItems(id: number) {
  openMenu(id);
  const items = screen.queryAllByRole('menuitem').map(({ textContent }) => textContent);
  if (items.length > 0) fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' });
  return items;
}

async function open() {
  app.open('/admin/vouchers');
  await waitFor(() => expect(box(1)).not.toBeNull());
}
async function change(id: number, label: string) {
  openMenu(id);
  fireEvent.click(await screen.findByRole('menuitem', { name: label }));
  const question = await screen.findByRole('alertdialog');
  expect(question.textContent).toContain(`••••-${id}`);
  fireEvent.click(within(question).getByRole('button', { name: label }));
  return question;
}

test('offers to create vouchers in the header and in the empty list if there are none', async () => {
  stock = [];
  app.open('/admin/vouchers');
  expect(await screen.findByText('No vouchers yet')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'Create Vouchers' })).toHaveLength(2);
  expect(screen.getAllByRole('button', { name: 'More about vouchers' })).toHaveLength(1);
});

describe('the voucher list', () => {
  test('offers for each voucher the changes that its status allows', async () => {
    await open();
    expect([1, 2, 3].map(listMenuItems)).toEqual([['Mark Expired', 'Delete'], ['Reactivate', 'Delete'], []]);
  });

  test('does not offer to reactivate a voucher past its expiry date', async () => {
    stock = [aVoucher(1, 'available'), { ...aVoucher(2, 'expired'), expiry_date: '2020-01-31' }];
    await open();
    expect(listMenuItems(2)).toEqual(['Delete']);
    fireEvent.click(box(2) as HTMLElement);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Reactivate' }).disabled).toBe(true);
  });

  test('shows the counts of each type and brand next to the list', async () => {
    const stat = (voucher_type: string, voucher_brand: string, available: number) => ({
      voucher_type,
      voucher_brand,
      total: 9,
      available,
      assigned: 2,
      used: 1,
      expired: 0,
      amount_breakdown: [],
    });
    const list = app.answers['admin.vouchers.list'];
    app.answers['admin.vouchers.list'] = (input) => ({
      ...(list?.(input) as object),
      stats: [stat('amazon', 'Amazon', 6), stat('other', 'Zepto', 5), stat('other', 'Nykaa', 4)],
    });
    await open();
    const cards = screen.getByRole('region', { name: 'Stock by brand' }).textContent;
    expect(cards).toContain('Other type9 of 18 available4 assigned · 2 used · 0 expired');
    expect(cards).toContain('Zepto5 of 9 available2 assigned · 1 used · 0 expiredOther');
  });

  test.each([
    ['Mark Expired', 1, 'expired', 'Expired'],
    ['Reactivate', 2, 'available', 'Available'],
  ] as const)('%s updates the server and the list', async (label, id, status, shown) => {
    await open();
    expect(readStatus(id)).not.toBe(shown);
    await change(id, label);
    await waitFor(() => expect(readStatus(id)).toBe(shown));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(app.getInputs('admin.vouchers.setStatus')).toEqual([{ voucher_id: id, status }]);
    expect(app.getInputs('admin.vouchers.delete')).toEqual([]);
  });

  test('removes a deleted voucher from the list', async () => {
    await open();
    await change(2, 'Delete');
    await waitFor(() => expect(box(2)).toBeNull());
    expect(app.getInputs('admin.vouchers.delete')).toEqual([{ voucher_id: 2 }]);
    expect(app.getInputs('admin.vouchers.setStatus')).toEqual([]);
    expect(readStatus(1)).toBe('Available');
  });

  test('shows a refusal in the dialog and changes nothing', async () => {
    app.answers['admin.vouchers.setStatus'] = () => {
      throw new Refusal('VOUCHER_DATE_PASSED');
    };
    await open();
    const question = await change(2, 'Reactivate');
    expect(await within(question).findByText('Expiry date has passed')).toBeTruthy();
    expect(readStatus(2)).toBe('Expired');
    fireEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });
});

test('sends only the vouchers to which a bulk change applies, and shows the result', async () => {
  app.answers['admin.vouchers.bulk'] = ({ voucher_ids }) => {
    stock = stock.map((each) =>
      (voucher_ids as number[]).includes(each.voucher_id) ? { ...each, status: 'expired' } : each,
    );
    return { done: 1, refused: [], message: '1 voucher marked expired' };
  };
  await open();
  for (const id of [1, 2]) fireEvent.click(box(id) as HTMLElement);
  const bar = await screen.findByRole('region', { name: 'Selected vouchers' });
  fireEvent.click(within(bar).getByRole('button', { name: 'Mark Expired' }));
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Mark Expired' }));
  await waitFor(() => expect(readStatus(1)).toBe('Expired'));
  expect(app.getInputs('admin.vouchers.bulk')).toEqual([{ voucher_ids: [1], action: 'expire' }]);
});

test('imports a file with amounts and dates, without its unreadable line and its repeated code', async () => {
  app.answers['admin.vouchers.check'] = ({ codes }) => ({
    lines: (codes as string[]).map((code, index) => ({
      line: index + 1,
      code,
      verdict: code === 'OLD-1' ? 'duplicate_in_stock' : 'valid',
    })),
    counts: { valid: 3, duplicate_in_list: 0, duplicate_in_stock: 1, malformed: 0 },
  });
  app.answers['admin.vouchers.create'] = ({ voucher_codes }) => ({
    created: (voucher_codes as string[]).length,
    skipped: 0,
    message: 'Voucher(s) created successfully',
  });
  app.open('/admin/vouchers?panel=new');
  const form = within(await screen.findByRole('dialog', { name: 'Create vouchers' }));
  fireEvent.click(form.getByLabelText('Upload CSV'));
  const csv = 'pin,face,until\nNEW-1,50,31/12/2099\nNEW-2,100,31/12/2099\nOLD-1,50,31/12/2099\nNEW-3,fifty,31/12/2099';
  fireEvent.change(form.getByLabelText('Or paste the codes'), { target: { value: csv } });
  fireEvent.click(form.getByRole('button', { name: 'Check codes' }));
  expect(await form.findByText('3 new, 1 repeat')).toBeTruthy();
  fireEvent.change(form.getByLabelText('face'), { target: { value: 'amount' } });
  fireEvent.change(await form.findByLabelText('until'), { target: { value: 'expiry' } });
  expect(await form.findByText('2 new, 1 repeat, 1 invalid')).toBeTruthy();
  expect(form.getByText('Not an amount')).toBeTruthy();
  const amounts = within(form.getByRole('table', { name: 'Amounts to add' }));
  expect(amounts.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'BrandAmountCodesSum',
    'Amazon₹50.001₹50.00',
    'Amazon₹100.001₹100.00',
    'Total2₹150.00',
  ]);
  // Neither amount nor date is typed, because each line of the file contains both.
  fireEvent.click(form.getByRole('button', { name: 'Add 2 vouchers' }));
  await waitFor(() => expect(app.getInputs('admin.vouchers.create')).toHaveLength(2));
  expect(app.getInputs('admin.vouchers.create')).toMatchObject([
    { voucher_brand: 'Amazon', voucher_amount: 50, expiry_date: '2099-12-31', voucher_codes: ['NEW-1'] },
    { voucher_brand: 'Amazon', voucher_amount: 100, expiry_date: '2099-12-31', voucher_codes: ['NEW-2'] },
  ]);
  expect(await screen.findByText('2 new, 0 repeats')).toBeTruthy();
  // The rejected rows can still be downloaded.
  fireEvent.click(await screen.findByRole('button', { name: 'Create Vouchers' }));
  fireEvent.click(within(await screen.findByRole('dialog', { name: 'Create vouchers' })).getByLabelText('Upload CSV'));
  expect(await screen.findByRole('button', { name: 'Download 2 rows' })).toBeTruthy();
});

/** Answers the check: a code has the verdict that `named` lists for it, or else it is valid. */
function answerCheck(named: Record<string, string> = {}) {
  app.answers['admin.vouchers.check'] = ({ codes }) => ({
    lines: (codes as string[]).map((code, index) => ({ line: index + 1, code, verdict: named[code] ?? 'valid' })),
    counts: {},
  });
  app.answers['admin.vouchers.create'] = ({ voucher_codes }) => ({
    created: (voucher_codes as string[] | undefined)?.length ?? 1,
    skipped: 0,
    message: 'Voucher(s) created successfully',
  });
}

async function openForm(mode: string) {
  app.open('/admin/vouchers?panel=new');
  const form = within(await screen.findByRole('dialog', { name: 'Create vouchers' }));
  fireEvent.click(form.getByLabelText(mode));
  const type = (label: string | RegExp, value: string) =>
    fireEvent.change(form.getByLabelText(label), { target: { value } });
  return { form, type, press: (name: string) => fireEvent.click(form.getByRole('button', { name })) };
}

test('reveals a code with its PIN, each with its own copy button', async () => {
  stock = stock.map((each) => (each.voucher_id === 1 ? { ...each, voucher_pin: '••••93' } : each));
  app.answers['admin.vouchers.reveal'] = () => ({
    voucher_id: 1,
    voucher_code: '6001230012345678',
    voucher_pin: '482193',
  });
  await open();
  expect(getRow(1).textContent).toContain('PIN••••93');
  fireEvent.click(within(getRow(1)).getByRole('button', { name: 'Reveal ••••-1' }));
  expect(await within(getRow(1)).findByText('482193')).toBeTruthy();
  expect(within(getRow(1)).getByRole('button', { name: 'Copy voucher code' })).toBeTruthy();
  expect(within(getRow(1)).getByRole('button', { name: 'Copy PIN' })).toBeTruthy();
});

test('asks for the date format of a file, and whether codes that differ only in case are separate codes', async () => {
  answerCheck({ 'ab-1': 'differs_in_case' });
  const { form, type, press } = await openForm('Upload CSV');
  type('Or paste the codes', 'Code,Type,Value,Expiry\nAB-1,Zomato,50,5/6/2099\nab-1,Zomato,50,5/6/2099');
  press('Check codes');
  expect(await form.findByText('How are the dates written? 5/6/2099 is')).toBeTruthy();
  expect(app.getInputs('admin.vouchers.check')).toEqual([]);
  fireEvent.click(form.getByLabelText('6 May 2099 (month first)'));
  expect(await form.findByText('1 new, 1 differing in case only')).toBeTruthy();
  press('Add 1 voucher');
  expect(await form.findByText('Answer the question about upper and lower case first')).toBeTruthy();
  fireEvent.click(form.getByLabelText('Separate codes: add them'));
  press('Add 2 vouchers');
  await waitFor(() => expect(app.getInputs('admin.vouchers.create')).toHaveLength(1));
  expect(app.getInputs('admin.vouchers.create')).toMatchObject([
    { voucher_type: 'zomato', voucher_brand: 'Zomato', expiry_date: '2099-05-06', voucher_codes: ['AB-1', 'ab-1'] },
  ]);
});

test('explains why an amount with a decimal comma is refused', async () => {
  const { form, type, press } = await openForm('Single code');
  type(/^Amount/, '12,50');
  expect(form.getByText(/^Commas group thousands: 1,000 or 1,00,000/)).toBeTruthy();
  type(/^Expiry date/, '2099-12-31');
  type(/^Voucher code/, 'LKB1');
  press('Create Voucher');
  expect(await form.findByText('Please enter a valid amount greater than 0')).toBeTruthy();
  expect(app.getInputs('admin.vouchers.create')).toEqual([]);
});

test('shows the headings and first rows of a file, and lists the lines that were left out', async () => {
  answerCheck();
  const { form, type, press } = await openForm('Upload CSV');
  type('Or paste the codes', 'Order 4711,,\nS.No,E-Voucher No,Amt (Rs)\n1,LKB1,500\n2,LKB2,500\nTotal,2,1000');
  press('Check codes');
  expect(await form.findByText('2 new')).toBeTruthy();
  const columns = within(form.getByRole('region', { name: 'Columns of the file' })).getAllByRole('listitem');
  expect(columns.map((column) => column.querySelector('div')?.textContent)).toEqual([
    'S.No1 · 2 · Total',
    'E-Voucher NoLKB1 · LKB2 · 2',
    'Amt (Rs)500 · 500 · 1000',
  ]);
  const lines = within(form.getByRole('table', { name: 'Lines of the list' }));
  expect(lines.getByText('Left out: above the headings')).toBeTruthy();
  expect(lines.getByText('Left out: a total')).toBeTruthy();
});

test('refuses a file or a pasted list above the size limit without reading it, and shows its size', async () => {
  const { form, type, press } = await openForm('Upload CSV');
  const file = new File(['LKB1'], 'codes.csv', { type: 'text/csv' });
  Object.defineProperty(file, 'size', { value: 2_000_001 });
  const readContent = vi.spyOn(file, 'arrayBuffer');
  fireEvent.change(form.getByLabelText('File of voucher codes'), { target: { files: [file] } });
  expect(await form.findByText('codes.csv is too large (2.1 MB). The limit is 2 MB.')).toBeTruthy();
  expect(readContent).not.toHaveBeenCalled();
  type('Or paste the codes', 'LKB1\n'.repeat(400_001));
  press('Check codes');
  expect(await form.findByText('The list is too large (2.1 MB). The limit is 2 MB.')).toBeTruthy();
  expect(app.getInputs('admin.vouchers.check')).toEqual([]);
});

test('asks before it creates a typed code that differs from another code only in case', async () => {
  answerCheck({ 'ab-1': 'differs_in_case' });
  const { form, type, press } = await openForm('Single code');
  type(/^Amount/, '1,000');
  type(/^Expiry date/, '2099-12-31');
  type(/^Voucher code/, 'ab-1');
  press('Create Voucher');
  expect(await form.findByText('ab-1 differs from another code in upper and lower case only')).toBeTruthy();
  expect(app.getInputs('admin.vouchers.create')).toEqual([]);
  press('Add as a separate code');
  await waitFor(() =>
    expect(app.getInputs('admin.vouchers.create')).toMatchObject([{ voucher_code: 'ab-1', voucher_amount: 1000 }]),
  );
});

test('resumes an import after a lost connection without saving a code twice', async () => {
  const saved: string[] = [];
  let isOffline = false;
  const failIfOffline = () => {
    if (isOffline) throw new TypeError('Failed to fetch');
  };
  app.answers['admin.vouchers.check'] = ({ codes }) => {
    failIfOffline();
    const getVerdict = (code: string) => (saved.includes(code) ? 'duplicate_in_stock' : 'valid');
    return {
      lines: (codes as string[]).map((code, index) => ({ line: index + 1, code, verdict: getVerdict(code) })),
      counts: { valid: 3, duplicate_in_list: 0, duplicate_in_stock: 0, malformed: 0 },
    };
  };
  app.answers['admin.vouchers.create'] = ({ voucher_codes }) => {
    failIfOffline();
    // The first request saves two of the three codes, but its response is lost.
    const first = saved.length === 0;
    const codes = voucher_codes as string[];
    saved.push(...(first ? codes.slice(0, 2) : codes));
    isOffline = first;
    failIfOffline();
    return { created: codes.length, skipped: 0, message: 'Voucher(s) created successfully' };
  };
  app.open('/admin/vouchers?panel=new');
  const form = within(await screen.findByRole('dialog', { name: 'Create vouchers' }));
  fireEvent.click(form.getByLabelText('Upload CSV'));
  fireEvent.change(form.getByLabelText('Or paste the codes'), { target: { value: 'ON-1\nON-2\nON-3' } });
  fireEvent.click(form.getByRole('button', { name: 'Check codes' }));
  fireEvent.change(form.getByLabelText(/^Amount/), { target: { value: '50' } });
  fireEvent.change(form.getByLabelText(/^Expiry date/), { target: { value: '2099-12-31' } });
  fireEvent.click(await form.findByRole('button', { name: 'Add 3 vouchers' }));
  expect(await form.findByText('Connection lost')).toBeTruthy();
  expect(form.getByText('0 of 3 codes saved')).toBeTruthy();
  isOffline = false;
  // The import resumes on this event or at the next attempt, whichever comes first.
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByText('3 new, 0 repeats')).toBeTruthy();
  expect(saved).toEqual(['ON-1', 'ON-2', 'ON-3']);
  expect(app.getInputs('admin.vouchers.create').map(({ voucher_codes }) => voucher_codes)).toEqual([
    ['ON-1', 'ON-2', 'ON-3'],
    ['ON-3'],
  ]);
  expect(screen.queryByText('Connection lost')).toBeNull();
});
