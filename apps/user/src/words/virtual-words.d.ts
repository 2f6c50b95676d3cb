/** The module that packages/words/src/vite.ts generates. */
declare module 'virtual:words' {
  import type { Language } from '@inaam/contracts/common/language';
  import type { BundleName } from '@inaam/words/bundles';

  export const loaders: Record<Language, Record<BundleName, () => Promise<{ default: object }>>>;
}
