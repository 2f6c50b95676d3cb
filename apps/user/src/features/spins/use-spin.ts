import type { Odds } from '@inaam/contracts/odds';
import { useCallback, useEffect, useRef, useState } from 'react';
import { trpc } from '../../app/data.tsx';
import { type RunningSpin, type SpinState, startSpin } from './timeline.ts';

const reducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** 128 random bits in hex: the person's own share in the draw. */
const randomSeed = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** One wheel: its state, and what a person can do with it. After a failure it can be spun again: the server answers the same draw. */
export function useSpin(offerId: number, odds: Odds) {
  const { mutateAsync } = trpc.user.spins.spin.useMutation();
  const [state, setState] = useState<SpinState>({ phase: 'idle', rotation: 0 });
  const running = useRef<RunningSpin>(undefined);
  useEffect(() => () => running.current?.stop(), []);

  const spin = useCallback(() => {
    running.current?.stop();
    running.current = startSpin({
      ask: () => mutateAsync({ offerId, clientSeed: randomSeed() }),
      odds,
      from: state.rotation % 360,
      still: reducedMotion(),
      show: setState,
    });
  }, [mutateAsync, offerId, odds, state.rotation]);

  return { state, spin, skip: () => running.current?.skip() };
}
