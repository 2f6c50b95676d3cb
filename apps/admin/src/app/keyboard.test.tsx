import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isTyping, useKeys } from './keyboard.ts';

let handledKeys: string[] = [];

function KeyboardPage() {
  useKeys({
    j: () => handledKeys.push('j'),
    arrowright: () => handledKeys.push('right'),
    '?': () => handledKeys.push('?'),
  });
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
  handledKeys = [];
});
afterEach(cleanup);

test('handles upper and lower case keys on the page, buttons and checkboxes', () => {
  render(<KeyboardPage />);
  fireEvent.keyDown(document.body, { key: 'j' });
  fireEvent.keyDown(screen.getByRole('button'), { key: 'J', shiftKey: true });
  fireEvent.keyDown(screen.getByRole('checkbox'), { key: 'ArrowRight' });
  fireEvent.keyDown(document.body, { key: '?', shiftKey: true });
  expect(handledKeys).toEqual(['j', 'j', 'right', '?']);
});

test('ignores keys while typing or choosing', () => {
  render(<KeyboardPage />);
  for (const name of ['text', 'area', 'choice']) fireEvent.keyDown(screen.getByLabelText(name), { key: 'j' });
  expect(handledKeys).toEqual([]);
  expect(isTyping(null)).toBe(false);
});

test('ignores key combinations, keys that were already handled, and inherited property names', () => {
  render(<KeyboardPage />);
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey'])
    fireEvent.keyDown(document.body, { key: 'j', [modifier]: true });
  const preventDefault = (event: Event) => event.preventDefault();
  document.body.addEventListener('keydown', preventDefault);
  fireEvent.keyDown(document.body, { key: 'j' });
  document.body.removeEventListener('keydown', preventDefault);
  fireEvent.keyDown(document.body, { key: 'toString' });
  expect(handledKeys).toEqual([]);
});

test('prevents the browser’s own action, such as scrolling, only for keys that are commands', () => {
  render(<KeyboardPage />);
  expect(fireEvent.keyDown(document.body, { key: 'j' })).toBe(false);
  expect(fireEvent.keyDown(document.body, { key: 'x' })).toBe(true);
});
