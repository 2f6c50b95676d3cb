import type { ErrorCode } from '@inaam/contracts/common/errors';
import type { WheelLayout } from '@inaam/contracts/spins/wheel';
import { useCallback, useEffect, useRef, useState } from 'react';
import { trpc, useUserId } from '../../app/data.tsx';
import { getErrorCode, getErrorMessage } from '../../app/errors.ts';
import { spins as words } from '../../words/words.ts';
import { createClientSeed, deleteClientSeed, readClientSeed } from './parts/client-seed.ts';
import { prefersReducedMotion } from './parts/reduced-motion.ts';
import { clearPendingSpin, storePendingSpin } from './pending-spin.ts';
import { resumeAudio } from './sound.ts';
import { isSpinnable, type RunningSpin, type SpinState, startSpin } from './timeline.ts';

/** Refusals before the draw. They are not failures, and the spin stays unused. */
const REFUSED_BEFORE_DRAW: ReadonlySet<ErrorCode | undefined> = new Set(['EMAIL_NOT_VERIFIED', 'SPINS_PAUSED']);

/**
 * State and actions of one wheel. After a failure the wheel can be spun again, and the server returns the same draw.
 * @param resumed the client seed of a spin that a reload interrupted; the result is shown as soon as it arrives
 */
export function useSpin(offerId: number, wheel: WheelLayout, resumed?: string) {
  const userId = useUserId();
  const { mutateAsync } = trpc.user.spins.spin.useMutation();
  const [state, setState] = useState<SpinState>({ phase: 'idle', rotation: 0 });
  const [clientSeed] = useState(() => resumed ?? readClientSeed(userId, offerId) ?? createClientSeed());
  const running = useRef<RunningSpin>(undefined);
  /** The reason why the server does not draw yet. The spin is unused, and this is not a failure. */
  const [refused, setRefused] = useState<string>();

  const start = useCallback(
    (from: number) => {
      running.current?.stop();
      resumeAudio();
      setRefused(undefined);
      storePendingSpin({ userId, offerId, clientSeed });
      running.current = startSpin({
        ask: () =>
          mutateAsync({ offerId, clientSeed })
            .then((result) => {
              deleteClientSeed(userId, offerId);
              return result;
            })
            .catch((error: unknown) => {
              if (REFUSED_BEFORE_DRAW.has(getErrorCode(error))) {
                running.current?.stop();
                clearPendingSpin();
                setState({ phase: 'idle', rotation: from });
                setRefused(getErrorMessage(error, words.failed));
              }
              throw error;
            }),
        wheel,
        from,
        still: prefersReducedMotion(),
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

  // Leaving a shown result removes the stored spin. A reload runs no clean-up of components, so it keeps the stored
  // spin and shows the result again.
  const { phase } = state;
  const isResultSeen = useRef(false);
  useEffect(() => {
    isResultSeen.current = phase === 'result' || phase === 'card';
    if (isResultSeen.current) storePendingSpin({ userId, offerId, clientSeed, isShown: true });
  }, [phase, userId, offerId, clientSeed]);
  useEffect(() => () => void (isResultSeen.current && clearPendingSpin()), []);

  return {
    state,
    refused,
    spin: () => start(state.rotation % 360),
    skip: () => running.current?.skip(),
    /** Dragging turns the wheel but draws nothing. */
    turnBy: (degrees: number) =>
      setState((now) => (isSpinnable(now) ? { ...now, rotation: now.rotation + degrees } : now)),
  };
}
