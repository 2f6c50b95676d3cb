import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react(), tailwindcss()],
  // The check of the bundles reads from the maps which modules are in them.
  build: { manifest: true, sourcemap: true },
});
