import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { drawnSlices, pointerDirection, sliceUnderPointer } from './testing/drawn-wheel.ts';
import { Wheel } from './wheel.tsx';

afterEach(cleanup);

test('draws each slice that has a width, labels those with room, and is hidden from screen readers', () => {
  const { container } = render(
    <Wheel
      rotation={1890}
      transition="2.5s linear"
      slices={[
        { label: '₹5', start: 0, end: 36 },
        { label: '₹10', start: 36, end: 36 },
        { label: '₹500', start: 36, end: 36.36 },
        { label: 'Try Again', start: 36.36, end: 360, rest: true },
      ]}
    />,
  );
  expect(container.querySelectorAll('path[d*="A100"]')).toHaveLength(3);
  expect([...container.querySelectorAll('text')].map((t) => t.textContent)).toEqual(['₹5', 'Try Again']);
  expect(container.firstElementChild?.getAttribute('aria-hidden')).toBe('true');
  expect(screen.getByTestId('wheel-disc').style.transform).toBe('rotate(1890deg)');
});

test('a slice that is the whole circle is drawn, although its arc would begin where it ends', () => {
  const { container } = render(<Wheel slices={[{ label: 'Try Again', start: 0, end: 360, rest: true }]} />);
  expect(container.querySelector('g g circle')?.getAttribute('fill')).toBe('var(--wheel-rest)');
});

const halves = [
  { label: '₹5', start: 0, end: 36 },
  { label: '₹10', start: 36, end: 90 },
  { label: 'Try Again', start: 90, end: 360, rest: true },
];

test('each slice covers its degrees clockwise from the top, also one that is more than half of the circle', () => {
  const { container } = render(<Wheel slices={halves} />);
  const drawn = drawnSlices(container);
  expect(drawn.map(({ fill }) => fill)).toEqual(['var(--wheel-1)', 'var(--wheel-2)', 'var(--wheel-rest)']);
  for (const [index, { start, end }] of halves.entries()) {
    expect(drawn[index]?.from).toBeCloseTo(start, 2);
    expect(drawn[index]?.width).toBeCloseTo(end - start, 2);
  }
  // A label stands in the middle of its slice.
  const places = [...container.querySelectorAll('text')].map((text) => text.getAttribute('transform'));
  expect(places.map((place) => Number(/^rotate\(([\d.]+)\) translate\(0 -/.exec(place ?? '')?.[1]))).toEqual([
    18, 63, 225,
  ]);
});

test.each([
  [0.01, 'var(--wheel-1)'],
  [35.99, 'var(--wheel-1)'],
  [36.01, 'var(--wheel-2)'],
  [89.99, 'var(--wheel-2)'],
  [90.01, 'var(--wheel-rest)'],
  [359.99, 'var(--wheel-rest)'],
])('turned so that the point at %d degrees is under the pointer, the pointer shows its slice', (angle, fill) => {
  const { container } = render(<Wheel slices={halves} rotation={1800 + 360 - angle} />);
  expect(pointerDirection(container)).toBe(0);
  expect(sliceUnderPointer(container)?.fill).toBe(fill);
});
