import type { BundleName } from '@inaam/words/bundles';
import { lazyRouteComponent } from '@tanstack/react-router';
import { loadWords } from '../words/words.ts';

/**
 * A screen's component and its words, loaded together. On failure `ScreenError` is shown. If the router got the
 * browser's own import error, it would reload the page, and without a network the browser would show its error page. So
 * this function throws a different error.
 */
export const screen = <Module extends Record<string, unknown>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
  ...bundles: BundleName[]
) =>
  lazyRouteComponent(async () => {
    try {
      return (await Promise.all([load(), loadWords(...bundles)]))[0];
    } catch (cause) {
      throw new Error('The screen did not arrive', { cause });
    }
  }, name);
