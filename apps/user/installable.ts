import type { VitePWAOptions } from 'vite-plugin-pwa';

/** What only the server may answer: never kept, and never answered with the app's document. */
const SERVER_PATHS = [/^\/(api|trpc|postback)(\/|\?|$)/, /^\/(healthz|readyz|startupz)(\/|\?|$)/];

/**
 * The app on a home screen. The worker keeps the app's own files (document, scripts, styles, icons) and nothing else:
 * there is no runtime caching at all, so no answer of the server and no voucher code can come to lie in its caches. A
 * new version waits until the person asks for it (src/app/new-version.ts).
 */
export const installable: Partial<VitePWAOptions> = {
  strategies: 'generateSW',
  registerType: 'prompt',
  injectRegister: null,
  // public/manifest.webmanifest: the server puts the installation's own brand into it, so no copy of it is kept either.
  manifest: false,
  workbox: {
    globPatterns: ['index.html', 'assets/*.{js,css}', '{icon,google}.svg'],
    // Google's library is fetched by those who press its button; the rest of the app works offline without it.
    globIgnores: ['assets/firebase-provider-*.js'],
    // Names carry a hash of the content.
    dontCacheBustURLsMatching: /^assets\//,
    navigateFallback: '/index.html',
    navigateFallbackDenylist: SERVER_PATHS,
    runtimeCaching: [],
    cleanupOutdatedCaches: true,
    clientsClaim: false,
    skipWaiting: false,
    inlineWorkboxRuntime: true,
    // public/push-worker.js
    importScripts: ['push-worker.js'],
    sourcemap: false,
  },
};
