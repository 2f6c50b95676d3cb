import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isTyping, useKeys } from './keyboard.ts';

let handled: string[] = [];

function KeyboardPage() {
  useKeys({ j: () => handled.push('j'), arrowright: () => handled.push('right'), '?': () => handled.push('?') });
  return (
    <>
      <input aria-label="text" />
      <input type="checkbox" aria-label="box" />
      <textarea aria-label="area" />
      <select aria-label="choice" />
      <button type="button">press</button>
    </>
  );
}

beforeEach(() => {
  handled = [];
});
afterEach(cleanup);

test('handles upper and lower case keys on the page, buttons and checkboxes', () => {
  render(<KeyboardPage />);
  fireEvent.keyDown(document.body, { key: 'j' });
  fireEvent.keyDown(screen.getByRole('button'), { key: 'J', shiftKey: true });
  fireEvent.keyDown(screen.getByRole('checkbox'), { key: 'ArrowRight' });
  fireEvent.keyDown(document.body, { key: '?', shiftKey: true });
  expect(handled).toEqual(['j', 'j', 'right', '?']);
});

test('ignores keys while typing or choosing', () => {
  render(<KeyboardPage />);
  for (const name of ['text', 'area', 'choice']) fireEvent.keyDown(screen.getByLabelText(name), { key: 'j' });
  expect(handled).toEqual([]);
  expect(isTyping(null)).toBe(false);
});

test('ignores key combinations, keys that were already handled, and inherited property names', () => {
  render(<KeyboardPage />);
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey'])
    fireEvent.keyDown(document.body, { key: 'j', [modifier]: true });
  const taken = (event: Event) => event.preventDefault();
  document.body.addEventListener('keydown', taken);
  fireEvent.keyDown(document.body, { key: 'j' });
  document.body.removeEventListener('keydown', taken);
  fireEvent.keyDown(document.body, { key: 'toString' });
  expect(handled).toEqual([]);
});

test('does not scroll the page on a key that is a command', () => {
  render(<KeyboardPage />);
  expect(fireEvent.keyDown(document.body, { key: 'j' })).toBe(false);
  expect(fireEvent.keyDown(document.body, { key: 'x' })).toBe(true);
});
