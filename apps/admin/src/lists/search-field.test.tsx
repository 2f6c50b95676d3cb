import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SearchField } from './search-field.tsx';

const filter = { label: 'Search offers', placeholder: 'Search offers', delayMs: 300 };
const sent: (string | undefined)[] = [];

/** A page on which the field and other controls change the same search. */
function SearchPage() {
  const [value, setValue] = useState('');
  return (
    <>
      <SearchField
        filter={filter}
        value={value}
        onSearch={(search) => {
          sent.push(search);
          setValue(search ?? '');
        }}
      />
      <button type="button" onClick={() => setValue('tea')}>
        Back
      </button>
      <button type="button" onClick={() => setValue('')}>
        Clear filters
      </button>
    </>
  );
}

const field = () => screen.getByRole<HTMLInputElement>('searchbox');
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const wait = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

beforeEach(() => {
  vi.useFakeTimers();
  sent.length = 0;
  render(<SearchPage />);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('updates the list once after the delay', () => {
  type('ch');
  wait(299);
  type('chai ');
  wait(299);
  expect(sent).toEqual([]);
  wait(1);
  expect(sent).toEqual(['chai']);
  // The field keeps the typed text, including the space.
  expect(field().value).toBe('chai ');
});

test('skips the delay on Enter, and removes the filter when the field is emptied', () => {
  type('chai');
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(sent).toEqual(['chai']);
  wait(1000);
  expect(sent).toEqual(['chai']);
  type('');
  wait(300);
  expect(sent).toEqual(['chai', undefined]);
});

test('shows a search that another control sets, without sending it', () => {
  type('chai');
  wait(300);
  fireEvent.click(screen.getByText('Back'));
  expect(field().value).toBe('tea');
  fireEvent.click(screen.getByText('Clear filters'));
  expect(field().value).toBe('');
  wait(1000);
  expect(sent).toEqual(['chai']);
});
