/** Made by packages/words/src/vite.ts. */
declare module 'virtual:words' {
  export const loaders: Record<
    import('@inaam/contracts/common/language').Language,
    Record<import('@inaam/words/bundles').BundleName, () => Promise<{ default: object }>>
  >;
}
