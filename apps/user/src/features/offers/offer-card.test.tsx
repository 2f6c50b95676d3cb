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
const spun = (over: Partial<UserOffer>) => offer({ completed: true, spinner_used: true, ...over });

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
const cases: [string, UserOffer, { word: string; button: string; enabled: boolean; says: string[]; prize: boolean }][] =
  [
    ['available', offer(), { word: 'Sign up', button: 'Start Offer', enabled: true, says: [], prize: true }],
    [
      'started',
      offer(started),
      {
        word: 'Sign up',
        button: 'Start Offer',
        enabled: true,
        says: ['Started 40m ago', "Didn't get it?"],
        prize: true,
      },
    ],
    [
      'not confirmed by the partner',
      offer({ ...started, completed: true, pending: true }),
      {
        word: "Completed. We'll unlock your spin once the partner confirms. A purchase or a trial can take weeks.",
        button: 'Being confirmed',
        enabled: false,
        says: ['once the partner confirms', 'Being confirmed'],
        prize: false,
      },
    ],
    [
      'held',
      offer({ ...started, completed: true, pending: true, held_until: '2026-11-23T05:20:00.000Z' }),
      {
        word: 'Completed. Your spin unlocks on 23 Nov 2026, 10:50 am, unless the partner cancels it before then.',
        button: 'Being confirmed',
        enabled: false,
        says: ['23 Nov 2026, 10:50 am'],
        prize: false,
      },
    ],
    [
      'ready to spin',
      offer({ ...started, completed: true }),
      { word: 'Ready to Spin', button: 'Spin Wheel', enabled: true, says: ['Your spin is ready'], prize: true },
    ],
    [
      'won',
      spun({ reward_type: 'voucher_25', voucher_code: 'AMZ-1' }),
      { word: 'Won', button: 'Won ₹25 Voucher', enabled: false, says: ['AMZ-1', 'How this was drawn'], prize: false },
    ],
    [
      'owed',
      spun({ reward_type: 'voucher_25', owed: true }),
      { word: 'Won', button: 'Won ₹25 Voucher', enabled: false, says: ["It's reserved for you"], prize: false },
    ],
    [
      'lost',
      spun({}),
      {
        word: 'Completed',
        button: 'Better Luck Next Time',
        enabled: false,
        says: ['the chance was 14.5%', 'How this was drawn'],
        prize: false,
      },
    ],
    [
      'reversed',
      offer({ ...started, completed: true, reversed: true }),
      {
        word: 'Cancelled',
        button: 'Cancelled by the partner',
        enabled: false,
        says: ['so there is no spin', 'Ask about it'],
        prize: false,
      },
    ],
  ];

test.each(cases)('shows %s', async (_, shown, { word, button, enabled, says, prize }) => {
  const card = await show(shown);
  expect(within(card).getByText(word)).toBeTruthy();
  const action = within(card).getByRole<HTMLButtonElement>('button', { name: button });
  expect(action.disabled).toBe(!enabled);
  fireEvent.click(action);
  expect(onAction).toHaveBeenCalledTimes(enabled ? 1 : 0);
  for (const words of says) expect(card.textContent).toContain(words);
  expect(card.textContent?.includes('Win up to ₹25')).toBe(prize);
  expect(within(card).queryByRole('button', { name: /Copy/ }) !== null).toBe(shown.voucher_code !== null);
  const drawn = within(card).queryByRole('link', { name: 'How this was drawn' });
  expect(drawn?.getAttribute('href')).toBe(shown.spinner_used ? '/fairness?offer=12' : undefined);
});

test.each(cases)('%s: shows its description and tags', async (_, shown) => {
  const card = await show(shown);
  expect(card.textContent).toContain(shown.description);
  const facts = within(card).getByText('Details').closest('details');
  expect(facts?.open).toBe(false);
  const tags = [...(facts?.querySelectorAll('dt') ?? [])].map((term) => [term, term.nextElementSibling]);
  const texts = tags.map((pair) => pair.map((each) => each?.textContent));
  expect(texts.slice(-3)).toEqual([
    ['Category', 'Survey'],
    ['What it takes', 'CPR: registering is enough'],
    ['Who can do it', 'ALL: everyone'],
  ]);
});

describe('the mail to support', () => {
  test('carries the ids to look the offer up', async () => {
    const card = await show(offer({ ...started, completed: true, reversed: true, title: 'Milk & bread: 10% off?' }));
    const link = within(card).getByRole('link', { name: /Ask about it/ });
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

  test('is not offered before the address is known, nor when nothing is expected', async () => {
    const card = await show(offer({ ...started, completed: true, reversed: true }), { supportEmail: undefined });
    expect(within(card).queryByRole('link')).toBeNull();
    cleanup();
    expect(within(await show(offer())).queryByRole('link')).toBeNull();
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

  test('is asked once, and then shows that support is looking', async () => {
    const card = await show(offer(started), { userCase });
    expect(card.textContent).toContain('We are looking into it. You asked 30m ago.');
    expect(within(card).queryByRole('button', { name: /Didn't get it|Ask again/ })).toBeNull();
  });

  test('shows the reason of a no, and can be asked again', async () => {
    const card = await show(offer(started), {
      userCase: { ...userCase, status: 'closed', resolution: 'The trial was cancelled' },
    });
    expect(card.textContent).toContain('Closed: The trial was cancelled');
    expect(within(card).getByRole('button', { name: /Ask again/ })).toBeTruthy();
  });

  test('shows a yes beside the spin until it is used', async () => {
    const credited: UserCase = { ...userCase, status: 'credited', resolution: 'The network confirmed it' };
    const card = await show(offer({ ...started, completed: true }), { userCase: credited });
    expect(card.textContent).toContain('Credited: the network confirmed it.');
    cleanup();
    expect((await show(spun(started), { userCase: credited })).textContent).not.toContain('Credited');
  });
});

test('shows an answer beside the wheel, which itself shows that a spin waits', async () => {
  const ready = offer({ ...started, completed: true });
  const wheel = { place: 'above', node: <p>The wheel</p> } as const;
  const says = 'Completed. Your spin is ready.';
  const card = within(await show(ready, { wide: true, wheel }));
  expect(card.getByText('The wheel')).toBeDefined();
  expect(card.queryByText(says)).toBeNull();
  cleanup();
  const credited: UserCase = { ...userCase, status: 'credited' };
  expect(within(await show(ready, { wide: true, wheel, userCase: credited })).getByText(says)).toBeDefined();
  cleanup();
  const wideCard = await show(ready, { wide: true, wheel: { ...wheel, place: 'side' } });
  expect(within(wideCard).getByText(says)).toBeDefined();
});

test('keeps the button and its focus while a start is running', async () => {
  const card = await show(offer(), { busy: true });
  const action = within(card).getByRole<HTMLButtonElement>('button', { name: 'Start Offer' });
  fireEvent.click(action);
  expect(onAction).not.toHaveBeenCalled();
  expect(action.disabled).toBe(false);
});

test('shows a failure on its card, which can be dismissed', async () => {
  const onDismissFailure = vi.fn();
  const card = await show(offer(), { failure: 'Failed to track offer click', onDismissFailure });
  expect(within(card).getByRole('alert').textContent).toContain('Failed to track offer click');
  fireEvent.click(within(card).getByRole('button', { name: 'Dismiss' }));
  expect(onDismissFailure).toHaveBeenCalledTimes(1);
});

test('folds a long description, and opens it', async () => {
  const card = await show(offer({ description: 'Answer. '.repeat(40) }));
  const more = within(card).getByRole('button', { name: 'More' });
  expect(more.getAttribute('aria-expanded')).toBe('false');
  fireEvent.click(more);
  expect(within(card).getByRole('button', { name: 'Less' }).getAttribute('aria-expanded')).toBe('true');
});

test('opens the preview in an isolated tab', async () => {
  const card = await show(offer({ preview_url: 'https://partner.example/preview' }));
  const link = within(card).getByRole('link', { name: 'Preview Grocery survey' });
  expect(link.getAttribute('rel')).toContain('noopener');
});

test('shows its picture, its steps and its measured figures', async () => {
  const card = await show(
    offer({
      picture: { url: '/pictures/0f.webp', placeholder: 'data:image/webp;base64,AA' },
      steps: ['Install the app', 'Play'],
      finish_rate: 0.62,
      usual_seconds: 5 * 3600,
    }),
  );
  const picture = card.querySelector('img');
  expect([picture?.getAttribute('src'), picture?.getAttribute('loading')]).toEqual(['/pictures/0f.webp', 'lazy']);
  expect([picture?.width, picture?.height]).toEqual([640, 360]);
  const steps = within(card).getByRole('list', { name: 'What to do', hidden: true });
  expect(within(steps).getAllByRole('listitem', { hidden: true })).toHaveLength(2);
  expect(card.textContent).toContain('About 6 in 10 people like you');
  expect(card.textContent).toContain('Within 5 hours for 9 in 10 people');
});
