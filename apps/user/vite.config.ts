/// <reference types="node" />

import { fileURLToPath } from 'node:url';
import { words } from '@inaam/words/vite';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { firstLoad } from './first-load.ts';
import { inlineIcon } from './inline-icon.ts';
import { installable } from './installable.ts';
import { precompressed } from './precompressed.ts';

/** Modules that every screen needs. */
const EVERYWHERE = [
  'react/',
  'react-dom',
  'scheduler',
  '@trpc/client',
  '@trpc/server',
  '@tanstack/react-router',
  '@tanstack/router-core',
  '@tanstack/history',
  '@tanstack/store',
  '@tanstack/react-store',
]
  .map((name) => `/node_modules/${name}`)
  .concat([
    '/app/after-first-screen.',
    '/app/app.',
    '/app/create-icon.',
    '/app/install.',
    '/app/loading-screen',
    '/app/router.',
    '/app/screen-error.',
    '/app/site',
    '/app/client.',
    '/app/errors.',
    '/app/route-queries.',
    '/app/search.',
    '/app/signed-out-only.',
    '/app/session/return-path.',
    '/app/session/session-storage.',
    '/app/session/sandbox-provider.',
    '/src/words/words.',
    '/src/words/rich.',
    '/ui/src/jsx/',
    '/ui/src/theme.',
    '/ui/src/words.',
    '/common/language.',
    '/common/paths.',
    '/common/email-paths.',
    '/ui/src/button',
    '/ui/src/banner',
    '/ui/src/cx.',
    '/ui/src/field',
    // Small parts of the sign-in screens. In one chunk they compress to half of their separate sizes.
    '/ui/src/password-field',
    '/ui/src/return-path',
    '/routes/login.',
    '/features/identity/browser-hint.',
    '/features/identity/front-page',
    '/features/identity/login-screen',
    '/features/identity/google-button',
    '/features/identity/provider-failure',
    '/features/identity/lazy-suspended-panel',
  ]);

/** Modules that the signed-in screens share. */
const SIGNED_IN = [
  ...['@tanstack/query-core', '@tanstack/react-query', '@trpc/react-query'].map((name) => `/node_modules/${name}`),
  ...['badge', 'card', 'copy-button', 'crash-boundary', 'empty-state', 'select', 'skeleton', 'stat', 'status-dot'].map(
    (name) => `/ui/src/${name}.`,
  ),
  // Small parts of several screens. The headers of a separate request are several times as large as such a part.
  ...[
    'check',
    'chevron-down',
    'circle-question-mark',
    'external-link',
    'log-out',
    'shield-exclamation-point',
    'ticket',
    'wifi-off',
  ].map((name) => `/lucide-react/dist/esm/icons/${name}.`),
  ...[
    'app/data',
    'app/category-name',
    'app/drawing',
    'app/first-notices',
    'app/format-usual-time',
    'app/later',
    'app/offer-texts',
    'app/online',
    'app/suspension-appeal',
    'features/account/verify-place',
    'features/offers/last-known',
    'features/offers/list-steps',
    'features/offers/parts/offer-state',
    'features/offers/reward-help',
    'words/dates',
  ].map((name) => `/user/src/${name}.`),
  ...['common/format', 'common/time', 'offers/odds', 'spins/reward-type'].map((name) => `/contracts/src/${name}.`),
  '/node_modules/@messageformat/runtime/',
];

/** Modules of the offers screen and of every signed-in screen that load together, right after the first screen. */
const AFTER_FIRST_SCREEN = [
  ...['bell', 'chevron-right', 'clock', 'share-2', 'undo-2'].map((name) => `/lucide-react/dist/esm/icons/${name}.`),
  ...[
    'app/confirming-note',
    'app/push',
    'features/account/account-notice',
    'features/account/parts/verify-form',
    'features/messages/bell',
    'features/offers/offer-details',
    'features/offers/offer-notes',
    'features/offers/support-mail',
    ...['expiry', 'shop-link', 'use-mark-used', 'voucher-actions', 'voucher-notices'].map(
      (name) => `features/vouchers/parts/${name}`,
    ),
  ].map((name) => `/user/src/${name}.`),
];

/** Tiny parts of several later screens. Each separate chunk would cost a name in the entry and a request. */
const LATER = [
  ...['arrow-left', 'key-round', 'mail-check', 'monitor', 'smartphone'].map(
    (name) => `/lucide-react/dist/esm/icons/${name}.`,
  ),
  '/app/field-errors.',
  '/features/account/account-section.',
];
const includesAny = (parts: string[]) => (id: string) => parts.some((part) => id.includes(part));

export default defineConfig({
  plugins: [
    words(),
    react(),
    tailwindcss(),
    inlineIcon(),
    VitePWA(installable),
    precompressed(),
    firstLoad([
      { path: '/login', routes: [], words: ['front'], limit: 110 },
      {
        path: '/',
        routes: ['/routes/signed-in.tsx', '/routes/offers.tsx'],
        words: ['front', 'offers'],
        limit: 150,
        // The session check (auth.tsx) and the list (route-queries.ts); a journey asserts that each is requested once.
        calls: ['user.identity.me,user.site', 'user.offers.list'].map(
          (procedures) => `/trpc/${procedures}?batch=1&input=%7B%7D`,
        ),
      },
    ]),
  ],
  resolve: {
    alias: [
      // React 18 and later include this shim's code.
      {
        find: 'use-sync-external-store/shim/with-selector',
        replacement: 'use-sync-external-store/with-selector',
      },
      // Each of lucide's icons imports this module. The replacement has a tenth of its size.
      {
        find: '../createLucideIcon.mjs',
        replacement: fileURLToPath(new URL('src/app/create-icon.ts', import.meta.url)),
      },
    ],
  },
  build: {
    // Scripts do not name their source maps, and the server never serves them (apps/api/src/plugins/pages.ts).
    sourcemap: 'hidden',
    // The polyfill helps only Safari before 17, which is slower without it but works.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      treeshake: {
        // The packages do not declare that they have no side effects. Without this, unused parts of tRPC (sockets,
        // streams) are bundled.
        propertyReadSideEffects: false,
        moduleSideEffects: [{ test: /\/@trpc\/(client|server)\//, sideEffects: false }],
      },
      output: {
        // The modules that every screen needs are one chunk, which compresses better and costs one request on a slow
        // network.
        codeSplitting: {
          groups: [
            { name: 'base', test: includesAny(EVERYWHERE), priority: 1 },
            { name: 'signed-in', test: includesAny(SIGNED_IN) },
            { name: 'after-first-screen', test: includesAny(AFTER_FIRST_SCREEN) },
            { name: 'later', test: includesAny(LATER) },
          ],
        },
      },
    },
  },
});
