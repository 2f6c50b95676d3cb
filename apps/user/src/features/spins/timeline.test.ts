import { DEFAULT_ODDS } from '@inaam/contracts/offers/odds';
import type { SpinResult } from '@inaam/contracts/spins/spins';
import { computeWedges, tryAgainAngle } from '@inaam/contracts/spins/wheel';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { computeLandingRotation, LEAST_TURN, SPEED, type SpinState, STILL_MS, startSpin } from './timeline.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const loss: SpinResult = {
  success: true,
  rewardType: 'none',
  message: 'Better luck next time!',
  landingAngle: 200,
  wheel: computeWedges(DEFAULT_ODDS),
  proof: {
    serverSeed: '',
    clientSeed: '',
    completionId: 1,
    commitment: '',
    roll: 555,
    clientSeedHash: null,
    share: 'open',
  },
};
const win: SpinResult = {
  ...loss,
  rewardType: 'voucher_10',
  message: 'You won!',
  landingAngle: 40,
  voucher: { amount: 10, type: 'amazon', brand: 'Amazon', code: 'A-1', pin: null, expiry_date: '2027-03-31' },
};

/** Starts a spin whose answer takes `ms`, and records each state with the time since the start. */
function run(answer: SpinResult | Error, ms: number, { still = false, from = 0 } = {}) {
  const shown: (SpinState & { at: number })[] = [];
  const start = performance.now();
  const spin = startSpin({
    ask: () =>
      new Promise((resolve, reject) => {
        setTimeout(() => (answer instanceof Error ? reject(answer) : resolve(answer)), ms);
      }),
    wheel: computeWedges(DEFAULT_ODDS),
    from,
    still,
    show: (state) => shown.push({ ...state, at: performance.now() - start }),
  });
  return { spin, shown, phases: () => shown.map(({ phase, at }) => [phase, Math.round(at)]) };
}

/** The point of the wheel under the pointer at a rotation. */
const underPointer = (rotation: number): number => ((-rotation % 360) + 360) % 360;

describe('computeLandingRotation', () => {
  test('turns 1800 to 2160 degrees and brings the point under the pointer', () => {
    const angle = fc.double({ min: 0, max: 359.999, noNaN: true });
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e5, noNaN: true }), angle, (present, point) => {
        const rotation = computeLandingRotation(present, point);
        const turn = rotation - present;
        const miss = Math.abs(underPointer(rotation) - point);
        return turn >= LEAST_TURN && turn < LEAST_TURN + 360 + 1e-6 && Math.min(miss, 360 - miss) < 1e-6;
      }),
    );
  });
});

describe('the documented times', () => {
  test('a quick answer: landing from 1500 ms, stop at 4000 ms, result at 6000 ms, voucher at 6500 ms', async () => {
    const { shown, phases } = run(win, 80);
    await vi.advanceTimersByTimeAsync(1499);
    expect(phases()).toEqual([['turning', 0]]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(phases()).toEqual([
      ['turning', 0],
      ['landing', 1500],
      ['settling', 4000],
      ['result', 6000],
      ['card', 6500],
    ]);
    const [, landing, settling, result] = shown;
    expect(landing?.transition).toMatch(/^2500ms /);
    expect(landing?.rotation).toBeGreaterThanOrEqual(1500 * SPEED + LEAST_TURN);
    expect(underPointer(landing?.rotation ?? 0)).toBeCloseTo(win.landingAngle);
    for (const still of [settling, result]) expect(still?.rotation).toBe(landing?.rotation);
  });

  test('a slow answer: keeps turning until the answer arrives, then lands for 2.5 s before the result', async () => {
    const { phases } = run(win, 10_000);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(phases()).toEqual([
      ['turning', 0],
      ['landing', 10_000],
      ['result', 12_500],
      ['card', 13_000],
    ]);
  });

  test('a loss shows no card; a win shows its card even if the answer has no voucher', async () => {
    const lost = run(loss, 80);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(lost.phases().at(-1)).toEqual(['result', 6000]);
    const { voucher: _, ...owed } = win;
    const won = run(owed, 80);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(won.phases().at(-1)).toEqual(['card', 6500]);
  });

  test("a failure lands on 'Try Again' and is shown at the time of a result", async () => {
    const { shown, phases } = run(new Error('lost'), 80);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(phases().at(-1)).toEqual(['result', 6000]);
    expect(shown.at(-1)?.outcome).toEqual({ kind: 'failed' });
    expect(underPointer(shown.at(-1)?.rotation ?? 0)).toBeCloseTo(tryAgainAngle(computeWedges(DEFAULT_ODDS)));
  });
});

test('reduced motion: nothing turns, and the wheel rests for a moment at the drawn point', async () => {
  const { shown, phases } = run(win, 80, { still: true });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(phases()).toEqual([
    ['turning', 0],
    ['settling', 80],
    ['result', 80 + STILL_MS],
    ['card', 80 + STILL_MS + 500],
  ]);
  expect(shown.every((state) => state.transition === undefined)).toBe(true);
  expect(shown[0]?.rotation).toBe(0);
  expect(underPointer(shown.at(-1)?.rotation ?? 0)).toBeCloseTo(win.landingAngle);
});

describe('skip', () => {
  test('shows the result at once if it is known', async () => {
    const { spin, phases } = run(win, 80);
    await vi.advanceTimersByTimeAsync(2000);
    spin.skip();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(phases()).toEqual([
      ['turning', 0],
      ['landing', 1500],
      ['result', 2000],
      ['card', 2500],
    ]);
  });

  test('shows the result at once while the pointer settles', async () => {
    const { spin, phases, shown } = run(win, 80);
    await vi.advanceTimersByTimeAsync(5000);
    spin.skip();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(phases().slice(2)).toEqual([
      ['settling', 4000],
      ['result', 5000],
      ['card', 5500],
    ]);
    expect(underPointer(shown.at(-1)?.rotation ?? 0)).toBeCloseTo(win.landingAngle);
  });

  test('shows the result as soon as the answer arrives if it is not known yet', async () => {
    const { spin, phases } = run(loss, 4000);
    await vi.advanceTimersByTimeAsync(1000);
    spin.skip();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(phases()).toEqual([
      ['turning', 0],
      ['result', 4000],
    ]);
  });
});

test('reports no further state after a stop', async () => {
  for (const at of [40, 1000, 3000, 6200]) {
    const { spin, phases } = run(win, 80);
    await vi.advanceTimersByTimeAsync(at);
    const before = phases();
    spin.stop();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(phases()).toEqual(before);
  }
});
