import type { PointerEvent } from 'react';
import { expect, test, vi } from 'vitest';
import { dragToSpin } from './drag-to-spin.ts';

/** A wheel of 200 × 200 px, and a finger at `radius` px from its centre. */
function finger(radius: number) {
  const wheel = document.createElement('div');
  vi.spyOn(wheel, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 200, 200));
  const turned: number[] = [];
  const spin = vi.fn<() => void>();
  const at = (degrees: number, ms: number) => ({
    clientX: 100 + radius * Math.cos((degrees * Math.PI) / 180),
    clientY: 100 + radius * Math.sin((degrees * Math.PI) / 180),
    timeStamp: ms,
  });
  const send = (type: string, degrees: number, ms: number) => {
    const event = new Event(type);
    for (const [name, value] of Object.entries(at(degrees, ms))) Object.defineProperty(event, name, { value });
    wheel.dispatchEvent(event);
  };
  const handler = dragToSpin({ turnBy: (degrees) => turned.push(degrees), spin });
  const down = (degrees: number, button = 0) =>
    handler({
      button,
      currentTarget: wheel,
      pointerId: 1,
      ...at(degrees, 0),
    } as unknown as PointerEvent<HTMLDivElement>);
  /** Drags for 100 ms at a speed in degrees per millisecond, rests for `rest` ms, and releases. */
  const drag = (speed: number, rest = 0) => {
    down(0);
    for (let step = 1; step <= 10; step++) send('pointermove', step * 10 * speed, step * 10);
    send('pointerup', 100 * speed, 100 + rest);
  };
  return { turned, spin, down, drag, send };
}
const countSpins = (wheel: ReturnType<typeof finger>) => wheel.spin.mock.calls.length;

test('turns with the finger the shorter way round', () => {
  const dragged = finger(90);
  dragged.down(170);
  dragged.send('pointermove', 175, 10);
  dragged.send('pointermove', 185, 20);
  expect(dragged.turned.map(Math.round)).toEqual([5, 10]);
});

test.each([
  [0.17, 0],
  [0.19, 1],
])('spins after a release at %d degrees per millisecond: %d times', (speed, times) => {
  const dragged = finger(90);
  dragged.drag(speed);
  expect(countSpins(dragged)).toBe(times);
});

test('does not spin after a rest of more than 120 ms before release', () => {
  const [short, long] = [finger(90), finger(90)];
  short.drag(0.5, 120);
  long.drag(0.5, 121);
  expect([countSpins(short), countSpins(long)]).toEqual([1, 0]);
});

test('spins on a tap in the middle only, and does not turn when the middle is dragged', () => {
  const tap = (radius: number) => {
    const dragged = finger(radius);
    dragged.down(0);
    dragged.send('pointerup', 0, 50);
    return countSpins(dragged);
  };
  expect([tap(23), tap(25), tap(90)]).toEqual([1, 0, 0]);
  const dragged = finger(20);
  dragged.drag(0.5);
  expect([dragged.turned, countSpins(dragged)]).toEqual([[], 0]);
});

test('does not spin on a cancelled gesture or another button', () => {
  const dragged = finger(90);
  dragged.down(0);
  dragged.send('pointermove', 20, 10);
  dragged.send('pointercancel', 20, 12);
  dragged.send('pointerup', 20, 12);
  dragged.down(0, 2);
  dragged.send('pointerup', 0, 20);
  expect(countSpins(dragged)).toBe(0);
});
