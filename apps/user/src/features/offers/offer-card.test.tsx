import type { UserCase } from '@inaam/contracts/cases/cases';
import type { UserOffer } from '@inaam/contracts/offers/offers';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { anOffer } from '../../testing/offer-fixture.ts';
import { OfferCard, type OfferCardProps } from './offer-card.tsx';

const now = new Date('2026-11-21T06:00:00Z');
const offer = (over: Partial<UserOffer> = {}) =>
  anOffer({ spinner_config: '{"rewards":[{"amount":5,"probability":10},{"amount":25,"probability":4.5}]}', ...over });
const makeSpunOffer = (over: Partial<UserOffer>) => offer({ completed: true, spinner_used: true, ...over });

const onAction = vi.fn();
const onAsk = vi.fn();
async function show(shown: UserOffer, over: Partial<OfferCardProps> = {}) {
  const card = () => (
    <OfferCard
      offer={shown}
      now={now}
      busy={false}
      failure={undefined}
      onDismissFailure={() => undefined}
      blockedTabUrl={undefined}
      onAction={onAction}
      supportEmail="help@example.com"
      userCase={undefined}
      onAsk={onAsk}
      {...over}
    />
  );
  const root = createRootRoute();
  const index = createRoute({ getParentRoute: () => root, path: '/', component: card });
  const history = createMemoryHistory({ initialEntries: ['/'] });
  render(<RouterProvider router={createRouter({ routeTree: root.addChildren([index]), history }) as never} />);
  return screen.findByRole('article', { name: shown.title });
}
afterEach(() => {
  cleanup();
  onAction.mockReset();
  onAsk.mockReset();
});

const started = { started_at: '2026-11-21T05:20:00.000Z', click_id: 'clk_9f' };
const open = (card: HTMLElement) => fireEvent.click(within(card).getByRole('button', { expanded: false }));

const CHANCE = '14.5% win a voucher';
const cases: [string, UserOffer, { button: string; enabled: boolean; says: string[]; opened?: string }][] = [
  ['available', offer(), { button: 'Start Offer', enabled: true, says: [CHANCE, '₹25: 4.5%', 'Survey'] }],
  [
    'started',
    offer(started),
    {
      button: 'Start Offer',
      enabled: true,
      says: ['Started 40m ago.', "Didn't get it?"],
      opened: "We'll unlock your spin once the partner confirms.",
    },
  ],
  [
    'not confirmed by the partner',
    offer({ ...started, completed: true, pending: true }),
    {
      button: 'Being confirmed',
      enabled: false,
      says: ['Waiting for the partner.'],
      opened: 'A purchase or a trial can take weeks.',
    },
  ],
  [
    'confirmed, but on hold',
    offer({ ...started, completed: true, pending: true, held_until: '2026-11-23T05:20:00.000Z' }),
    {
      button: 'Being confirmed',
      enabled: false,
      says: ['Your spin unlocks on 23 Nov 2026, 10:50 am.'],
      opened: 'Your spin unlocks on 23 Nov 2026, 10:50 am, unless the partner cancels it before then.',
    },
  ],
  [
    'ready to spin',
    offer({ ...started, completed: true }),
    { button: 'Spin Wheel', enabled: true, says: ['Ready to Spin', CHANCE] },
  ],
  [
    'won',
    makeSpunOffer({ reward_type: 'voucher_25', voucher_code: 'AMZ-1' }),
    { button: 'Won ₹25 Voucher', enabled: false, says: ['AMZ-1'] },
  ],
  [
    'won, but out of stock',
    makeSpunOffer({ reward_type: 'voucher_25', owed: true }),
    { button: 'Won ₹25 Voucher', enabled: false, says: ["It's reserved for you"] },
  ],
  [
    'lost',
    makeSpunOffer({}),
    { button: 'Better Luck Next Time', enabled: false, says: [CHANCE], opened: 'the chance was 14.5%' },
  ],
  [
    'reversed',
    offer({ ...started, completed: true, reversed: true }),
    { button: 'Cancelled by the partner', enabled: false, says: [], opened: 'so there is no spin' },
  ],
];

test.each(cases)('shows an offer that is %s', async (_, shown, { button, enabled, says, opened }) => {
  const card = await show(shown);
  const action = within(card).getByRole<HTMLButtonElement>('button', { name: button });
  expect(action.disabled).toBe(!enabled);
  fireEvent.click(action);
  expect(onAction).toHaveBeenCalledTimes(enabled ? 1 : 0);
  for (const words of says) expect(card.textContent).toContain(words);
  expect(within(card).queryByRole('button', { name: /Copy/ }) !== null).toBe(shown.voucher_code !== null);
  open(card);
  await within(card).findByText(shown.description);
  if (opened) expect(card.textContent).toContain(opened);
  const drawn = within(card).queryByRole('link', { name: 'How this was drawn' });
  expect(drawn?.getAttribute('href')).toBe(shown.spinner_used ? '/fairness?offer=12' : undefined);
});

test('shows the code with its PIN, each with its own copy button', async () => {
  const card = await show(
    makeSpunOffer({ reward_type: 'voucher_25', voucher_code: '6001230012345678', voucher_pin: '482193' }),
  );
  expect(card.textContent).toContain('PIN 482193');
  const copies = within(card).getAllByRole('button', { name: /Copy/ });
  expect(copies.map(({ textContent }) => textContent)).toEqual(['Copy voucher code', 'Copy PIN']);
});

test.each(cases)('%s: shows the tags of the offer, and explains the tags when the card is open', async (_, shown) => {
  const card = await show(shown);
  expect(card.textContent).toContain('Survey  · CPR  · ALL');
  expect(card.textContent).not.toContain(shown.description);
  open(card);
  await within(card).findByText(shown.description);
  const terms = [...card.querySelectorAll('dt')].map((term) => [term, term.nextElementSibling]);
  const texts = terms.map((pair) => pair.map((each) => each?.textContent));
  expect(texts.slice(-3)).toEqual([
    ['Category', 'Survey'],
    ['What it takes', 'CPR: registering is enough'],
    ['Who can do it', 'ALL: everyone'],
  ]);
});

test('shows the amount of the only prize, and adds up the chances of equal prizes', async () => {
  const rewards = [
    { amount: 5, probability: 10 },
    { amount: 5, probability: 2.5 },
  ];
  const card = await show(offer({ spinner_config: JSON.stringify({ rewards }) }));
  expect(card.textContent).toContain('12.5% win ₹5');
});

test('shows the task of the offer, or instead of a default task the name of its model and the minutes', async () => {
  expect((await show(offer({ task: 'Spend ₹299' }))).textContent).toContain('Spend ₹299');
  cleanup();
  const plain = await show(offer({ model: 'CPA', task: 'Task', description: 'Takes 5 minutes.' }));
  expect(plain.textContent).toContain('Task · About 5 minutes');
});

test("shows how long a completion usually takes, and offers 'Didn't get it?' only after that time", async () => {
  const waiting = { ...started, steps: ['Install the app', 'Play'] };
  const card = await show(offer({ ...waiting, usual_seconds: 2 * 3600 }));
  expect(card.textContent).toContain('Next: Install the app');
  expect(card.textContent).toContain('Usually within 2 hours. About 2 hours left.');
  expect(within(card).queryByRole('button', { name: /Didn't get it/ })).toBeNull();
  cleanup();
  const late = await show(offer({ ...waiting, usual_seconds: 30 * 60 }));
  expect(late.textContent).toContain('Started 40m ago. Usually done by now.');
  expect(within(late).getByRole('button', { name: /Didn't get it/ })).toBeTruthy();
});

test('ticks the steps that the partner has reported, and shows the next step', async () => {
  const goals = [
    { name: 'Install', name_hi: null, reached: true },
    { name: 'Level 5', name_hi: null, reached: false },
  ];
  const steps = ['Install the game', 'Reach level 5'];
  const card = await show(offer({ ...started, steps, goals }));
  expect(within(card).getByText('Next: Reach level 5')).toBeTruthy();
  expect(await within(card).findByRole('img', { name: '1 of 2 steps done' })).toBeTruthy();
  open(card);
  const listed = within(await within(card).findByRole('list', { name: /to do$/ })).getAllByRole('listitem');
  expect(listed.map(({ textContent }) => textContent)).toEqual(['Install the game (done)', '2Reach level 5']);
});

describe('the mail to support', () => {
  test('contains the ids that identify the offer', async () => {
    const card = await show(offer({ ...started, completed: true, reversed: true, title: 'Milk & bread: 10% off?' }));
    open(card);
    const link = await within(card).findByRole('link', { name: /Ask about it/ });
    const mail = new URL(link.getAttribute('href') ?? '');
    expect(mail.protocol + mail.pathname).toBe('mailto:help@example.com');
    expect(mail.searchParams.get('subject')).toBe('Where is my reward? Milk & bread: 10% off?');
    const body = mail.searchParams.get('body') ?? '';
    for (const line of [
      'Offer: Milk & bread: 10% off?',
      'Offer id: 12',
      'Click id: clk_9f',
      'Started at: 21 Nov 2026, 10:50 am IST (2026-11-21T05:20:00.000Z)',
    ]) {
      expect(body.split('\r\n')).toContain(line);
    }
  });

  test('is not offered before support’s e-mail address is known, nor for an offer that is not started', async () => {
    const card = await show(offer({ ...started, completed: true, reversed: true }), { supportEmail: undefined });
    open(card);
    await within(card).findByText('Twelve questions.');
    expect(within(card).queryByRole('link')).toBeNull();
    cleanup();
    const available = await show(offer());
    open(available);
    await within(available).findByText('Twelve questions.');
    expect(within(available).queryByRole('link')).toBeNull();
  });
});

const userCase = {
  case_id: 3,
  offer_id: 12,
  status: 'open',
  opened_at: '2026-11-21T05:30:00.000Z',
  closed_at: null,
  resolution: null,
} as const satisfies UserCase;

describe("'Didn't get it?'", () => {
  test('is offered for a started offer without credit', async () => {
    const card = await show(offer(started));
    fireEvent.click(within(card).getByRole('button', { name: /Didn't get it\?/ }));
    expect(onAsk).toHaveBeenCalledTimes(1);
    cleanup();
    for (const other of [offer(), offer({ ...started, completed: true, pending: true })]) {
      expect(within(await show(other)).queryByRole('button', { name: /Didn't get it/ })).toBeNull();
      cleanup();
    }
  });

  test('cannot be asked again while support is looking', async () => {
    const card = await show(offer(started), { userCase });
    expect(await within(card).findByText('We are looking into it. You asked 30m ago.')).toBeTruthy();
    expect(within(card).queryByRole('button', { name: /Didn't get it|Ask again/ })).toBeNull();
  });

  test('shows the reason for a refusal, and can be asked again', async () => {
    const card = await show(offer(started), {
      userCase: { ...userCase, status: 'closed', resolution: 'The trial was cancelled' },
    });
    expect(await within(card).findByText('Closed: The trial was cancelled')).toBeTruthy();
    expect(within(card).getByRole('button', { name: /Ask again/ })).toBeTruthy();
  });

  test('shows a granted case next to the spin until the spin is used', async () => {
    const credited: UserCase = { ...userCase, status: 'credited', resolution: 'The network confirmed it' };
    const card = await show(offer({ ...started, completed: true }), { userCase: credited });
    expect(await within(card).findByText('Credited: the network confirmed it.')).toBeTruthy();
    cleanup();
    expect((await show(makeSpunOffer(started), { userCase: credited })).textContent).not.toContain('Credited');
  });
});

test('ignores presses while a start is running, but leaves the button enabled, so that it keeps the focus', async () => {
  const card = await show(offer(), { busy: true });
  const action = within(card).getByRole<HTMLButtonElement>('button', { name: 'Start Offer' });
  fireEvent.click(action);
  expect(onAction).not.toHaveBeenCalled();
  expect(action.disabled).toBe(false);
});

test('shows a failure that can be dismissed', async () => {
  const onDismissFailure = vi.fn();
  const card = await show(offer(), { failure: 'Failed to track offer click', onDismissFailure });
  expect(within(card).getByRole('alert').textContent).toContain('Failed to track offer click');
  fireEvent.click(within(card).getByRole('button', { name: 'Dismiss' }));
  expect(onDismissFailure).toHaveBeenCalledTimes(1);
});

test('expands and collapses in place, and links to the preview with `noopener`', async () => {
  const card = await show(offer({ preview_url: 'https://partner.example/preview' }));
  const title = within(card).getByRole('button', { name: 'Grocery survey' });
  fireEvent.click(title);
  const link = await within(card).findByRole('link', { name: 'Preview Grocery survey' });
  expect(link.getAttribute('rel')).toContain('noopener');
  fireEvent.click(title);
  expect(title.getAttribute('aria-expanded')).toBe('false');
  expect(within(card).queryByRole('link')).toBeNull();
});

test('shows the picture, the steps and the measured figures of an offer', async () => {
  const card = await show(
    offer({
      picture: { url: '/pictures/0f.webp', placeholder: 'data:image/webp;base64,AA' },
      steps: ['Install the app', 'Play'],
      finish_rate: 0.62,
      is_new: false,
      usual_seconds: 5 * 3600,
    }),
  );
  const picture = card.querySelector('img');
  expect([picture?.getAttribute('src'), picture?.getAttribute('loading')]).toEqual(['/pictures/0f.webp', 'lazy']);
  expect([picture?.width, picture?.height]).toEqual([640, 360]);
  open(card);
  const steps = await within(card).findByRole('list', { name: 'What to do' });
  expect(within(steps).getAllByRole('listitem')).toHaveLength(2);
  expect(card.textContent).toContain('About 6 in 10 people like you');
  expect(card.textContent).toContain('Within 5 hours');
});

test('shows no measured figures for a new offer', async () => {
  const card = await show(offer({ finish_rate: 0.62 }));
  open(card);
  expect(await within(card).findAllByText('New: not enough people have done it yet')).toHaveLength(2);
});
