import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { offer, Refusal, renderApp, user } from '../../testing/render-app.tsx';
import { lostSpin, wonSpin } from '../../testing/spin-fixture.ts';

// Confetti needs a canvas, which the test environment lacks.
vi.mock('canvas-confetti', () => ({ default: { create: () => () => Promise.resolve() } }));

const app = renderApp();
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const dialog = () => screen.queryByRole('dialog');

/** Opens a wheel and starts a spin, whose result is `answer`. @returns the element that contains the Skip button */
async function turn(answer: () => unknown): Promise<Element> {
  app.answers['user.identity.me'] = () => user;
  app.answers['user.offers.list'] = () => ({ offers: [{ ...offer, completed: true }] });
  app.answers['user.spins.spin'] = answer;
  app.answers['user.insights.stats'] = () => ({ stats: {}, completions: [] });
  app.open('/?spin=3');
  await screen.findByRole('dialog');
  // Fake timers, because the tests are about the half second between a result and its card.
  vi.useFakeTimers();
  fireEvent.click(button('Spin Now'));
  await pass(200);
  const skip = button('Skip');
  skip.focus();
  expect(document.activeElement).toBe(skip);
  if (!skip.parentElement) throw new Error('the Skip button has no parent');
  return skip.parentElement;
}

/** Taps every button at this place, like a second tap after the content has changed. */
const tapAll = (place: Element) => {
  for (const each of place.querySelectorAll('button')) fireEvent.click(each);
};

describe('a win stays visible', () => {
  test('after a double tap on Skip', async () => {
    const place = await turn(() => wonSpin);
    fireEvent.click(button('Skip'));
    tapAll(place);
    await pass(1);
    tapAll(place);
    await pass(600);
    expect(dialog()?.textContent ?? '').toContain('AMZ-10-XYZ');
  });

  test('after a tap or Back between the result and its card, or just when the card appears', async () => {
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

  test('after a tap that was meant for the previous content', async () => {
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

  test('after a double Enter, because the focus moves to the text', async () => {
    await turn(() => wonSpin);
    fireEvent.click(button('Skip'));
    await pass(1);
    expect(document.activeElement?.getAttribute('role')).toBe('status');
    expect(document.activeElement?.textContent).toContain('You won');
  });
});

describe('the sheet', () => {
  test('keeps its height between a win and the card of the win, whose footer is taller', async () => {
    const height = vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(600);
    await turn(() => wonSpin);
    height.mockReturnValue(660);
    fireEvent.click(button('Skip'));
    await pass(1);
    expect(dialog()?.style.height).toBe('600px');
    await pass(510);
    expect(dialog()?.textContent).toContain('AMZ-10-XYZ');
    expect(dialog()?.style.height).toBe('');
    height.mockRestore();
  });

  test('scrolls back to the wheel when the spin starts', async () => {
    app.answers['user.identity.me'] = () => user;
    app.answers['user.offers.list'] = () => ({ offers: [{ ...offer, completed: true }] });
    app.answers['user.spins.spin'] = () => lostSpin;
    app.open('/?spin=3');
    const sheet = await screen.findByRole('dialog');
    const scrolled = [sheet, ...sheet.children];
    for (const each of scrolled) each.scrollTop = 90;
    fireEvent.click(button('Spin Now'));
    await screen.findByRole('button', { name: 'Skip' });
    // On a short screen the sheet itself scrolls, on other screens its middle part.
    expect([sheet.scrollTop, sheet.children[1]?.scrollTop]).toEqual([0, 0]);
  });
});

describe('after a spin without a win', () => {
  test.each([
    ['a loss', () => lostSpin, 'No luck'],
    [
      'a failure',
      () => {
        throw new Refusal('UNAVAILABLE');
      },
      'Spin failed. Please try again.',
    ],
  ])('keeps %s visible and ignores presses for a moment', async (_, answer, says) => {
    const place = await turn(answer);
    expect(dialog()?.textContent).not.toContain('SPIN');
    fireEvent.click(button('Skip'));
    await pass(1);
    // The middle of the wheel shows SPIN only if the spin is unused.
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
