import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';

afterEach(cleanup);

test('decides whether an element is visible by its inline style, the styles of its parents and the tags', () => {
  render(
    <>
      <button>shown</button>
      <button style={{ display: 'none' }}>removed</button>
      <div style={{ visibility: 'hidden' }}>
        <button>hidden with its parent</button>
        <button style={{ visibility: 'visible' }}>shown again</button>
      </div>
      <dialog>
        <button>in a closed dialog</button>
      </dialog>
      <dialog open>
        <button>in an open dialog</button>
      </dialog>
    </>,
  );
  const names = screen.getAllByRole('button').map(({ textContent }) => textContent);
  expect(names).toEqual(['shown', 'shown again', 'in an open dialog']);
});

test('follows a change of an inline style', () => {
  render(<button>one</button>);
  const button = screen.getByRole('button', { name: 'one' });
  button.style.display = 'none';
  expect(screen.queryByRole('button')).toBeNull();
  button.style.display = 'flex';
  expect(getComputedStyle(button).display).toBe('flex');
  expect(screen.getByRole('button')).toBe(button);
});

test('returns other properties as the original function does', () => {
  render(<p style={{ paddingTop: '4px' }}>text</p>);
  const style = getComputedStyle(screen.getByText('text'));
  expect([style.paddingTop, style.getPropertyValue('padding-top'), style.visibility]).toEqual([
    '4px',
    '4px',
    'visible',
  ]);
});

test('does not read stylesheets', () => {
  render(
    <>
      <style>{'button { display: none }'}</style>
      <button>shown</button>
    </>,
  );
  expect(screen.getByRole('button').textContent).toBe('shown');
});
