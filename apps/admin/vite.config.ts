import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where the admin host listens in development. */
const api = `http://localhost:${process.env.API_PORT ?? '3001'}`;

export default defineConfig({
  plugins: [react(), tailwindcss()],
  server: { proxy: { '/trpc': api, '/api': api } },
  // The check of the bundles reads from the maps which modules are in them.
  build: { manifest: true, sourcemap: true },
});
