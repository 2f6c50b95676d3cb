import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useIncrementalList } from './use-incremental-list.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('18 are put up at once, and six more each time the end comes near', () => {
  let seen: (isIntersecting: boolean) => void = () => {};
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        seen = (isIntersecting) => callback([{ isIntersecting }]);
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
  act(() => seen(false));
  expect(result.current.shown).toBe(18);
  act(() => seen(true));
  expect(result.current.shown).toBe(24);
  act(() => seen(true));
  expect(result.current.shown).toBe(29);
});

test('a browser that cannot tell where the end is has all of them', () => {
  vi.stubGlobal('IntersectionObserver', undefined);
  const { result } = renderHook(() => useIncrementalList(100));
  act(() => {
    result.current.end(document.createElement('div'));
  });
  expect(result.current.shown).toBe(100);
});
