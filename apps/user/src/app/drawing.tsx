import { type ComponentType, lazy, Suspense } from 'react';
import type { DrawingName } from './drawings.tsx';

/** Most people never see a drawing, so it loads on demand. The text is enough without it. */
const Drawn = lazy(
  (): Promise<{ default: ComponentType<{ name: DrawingName }> }> =>
    import('./drawings.tsx').then(
      ({ Drawings }) => ({ default: Drawings }),
      () => ({ default: () => null }),
    ),
);

/** The drawing of an empty state; its space is reserved. */
export const Drawing = ({ name }: { name: DrawingName }) => (
  <span className="h-24 w-40 max-w-full">
    <Suspense fallback={null}>
      <Drawn name={name} />
    </Suspense>
  </span>
);
