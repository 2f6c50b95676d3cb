import type { ErrorCode } from '@inaam/contracts/common/errors';
import type { WheelLayout } from '@inaam/contracts/spins/wheel';
import { useCallback, useEffect, useRef, useState } from 'react';
import { trpc, useUserId } from '../../app/data.tsx';
import { getErrorCode, getErrorMessage } from '../../app/errors.ts';
import { spins as words } from '../../words/words.ts';
import { createClientSeed, deleteClientSeed, readClientSeed } from './parts/client-seed.ts';
import { reducedMotion } from './parts/reduced-motion.ts';
import { clearPendingSpin, storePendingSpin } from './pending-spin.ts';
import { resumeAudio } from './sound.ts';
import { type RunningSpin, type SpinState, startSpin } from './timeline.ts';

/** Refusals before the draw: they are not failures, and no spin is used. */
const DREW_NOTHING: ReadonlySet<ErrorCode | undefined> = new Set(['EMAIL_NOT_VERIFIED', 'SPINS_PAUSED']);

/**
 * State and actions of one wheel. After a failure it can be spun again: the server returns the same draw.
 * @param resumed the client share of a spin that a reload interrupted; its result is shown as soon as it comes
 */
export function useSpin(offerId: number, wheel: WheelLayout, resumed?: string) {
  const userId = useUserId();
  const { mutateAsync } = trpc.user.spins.spin.useMutation();
  const [state, setState] = useState<SpinState>({ phase: 'idle', rotation: 0 });
  const [clientSeed] = useState(() => resumed ?? readClientSeed(userId, offerId) ?? createClientSeed());
  const running = useRef<RunningSpin>(undefined);
  /** Why the server does not draw yet: nothing was spun, and nothing failed. */
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
              if (DREW_NOTHING.has(getErrorCode(error))) {
                running.current?.stop();
                clearPendingSpin();
                setState({ phase: 'idle', rotation: from });
                setRefused(getErrorMessage(error, words.failed));
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

  // Leaving the result means it was seen. A reload runs no clean-up, so a turning wheel stays stored.
  const { phase } = state;
  const seen = useRef(false);
  useEffect(() => {
    seen.current = phase === 'result' || phase === 'card';
    if (seen.current) storePendingSpin({ userId, offerId, clientSeed, isShown: true });
  }, [phase, userId, offerId, clientSeed]);
  useEffect(() => () => void (seen.current && clearPendingSpin()), []);

  return {
    state,
    refused,
    spin: () => start(state.rotation % 360),
    skip: () => running.current?.skip(),
    /** Dragging turns the wheel but draws nothing. */
    turnBy: (degrees: number) =>
      setState((now) => (now.phase === 'idle' ? { ...now, rotation: now.rotation + degrees } : now)),
  };
}
