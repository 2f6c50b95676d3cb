import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { loadWords } from '../words/words.ts';
import { afterFirstScreen } from './after-first-screen.ts';

type Load<Props> = () => Promise<ComponentType<Props>>;
interface Placeholders<Props> {
  ifFailed?: ComponentType<Props>;
  /** A placeholder as high as the part, so that nothing below moves. */
  whileLoading?: ReactNode;
}

const createPart = <Props extends object>(
  load: Load<Props>,
  { ifFailed = () => null, whileLoading = null }: Placeholders<Props> = {},
): ComponentType<Props> => {
  const Part = lazy(() =>
    load().then(
      (loaded) => ({ default: loaded }),
      () => ({ default: ifFailed }),
    ),
  ) as unknown as ComponentType<Props>;
  return (props) => (
    <Suspense fallback={whileLoading}>
      <Part {...props} />
    </Suspense>
  );
};

const withWords =
  <Props,>(load: Load<Props>): Load<Props> =>
  async () =>
    (await Promise.all([load(), loadWords('inside')]))[0];

/** A part that loads when it is first rendered, such as after a press. The screen works without this part. */
export const atOnce = <Props extends object>(
  load: Load<Props>,
  placeholders?: Placeholders<Props>,
): ComponentType<Props> => createPart(withWords(load), placeholders);

/** A part that the first screen does not need. The part loads after the first screen has its data. */
export const later = <Props extends object>(
  load: Load<Props>,
  placeholders?: Placeholders<Props>,
): ComponentType<Props> => createPart(() => afterFirstScreen().then(withWords(load)), placeholders);
