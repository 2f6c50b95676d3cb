import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { pointerDirection, readDrawnLabels, readDrawnSlices, sliceUnderPointer } from './testing/drawn-wheel.ts';
import { getPegs, Wheel, type WheelWedge } from './wheel.tsx';

afterEach(cleanup);

test('draws each wedge, labels all prizes, and is hidden from screen readers', () => {
  const { container } = render(
    <Wheel
      rotation={1890}
      transition="2.5s linear"
      hub="SPIN"
      wedges={[
        { label: '₹5', from: 0, to: 36, colour: 0 },
        { label: '₹500', from: 36, to: 36.36, colour: 1 },
        { label: 'Try Again', from: 36.36, to: 44, colour: 'rest' },
        { label: 'Try Again', from: 44, to: 360, colour: 'rest' },
      ]}
    />,
  );
  expect(readDrawnSlices(container)).toHaveLength(4);
  // A narrow prize has its label on the rim; a narrow 'Try Again' needs none.
  expect([...container.querySelectorAll('text')].map((t) => t.textContent)).toEqual(['₹5', 'Try Again', '₹500']);
  expect(container.firstElementChild?.getAttribute('aria-hidden')).toBe('true');
  expect(container.textContent).toContain('SPIN');
  expect(screen.getByTestId('wheel-disc').style.transform).toBe('rotate(1890deg)');
});

test('draws a wedge that fills the circle, although its arc would begin where it ends', () => {
  const { container } = render(<Wheel wedges={[{ label: 'Try Again', from: 0, to: 360, colour: 'rest' }]} />);
  expect(container.querySelector('g > circle')?.getAttribute('fill')).toBe('var(--wheel-rest)');
});

const halves: WheelWedge[] = [
  { label: '₹5', from: 0, to: 36, colour: 0 },
  { label: '₹10', from: 36, to: 90, colour: 1 },
  { label: 'Try Again', from: 90, to: 300, colour: 'rest' },
  { label: 'Try Again', from: 300, to: 360, colour: 'rest' },
];

test('draws each wedge at its degrees clockwise from the top, even if it covers more than half of the circle', () => {
  const { container } = render(<Wheel wedges={halves} />);
  const drawn = readDrawnSlices(container);
  expect(drawn.map(({ fill }) => fill)).toEqual([
    'var(--wheel-1)',
    'var(--wheel-2)',
    'var(--wheel-rest)',
    'var(--wheel-rest-2)',
  ]);
  for (const [index, { from, to }] of halves.entries()) {
    expect(drawn[index]?.from).toBeCloseTo(from, 2);
    expect(drawn[index]?.width).toBeCloseTo(to - from, 2);
  }
  // A label is in the middle of its wedge.
  const places = [...container.querySelectorAll('text')].map((text) => text.getAttribute('transform'));
  expect(places.map((place) => Number(/^rotate\(([\d.]+)\) translate\(0 -/.exec(place ?? '')?.[1]))).toEqual([
    18, 63, 195, 330,
  ]);
});

test.each([
  ['inside, upright or along the radius', 60, 8],
  ['on the rim', 5, 2],
])('places each label in its own slice: %s', (_, first, second) => {
  const wedges: WheelWedge[] = [
    { label: '₹500', from: 0, to: 90, colour: 0 },
    { label: '₹5', from: 90, to: 90 + first, colour: 1 },
    { label: '₹10', from: 90 + first, to: 90 + first + second, colour: 2 },
    { label: 'Try Again', from: 90 + first + second, to: 360, colour: 'rest' },
  ];
  const { container } = render(<Wheel wedges={wedges} />);
  const slices = readDrawnSlices(container);
  const labels = readDrawnLabels(container);
  expect(labels.map(({ label }) => label).toSorted()).toEqual(wedges.map(({ label }) => label).toSorted());
  for (const { label, angle, radius } of labels) {
    const slice = slices[wedges.findIndex((wedge) => wedge.label === label)];
    expect(angle, label).toBeGreaterThan(slice?.from ?? 360);
    expect(angle, label).toBeLessThan((slice?.from ?? 0) + (slice?.width ?? 0));
    // Outside the hub and within the drawing.
    expect(radius, label).toBeGreaterThan(25);
    expect(radius, label).toBeLessThan(117);
  }
});

test('places a peg at each bound and merges pegs that would touch', () => {
  expect(getPegs(halves)).toEqual([0, 36, 90, 300]);
  expect(
    getPegs([
      { label: '', from: 0, to: 1, colour: 0 },
      { label: '', from: 1, to: 360, colour: 'rest' },
    ]),
  ).toEqual([0]);
});

test.each([
  ['that won, and dims the others', 1, [true, false, true, true]],
  ['that wins nothing, and does not dim the others', 2, [false, false, false, false]],
])('highlights the wedge %s', (_, lit, others) => {
  const { container } = render(<Wheel wedges={halves} lit={lit} />);
  const wedges = [...container.querySelectorAll('[data-testid="wheel-disc"] > g')];
  expect(wedges.map((g) => (g.getAttribute('class') ?? '').includes('opacity-40'))).toEqual(others);
  expect(wedges.map((g) => g.querySelectorAll('path').length)).toEqual(halves.map((__, at) => (at === lit ? 2 : 1)));
});

test.each([
  [0.01, 'var(--wheel-1)'],
  [35.99, 'var(--wheel-1)'],
  [36.01, 'var(--wheel-2)'],
  [89.99, 'var(--wheel-2)'],
  [90.01, 'var(--wheel-rest)'],
  [359.99, 'var(--wheel-rest-2)'],
])('points at the wedge that contains %d degrees when the wheel is turned there', (angle, fill) => {
  const { container } = render(<Wheel wedges={halves} rotation={1800 + 360 - angle} />);
  expect(pointerDirection(container)).toBe(0);
  expect(sliceUnderPointer(container)?.fill).toBe(fill);
});

describe('depending on the width of a wedge', () => {
  const readText = (width: number, colour: WheelWedge['colour'], label = 'This') => {
    cleanup();
    const rest: WheelWedge = { label: 'Rest', from: width, to: 360, colour: 'rest' };
    const { container } = render(<Wheel wedges={[{ label, from: 0, to: width, colour }, rest]} />);
    return [...container.querySelectorAll('text')].find((text) => text.textContent === label);
  };
  const isOnRim = (width: number) => readText(width, 0)?.getAttribute('transform') === null;

  test("places a prize's label inside from 7.5 degrees, else on the rim", () => {
    expect([isOnRim(7.4), isOnRim(7.5)]).toEqual([true, false]);
  });

  test("turns a prize's label upright from 26 degrees", () => {
    const isTurned = (width: number, label?: string) =>
      readText(width, 0, label)?.getAttribute('transform')?.endsWith('rotate(-90)');
    expect([isTurned(25.9), isTurned(26)]).toEqual([true, false]);
    // A longer label needs a wider wedge.
    expect([isTurned(32, '₹10,000'), isTurned(36, '₹10,000')]).toEqual([true, false]);
  });

  test('labels a wedge without a prize from 13 degrees', () => {
    expect([readText(12.9, 'rest'), readText(13, 'rest')].map((text) => text !== undefined)).toEqual([false, true]);
  });

  test('keeps pegs at least 2.5 degrees apart', () => {
    const bounds = (second: number): WheelWedge[] => [
      { label: 'a', from: 0, to: second, colour: 0 },
      { label: 'b', from: second, to: 360, colour: 1 },
    ];
    expect([getPegs(bounds(2.4)), getPegs(bounds(2.5))]).toEqual([[0], [0, 2.5]]);
  });
});
