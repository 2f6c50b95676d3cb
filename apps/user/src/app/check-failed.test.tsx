import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { CheckFailed } from './check-failed.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const connection = (online: boolean) => {
  const state = { online };
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => state.online);
  return state;
};

test('retries when the connection returns, even before the screen listens for it', () => {
  const state = connection(false);
  const listen = window.addEventListener.bind(window);
  vi.spyOn(window, 'addEventListener').mockImplementation((...listening: Parameters<typeof listen>) => {
    // The connection returns just before the listener is added, so no event reports it.
    if (listening[0] === 'online') state.online = true;
    listen(...listening);
  });
  const onRetry = vi.fn();
  render(<CheckFailed message="" onRetry={onRetry} />);
  expect(onRetry).toHaveBeenCalledTimes(1);
});

test('retries once each time the connection returns, and at no other time', () => {
  const state = connection(true);
  const setOnline = (online: boolean) => {
    state.online = online;
    act(() => void window.dispatchEvent(new Event(online ? 'online' : 'offline')));
  };
  const onRetry = vi.fn();
  render(<CheckFailed message="" onRetry={onRetry} />);
  expect(screen.getByRole('heading', { name: 'We could not connect' })).toBeTruthy();
  expect(onRetry).not.toHaveBeenCalled();
  setOnline(false);
  expect(screen.getByRole('heading', { name: 'You are offline' })).toBeTruthy();
  expect(onRetry).not.toHaveBeenCalled();
  setOnline(true);
  setOnline(false);
  setOnline(true);
  expect(onRetry).toHaveBeenCalledTimes(2);
});
