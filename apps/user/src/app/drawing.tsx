import { type ComponentType, lazy, Suspense } from 'react';
import type { DrawingName } from './drawings.tsx';

/** Most never see one: fetched where it stands. Where it does not arrive, the words are as good without. */
const Drawn = lazy(
  (): Promise<{ default: ComponentType<{ of: DrawingName }> }> =>
    import('./drawings.tsx').then(
      ({ Drawings }) => ({ default: Drawings }),
      () => ({ default: () => null }),
    ),
);

/** The picture of an empty place; its room is there before it is. */
export const Drawing = ({ of }: { of: DrawingName }) => (
  <span className="h-24 w-40 max-w-full">
    <Suspense fallback={null}>
      <Drawn of={of} />
    </Suspense>
  </span>
);
