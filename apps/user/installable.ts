import type { VitePWAOptions } from 'vite-plugin-pwa';

/**
 * Paths that only the server answers. The worker neither caches these paths nor answers them with the app's document.
 */
const SERVER_PATHS = [/^\/(api|trpc|postback)(\/|\?|$)/, /^\/(healthz|readyz|startupz|servingz)(\/|\?|$)/];

/**
 * The installable app. The worker caches the app's own files (document, scripts, styles, icons) and has no runtime
 * caching, so no server answer or voucher code can enter its caches. A new version waits until the person asks for it
 * (src/app/new-version.ts).
 */
export const installable: Partial<VitePWAOptions> = {
  strategies: 'generateSW',
  registerType: 'prompt',
  injectRegister: null,
  // The server writes this deployment's brand into public/manifest.webmanifest, so the worker does not cache it.
  manifest: false,
  workbox: {
    globPatterns: ['index.html', 'assets/*.{js,css}', '{icon,google}.svg'],
    // Google's library loads when the Google button is pressed. The rest of the app works offline without it.
    globIgnores: ['assets/firebase-provider-*.js'],
    // File names contain a content hash.
    dontCacheBustURLsMatching: /^assets\//,
    navigateFallback: '/index.html',
    navigateFallbackDenylist: SERVER_PATHS,
    runtimeCaching: [],
    cleanupOutdatedCaches: true,
    clientsClaim: false,
    skipWaiting: false,
    inlineWorkboxRuntime: true,
    // Receives pushes: public/push-worker.js.
    importScripts: ['push-worker.js'],
    sourcemap: false,
  },
};
