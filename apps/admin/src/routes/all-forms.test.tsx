import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { aNetwork } from '../features/networks/networks.fixture.ts';
import { anEndpoint } from '../features/webhooks/webhooks.fixture.ts';
import { type Input, Refusal, renderWithServer } from '../testing/render-with-server.tsx';
import { offer } from './list-screens.fixture.ts';

const app = renderWithServer();

/**
 * Form × (Escape, a link, reload, expired session, conflict, double press). The journey `forms` tries Back and the
 * question of a reload.
 */
interface Form {
  address: string;
  /** Buttons that open it. */
  opens?: readonly string[];
  /** The accessible name of its dialog; without one it is a part of the page. */
  dialog?: string;
  /** Fields to type into; the first one is checked. */
  types: Readonly<Record<string, string>>;
  /** Chosen before the save. */
  chooses?: readonly string[];
  save: string;
  /** The button that confirms the save, where it is asked for. */
  confirms?: string;
  procedure: string;
  /** The answer to its save. */
  answer?: object;
  /** No draft is kept: it contains a password or a secret. */
  isSecret?: boolean;
  /** The saved value that another person set meanwhile. */
  conflict?: { meanwhile: () => void; latest: string; field: string };
}

const page = { page: 1, limit: 10, total: 1, totalPages: 1 };
const forms: Record<string, Form> = {
  'edit an offer': {
    address: '/admin/offers?panel=5',
    dialog: 'Edit offer',
    types: { Title: 'Mine' },
    save: 'Save changes',
    procedure: 'admin.offers.update',
    conflict: {
      meanwhile: () => {
        app.answers['admin.offers.detail'] = () => ({
          offer: { ...offer, version: 4, title: 'Latest', targeting: 'IN' },
        });
      },
      latest: 'Latest',
      field: 'title',
    },
  },
  'create an offer': {
    address: '/admin/offers?panel=new',
    dialog: 'Create offer',
    types: {
      Title: 'Mine',
      'External offer ID': 'ext-9',
      Description: 'Ten questions.',
      'Offer URL': 'https://p.example/?s={click_id}',
    },
    save: 'Create Offer',
    // Without a reward amount each win is a loss.
    confirms: 'Save at a loss',
    procedure: 'admin.offers.create',
  },
  'create a voucher': {
    address: '/admin/vouchers?panel=new',
    dialog: 'Create vouchers',
    types: { 'Brand name': 'Mine', Amount: '10', 'Expiry date': '2099-12-31', 'Voucher code': 'ABCD-1234' },
    save: 'Create Voucher',
    procedure: 'admin.vouchers.create',
  },
  'add an endpoint': {
    address: '/admin/webhooks',
    opens: ['Add endpoint'],
    dialog: 'Add endpoint',
    types: { Name: 'Mine', Address: 'https://hooks.example.com/in' },
    save: 'Add endpoint',
    procedure: 'admin.webhooks.create',
    answer: { endpoint: anEndpoint(), secret: null },
  },
  'issue a service key': {
    address: '/admin/admins',
    opens: ['Issue key'],
    dialog: 'Issue a service key',
    types: { Name: 'Mine' },
    chooses: ['offers:read'],
    save: 'Issue key',
    procedure: 'admin.keys.issue',
    answer: { key: 'inaam_abcdef' },
  },
  'settings of a network': {
    address: '/admin/networks/3?tab=settings',
    types: { Name: 'Mine' },
    save: 'Save',
    procedure: 'admin.networks.update',
    answer: { network: aNetwork({ version: 5, name: 'Mine' }), message: 'Saved' },
    conflict: {
      meanwhile: () => {
        app.answers['admin.networks.get'] = () => aNetwork({ version: 4, name: 'Latest' });
      },
      latest: 'Latest',
      field: 'name',
    },
  },
  'a brand': {
    address: '/admin/vouchers?panel=brands',
    dialog: 'Brands',
    types: { 'Redemption page': 'https://mine.example/' },
    save: 'Save Zepto',
    procedure: 'admin.vouchers.saveBrand',
    conflict: {
      meanwhile: () => serveBrand('https://latest.example/', 4),
      latest: 'https://latest.example/',
      field: 'use_url',
    },
  },
  'rotate a secret': {
    address: '/admin/networks/3?tab=settings',
    opens: ['Rotate secret'],
    dialog: 'Rotate secret',
    types: { 'New secret': 'pasted-by-the-admin' },
    save: 'Rotate secret',
    procedure: 'admin.networks.rotateSecret',
    isSecret: true,
  },
};

const serveBrand = (use_url: string, version: number) => {
  const brand = { voucher_type: 'other', voucher_brand: 'Zepto', use_url, mark_url: null, version, available: 3 };
  app.answers['admin.vouchers.brands'] = () => ({ brands: [brand] });
};

beforeEach(() => {
  app.answers['admin.views.list'] = () => ({ views: [] });
  app.answers['admin.offers.list'] = () => ({ offers: [offer], pagination: page });
  app.answers['admin.vouchers.list'] = () => ({ vouchers: [], stats: [], owed: [], pagination: { ...page, total: 0 } });
  app.answers['admin.webhooks.endpoints'] = () => ({ endpoints: [anEndpoint()] });
  app.answers['admin.webhooks.deliveries'] = () => ({ deliveries: [], pagination: { ...page, total: 0 } });
  app.answers['admin.networks.list'] = () => ({ networks: [], unknown_slugs: [] });
  app.answers['admin.networks.get'] = () => aNetwork();
  app.answers['admin.networks.presets'] = () => ({ presets: [] });
  app.answers['admin.keys.list'] = () => ({ keys: [] });
  app.answers['admin.admins.list'] = () => ({ admins: [] });
  app.answers['admin.admins.sessions'] = () => ({ sessions: [] });
  serveBrand('https://zepto.example/', 3);
  app.answers['admin.vouchers.forecast'] = () => ({ stock: [] });
  app.answers['admin.vouchers.check'] = ({ codes }) => ({
    lines: (codes as string[]).map((code) => ({ code, verdict: 'valid' })),
  });
});

const box = ({ dialog }: Form) => within(dialog ? screen.getByRole('dialog', { name: dialog }) : document.body);
/** By label: required fields have the same text as others. */
const field = (form: Form, label: string) =>
  box(form).getByLabelText<HTMLInputElement>(new RegExp(`^${label}( \\(₹\\))?$`));
const [first] = [(form: Form) => Object.keys(form.types)[0] ?? ''];

async function open(form: Form) {
  app.open(form.address);
  for (const name of form.opens ?? [])
    fireEvent.click((await screen.findAllByRole('button', { name }))[0] as HTMLElement);
  await waitFor(() => expect(field(form, first(form))).toBeTruthy());
}

async function openAndType(form: Form) {
  await open(form);
  for (const [label, value] of Object.entries(form.types)) fireEvent.change(field(form, label), { target: { value } });
  for (const label of form.chooses ?? []) fireEvent.click(box(form).getByLabelText(label));
}
const question = () => screen.findByRole('alertdialog', { name: 'Leave without saving?' });
const press = (name: string, of: HTMLElement) => fireEvent.click(within(of).getByRole('button', { name }));
/** Presses a button twice, as an impatient person does. */
const pressTwice = (button: HTMLElement) => {
  fireEvent.click(button);
  fireEvent.click(button);
};
/** Saves. @param click presses the button that sends */
async function save(form: Form, click: (button: HTMLElement) => void = fireEvent.click): Promise<void> {
  const button = box(form).getByRole('button', { name: form.save });
  if (!form.confirms) return click(button);
  fireEvent.click(button);
  click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: form.confirms }));
}
const sent = ({ procedure }: Form): Input[] => app.inputsOf(procedure);

describe.each(Object.entries(forms))('%s', (_, form) => {
  const label = first(form);
  const typed = form.types[label];

  test.runIf(form.dialog)('asks at Escape, keeps what was typed, and leaves on request', async () => {
    await openAndType(form);
    const escape = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
    escape();
    press('Stay', await question());
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(field(form, label).value).toBe(typed);
    escape();
    press('Leave', await question());
    await waitFor(() => expect(screen.queryByRole('dialog', { name: form.dialog ?? '' })).toBeNull());
    expect(Object.keys(sessionStorage)).toEqual([]);
  });

  test('asks at a link', async () => {
    await openAndType(form);
    act(() => app.go('/admin'));
    press('Stay', await question());
    await waitFor(() => expect(field(form, label).value).toBe(typed));
    act(() => app.go('/admin'));
    press('Leave', await question());
    await waitFor(() => expect(app.address()).toBe('/admin'));
    expect(Object.keys(sessionStorage)).toEqual([]);
  });

  test('keeps a draft over a reload, but never a secret', async () => {
    await openAndType(form);
    cleanup();
    await open(form);
    if (form.isSecret) {
      expect(field(form, label).value).toBe('');
      expect(JSON.stringify(sessionStorage)).not.toContain(typed);
      return;
    }
    await waitFor(() => expect(field(form, label).value).toBe(typed));
    fireEvent.click(within(await screen.findByText('What you typed was restored').then(parentOf)).getByText('Discard'));
    await waitFor(() => expect(field(form, label).value).not.toBe(typed));
  });

  test('signs in again in a dialog when the session has expired, and then saves', async () => {
    let isExpired = true;
    app.answers[form.procedure] = () => {
      if (isExpired) throw new Refusal('NOT_SIGNED_IN');
      return form.answer ?? {};
    };
    app.answers['admin.identity.login'] = () => {
      isExpired = false;
      return { sessionId: 's2', admin: { username: 'meera', email: 'meera@example.com' } };
    };
    await openAndType(form);
    await save(form);
    const dialog = await screen.findByRole('dialog', { name: 'Sign in again' });
    fireEvent.change(within(dialog).getByLabelText('Password'), { target: { value: 'a long word 7' } });
    press('Sign in', dialog);
    await waitFor(() => expect(sent(form)).toHaveLength(2));
    expect(sent(form)[1]).toEqual(sent(form)[0]);
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Sign in again' })).toBeNull());
  });

  test.runIf(form.conflict)('shows both values of a conflict and saves the chosen one', async () => {
    const { meanwhile, latest, field: name } = form.conflict ?? { meanwhile: () => {}, latest: '', field: '' };
    await openAndType(form);
    meanwhile();
    app.answers[form.procedure] = ({ version }) => {
      if (version !== 4) throw new Refusal('VERSION_CHANGED');
      return form.answer ?? {};
    };
    await save(form);
    const dialog = await screen.findByRole('dialog', { name: 'Another admin changed this meanwhile' });
    await within(dialog).findByText(latest);
    expect(within(dialog).getByText(typed ?? '')).toBeTruthy();
    press('Save', dialog);
    await waitFor(() => expect(sent(form).at(-1)).toMatchObject({ version: 4, [name]: typed }));
  });

  test('sends once for a double press', async () => {
    app.answers[form.procedure] = () => new Promise(() => {});
    await openAndType(form);
    await save(form, pressTwice);
    await waitFor(() => expect(sent(form)).toHaveLength(1));
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(sent(form)).toHaveLength(1);
  });
});

const parentOf = (element: HTMLElement) => element.closest<HTMLElement>('[role=status]') ?? element;
