import type { WheelLayout } from '@inaam/contracts/spins/wheel';
import { useCallback, useEffect, useRef, useState } from 'react';
import { trpc, useUserId } from '../../app/data.tsx';
import { codeOf, messageOf } from '../../app/errors.ts';
import { spins as words } from '../../words/words.ts';
import { drawShare, forgetShare, keptShare } from './parts/kept-share.ts';
import { forgetSpin, rememberSpin } from './pending-spin.ts';
import { reducedMotion } from './reduced-motion.ts';
import { wakeSound } from './sound.ts';
import { type RunningSpin, type SpinState, startSpin } from './timeline.ts';

/**
 * One wheel: its state, and what a person can do with it. After a failure it can be spun again: the server answers the
 * same draw.
 * @param resumed the person's share in a spin that a reload cut short: its result is shown as soon as it comes
 */
export function useSpin(offerId: number, wheel: WheelLayout, resumed?: string) {
  const userId = useUserId();
  const { mutateAsync } = trpc.user.spins.spin.useMutation();
  const [state, setState] = useState<SpinState>({ phase: 'idle', rotation: 0 });
  const [clientSeed] = useState(() => resumed ?? keptShare(userId, offerId) ?? drawShare());
  const running = useRef<RunningSpin>(undefined);
  /** Why the server does not draw yet: nothing was spun, and nothing failed. */
  const [refused, setRefused] = useState<string>();

  const start = useCallback(
    (from: number) => {
      running.current?.stop();
      wakeSound();
      setRefused(undefined);
      rememberSpin({ userId, offerId, clientSeed });
      running.current = startSpin({
        ask: () =>
          mutateAsync({ offerId, clientSeed })
            .then((result) => {
              forgetShare(userId, offerId);
              return result;
            })
            .catch((error: unknown) => {
              if (codeOf(error) === 'EMAIL_NOT_VERIFIED') {
                running.current?.stop();
                forgetSpin();
                setState({ phase: 'idle', rotation: from });
                setRefused(messageOf(error, words.failed));
              }
              throw error;
            }),
        wheel,
        from,
        still: reducedMotion(),
        show: setState,
      });
    },
    [mutateAsync, userId, offerId, clientSeed, wheel],
  );
  useEffect(() => {
    if (resumed !== undefined) {
      start(0);
      running.current?.skip();
    }
    return () => running.current?.stop();
  }, [resumed, start]);

  // Whoever leaves the result has seen it. A reload runs none of this, and what still turns is kept.
  const { phase } = state;
  const seen = useRef(false);
  useEffect(() => {
    seen.current = phase === 'result' || phase === 'card';
    if (seen.current) rememberSpin({ userId, offerId, clientSeed, isShown: true });
  }, [phase, userId, offerId, clientSeed]);
  useEffect(() => () => void (seen.current && forgetSpin()), []);

  return {
    state,
    refused,
    spin: () => start(state.rotation % 360),
    skip: () => running.current?.skip(),
    /** The finger turns the wheel, which nothing is drawn by. */
    turnBy: (degrees: number) =>
      setState((now) => (now.phase === 'idle' ? { ...now, rotation: now.rotation + degrees } : now)),
  };
}
