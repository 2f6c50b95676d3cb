import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
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
