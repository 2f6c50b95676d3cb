import type { PointerEvent } from 'react';
import { expect, test, vi } from 'vitest';
import { dragToSpin } from './drag-to-spin.ts';

/** A wheel of 200 × 200, and a finger at a distance from its middle. */
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
  /** Turns at a speed in degrees per millisecond, ten times for ten milliseconds, and releases after a rest. */
  const drag = (speed: number, rest = 0) => {
    down(0);
    for (let step = 1; step <= 10; step++) send('pointermove', step * 10 * speed, step * 10);
    send('pointerup', 100 * speed, 100 + rest);
  };
  return { turned, spin, down, drag, send };
}
const countSpins = (wheel: ReturnType<typeof finger>) => wheel.spin.mock.calls.length;

test('turns with the finger the shorter way round', () => {
  const its = finger(90);
  its.down(170);
  its.send('pointermove', 175, 10);
  its.send('pointermove', 185, 20);
  expect(its.turned.map(Math.round)).toEqual([5, 10]);
});

test.each([
  [0.17, 0],
  [0.19, 1],
])('a release at %d degrees a millisecond spins %d times', (speed, times) => {
  const its = finger(90);
  its.drag(speed);
  expect(countSpins(its)).toBe(times);
});

test('does not spin after a rest of more than 120 ms before release', () => {
  const [short, long] = [finger(90), finger(90)];
  short.drag(0.5, 120);
  long.drag(0.5, 121);
  expect([countSpins(short), countSpins(long)]).toEqual([1, 0]);
});

test('spins on a tap in the middle only, and dragging the middle turns nothing', () => {
  const tap = (radius: number) => {
    const its = finger(radius);
    its.down(0);
    its.send('pointerup', 0, 50);
    return countSpins(its);
  };
  expect([tap(23), tap(25), tap(90)]).toEqual([1, 0, 0]);
  const its = finger(20);
  its.drag(0.5);
  expect([its.turned, countSpins(its)]).toEqual([[], 0]);
});

test('does not spin on a cancelled gesture or another button', () => {
  const its = finger(90);
  its.down(0);
  its.send('pointermove', 20, 10);
  its.send('pointercancel', 20, 12);
  its.send('pointerup', 20, 12);
  its.down(0, 2);
  its.send('pointerup', 0, 20);
  expect(countSpins(its)).toBe(0);
});
