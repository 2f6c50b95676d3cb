import type { BundleName } from '@inaam/words/bundles';
import { lazyRouteComponent } from '@tanstack/react-router';
import { loadWords } from '../words/words.ts';

/**
 * A screen's component and the words that it needs, fetched together. Where they do not come, `ScreenError` stands in
 * its place. The router would reload the page for the browser's own error, and without a network that ends on the
 * browser's error page, where nothing of the app is left: so it is given another one.
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
