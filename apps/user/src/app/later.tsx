import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { loadWords } from '../words/words.ts';
import { afterFirstScreen } from './after-first-screen.ts';

type Load<Props> = () => Promise<ComponentType<Props>>;
/** In its place if it did not load, and in its place while it loads, so that nothing below moves. */
type Places<Props> = [fallback?: ComponentType<Props>, room?: ReactNode];

const createPart = <Props extends object>(
  load: Load<Props>,
  fallback: ComponentType<Props> = () => null,
  room: ReactNode = null,
): ComponentType<Props> => {
  const Part = lazy(() =>
    load().then(
      (loaded) => ({ default: loaded }),
      () => ({ default: fallback }),
    ),
  ) as unknown as ComponentType<Props>;
  return (props) => (
    <Suspense fallback={room}>
      <Part {...props} />
    </Suspense>
  );
};

const withWords =
  <Props,>(load: Load<Props>): Load<Props> =>
  async () =>
    (await Promise.all([load(), loadWords('inside')]))[0];

/** A part that a press opens. The screen works without it. */
export const onFirstUse = <Props extends object>(load: Load<Props>, ...places: Places<Props>): ComponentType<Props> =>
  createPart(withWords(load), ...places);

/** A part that nothing at first sight needs. It loads after the first screen, which works without it. */
export const later = <Props extends object>(load: Load<Props>, ...places: Places<Props>): ComponentType<Props> =>
  createPart(() => afterFirstScreen().then(withWords(load)), ...places);
