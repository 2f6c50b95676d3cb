import { type ComponentProps, lazy, Suspense } from 'react';
import { loadWords } from '../../words/words.ts';

/** Which refusals of a sign-in mean suspension (specification section 8). */
export const isSuspension = (error: unknown): boolean =>
  error instanceof Error && /Account suspended|suspended due to suspicious activity/.test(error.message);

const Panel = lazy(async () => ({
  default: (await Promise.all([import('./suspended-panel.tsx'), loadWords('guests')]))[0].SuspendedPanel,
}));

/** Hardly anyone sees it, so it is no part of the first load. */
export const LazySuspendedPanel = (props: ComponentProps<typeof Panel>) => (
  <Suspense fallback={null}>
    <Panel {...props} />
  </Suspense>
);
