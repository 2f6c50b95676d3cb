import type { BundleName } from '@inaam/words/bundles';
import { lazyRouteComponent } from '@tanstack/react-router';
import { loadWords } from '../words/words.ts';

/**
 * A screen's component and its words, loaded together. On failure `ScreenError` is shown. The router would reload the
 * page on the browser's own import error, and without a network that shows the browser's error page. So this function
 * throws another error.
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
