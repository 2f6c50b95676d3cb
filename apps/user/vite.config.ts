/// <reference types="node" />
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { firstLoad } from './first-load.ts';

/** What every screen needs. */
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
  'lucide-react/dist/esm/Icon',
  'lucide-react/dist/esm/context',
  'lucide-react/dist/esm/createLucideIcon',
]
  .map((name) => `/node_modules/${name}`)
  .concat(['/app/loading-screen', '/app/site', '/ui/src/button', '/ui/src/banner']);

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    firstLoad([
      { path: '/login', routes: ['/routes/login.tsx'], limit: 110 },
      { path: '/', routes: ['/routes/signed-in.tsx', '/routes/offers.tsx'], limit: 150 },
    ]),
  ],
  build: {
    sourcemap: true,
    rolldownOptions: {
      output: {
        // One chunk for what every screen needs: it compresses better than several, and is one request on a slow network.
        codeSplitting: { groups: [{ name: 'base', test: (id) => EVERYWHERE.some((part) => id.includes(part)) }] },
      },
    },
  },
});
