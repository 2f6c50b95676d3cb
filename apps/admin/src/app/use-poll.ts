import { useEffect, useEffectEvent } from 'react';

export const POLL_MS = 20_000;
/** Polling stops after this time without input, because polling would keep the session alive. */
const IDLE_MS = 10 * 60_000;
const INPUT_EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'focus'] as const;

/**
 * Polls while the page is visible and in use. A failed poll is not retried before the next poll is due.
 * @param key identifies what is polled; a new key restarts the poll
 * @param poll undefined to stop polling
 * @param everyMs the time between two polls
 */
export function usePoll(key: string, poll: (() => Promise<void>) | undefined, everyMs = POLL_MS): void {
  const runPoll = useEffectEvent(() => void poll?.().catch(() => undefined));
  const isPolling = poll !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key restarts the poll
  useEffect(() => {
    if (!isPolling) return;
    let lastInput = Date.now();
    const noteInput = () => {
      lastInput = Date.now();
    };
    for (const event of INPUT_EVENTS) window.addEventListener(event, noteInput, { passive: true });
    const timer = setInterval(() => {
      if (document.hidden || Date.now() - lastInput > IDLE_MS) return;
      runPoll();
    }, everyMs);
    return () => {
      clearInterval(timer);
      for (const event of INPUT_EVENTS) window.removeEventListener(event, noteInput);
    };
  }, [key, isPolling, everyMs]);
}
