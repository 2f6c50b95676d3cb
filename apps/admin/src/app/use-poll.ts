import { useEffect, useEffectEvent } from 'react';

export const POLL_MS = 20_000;
/** A screen that nobody has touched for so long asks no more: it must not keep a session alive for nobody. */
const IDLE_MS = 10 * 60_000;
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'focus'] as const;

/**
 * Asks again and again while somebody looks at the page. What fails is left to the next time.
 * @param key what is asked for: another one begins anew
 * @param ask undefined: nothing is asked
 */
export function usePoll(key: string, ask: (() => Promise<void>) | undefined): void {
  const onTime = useEffectEvent(() => void ask?.().catch(() => undefined));
  const isOn = ask !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key begins anew
  useEffect(() => {
    if (!isOn) return;
    let touched = Date.now();
    const touch = () => {
      touched = Date.now();
    };
    for (const sign of SIGNS) window.addEventListener(sign, touch, { passive: true });
    const timer = setInterval(() => {
      if (document.hidden || Date.now() - touched > IDLE_MS) return;
      onTime();
    }, POLL_MS);
    return () => {
      clearInterval(timer);
      for (const sign of SIGNS) window.removeEventListener(sign, touch);
    };
  }, [key, isOn]);
}
