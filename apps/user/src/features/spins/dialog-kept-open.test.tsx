import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { offer, Refusal, renderApp, user } from '../../testing/render-app.tsx';
import { lostSpin, wonSpin } from '../../testing/spin-fixture.ts';

// It would draw on a canvas, which there is none of here.
vi.mock('canvas-confetti', () => ({ default: { create: () => () => Promise.resolve() } }));

const app = renderApp();
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const dialog = () => screen.queryByRole('dialog');

/** Spins a wheel that turns until it is skipped, and hands out the place of the button that skips. */
async function turn(answer: () => unknown): Promise<Element> {
  app.answers['user.identity.me'] = () => user;
  app.answers['user.offers.list'] = () => ({ offers: [{ ...offer, completed: true }] });
  app.answers['user.spins.spin'] = answer;
  app.answers['user.insights.stats'] = () => ({ stats: {}, completions: [] });
  app.open('/?spin=3');
  await screen.findByRole('dialog');
  // Only the test moves this clock: the half second between a result and its card is what it is about.
  vi.useFakeTimers();
  fireEvent.click(button('Spin Now'));
  await pass(200);
  const skip = button('Skip');
  skip.focus();
  expect(document.activeElement).toBe(skip);
  if (!skip.parentElement) throw new Error('Skip stands nowhere');
  return skip.parentElement;
}

/** Whatever stands there, a finger that comes down again hits it. */
const tapAll = (place: Element) => {
  for (const each of place.querySelectorAll('button')) fireEvent.click(each);
};

describe('a win is seen', () => {
  test('by whoever taps Skip twice', async () => {
    const place = await turn(() => wonSpin);
    fireEvent.click(button('Skip'));
    tapAll(place);
    await pass(1);
    tapAll(place);
    await pass(600);
    expect(dialog()?.textContent ?? '').toContain('AMZ-10-XYZ');
  });

  test('by whoever taps, or goes back, between the result and its card, and just as that comes', async () => {
    const place = await turn(() => wonSpin);
    fireEvent.click(button('Skip'));
    for (let ms = 0; ms < 800; ms += 50) {
      await pass(50);
      if (dialog()?.textContent?.includes('AMZ-10-XYZ')) continue;
      tapAll(place);
      app.back();
      fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
    }
    expect(dialog()?.textContent ?? '').toContain('AMZ-10-XYZ');
  });

  test('and its card is not left by a tap that was meant for what stood there before', async () => {
    const place = await turn(() => wonSpin);
    fireEvent.click(button('Skip'));
    await pass(510);
    expect(dialog()?.textContent ?? '').toContain('AMZ-10-XYZ');
    tapAll(place);
    expect(dialog()?.textContent ?? '').toContain('AMZ-10-XYZ');
    await pass(410);
    fireEvent.click(button('Awesome'));
    await pass(10);
    expect(dialog()).toBeNull();
  });

  test('by whoever presses Enter twice: the focus goes on to what is said', async () => {
    await turn(() => wonSpin);
    fireEvent.click(button('Skip'));
    await pass(1);
    expect(document.activeElement).toBe(screen.getByRole('status'));
    expect(document.activeElement?.textContent).toContain('You won');
  });
});

describe('after a wheel that gave nothing', () => {
  test.each([
    ['a loss', () => lostSpin, 'No luck'],
    [
      'a failure',
      () => {
        throw new Refusal('UNAVAILABLE');
      },
      'Spin failed. Please try again.',
    ],
  ])('%s stands there for a moment before a press counts', async (_, answer, says) => {
    const place = await turn(answer);
    expect(dialog()?.textContent).not.toContain('SPIN');
    fireEvent.click(button('Skip'));
    await pass(1);
    // The middle of the wheel asks for a spin only where there is one.
    expect(dialog()?.textContent?.includes('SPIN')).toBe(says.startsWith('Spin failed'));
    expect(document.activeElement).toBe(screen.getByRole('status'));
    const spins = app.calls.filter((name) => name === 'user.spins.spin').length;
    for (let ms = 0; ms < 390; ms += 30) {
      tapAll(place);
      await pass(30);
      expect(dialog()?.textContent ?? '').toContain(says);
    }
    await pass(30);
    expect(app.calls.filter((name) => name === 'user.spins.spin')).toHaveLength(spins);
    fireEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
    await pass(10);
    expect(dialog()).toBeNull();
  });
});
