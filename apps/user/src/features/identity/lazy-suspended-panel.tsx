import { type ComponentProps, lazy, Suspense } from 'react';

/** Which refusals of a sign-in mean suspension (specification section 8). */
export const isSuspension = (message: string): boolean =>
  message.includes('Account suspended') || message.includes('suspended due to suspicious activity');

const Panel = lazy(async () => ({ default: (await import('./suspended-panel.tsx')).SuspendedPanel }));

/** Hardly anyone sees it, so it is no part of the first load. */
export const LazySuspendedPanel = (props: ComponentProps<typeof Panel>) => (
  <Suspense fallback={null}>
    <Panel {...props} />
  </Suspense>
);
