/// <reference types="node" />
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const api = `http://localhost:${process.env.API_PORT ?? 3000}`;

export default defineConfig({
  plugins: [react(), tailwindcss()],
  server: {
    // The browser's Origin is the development server's; the api compares it with its own, so it is told what it expects.
    proxy: Object.fromEntries(
      ['/trpc', '/api'].map((path) => [path, { target: api, changeOrigin: true, headers: { origin: api } }]),
    ),
  },
  build: { sourcemap: true },
});
