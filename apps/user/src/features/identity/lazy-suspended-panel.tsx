import { type ComponentProps, lazy, Suspense } from 'react';
import { loadWords } from '../../words/words.ts';

/** Sign-in refusals that mean suspension (specification section 8). */
export const isSuspension = (error: unknown): boolean =>
  error instanceof Error && /Account suspended|suspended due to suspicious activity/.test(error.message);

const Panel = lazy(async () => ({
  default: (await Promise.all([import('./suspended-panel.tsx'), loadWords('guests')]))[0].SuspendedPanel,
}));

/** Rarely shown, so it is not part of the first load. */
export const LazySuspendedPanel = (props: ComponentProps<typeof Panel>) => (
  <Suspense fallback={null}>
    <Panel {...props} />
  </Suspense>
);
