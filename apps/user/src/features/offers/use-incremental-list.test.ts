import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useIncrementalList } from './use-incremental-list.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('renders 18 cards at once, and six more whenever the end of the list comes near', () => {
  let intersect: (isIntersecting: boolean) => void = () => {};
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        intersect = (isIntersecting) => callback([{ isIntersecting }]);
      }
      observe() {}
      disconnect() {}
    },
  );
  expect(renderHook(() => useIncrementalList(17)).result.current.shown).toBe(17);
  const { result } = renderHook(() => useIncrementalList(29));
  expect(result.current.shown).toBe(18);
  act(() => {
    result.current.end(document.createElement('div'));
  });
  act(() => intersect(false));
  expect(result.current.shown).toBe(18);
  act(() => intersect(true));
  expect(result.current.shown).toBe(24);
  act(() => intersect(true));
  expect(result.current.shown).toBe(29);
});

test('renders all cards in a browser without IntersectionObserver', () => {
  vi.stubGlobal('IntersectionObserver', undefined);
  const { result } = renderHook(() => useIncrementalList(100));
  act(() => {
    result.current.end(document.createElement('div'));
  });
  expect(result.current.shown).toBe(100);
});
