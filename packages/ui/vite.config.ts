import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/**
 * Serves the catalogue of components in development. There is no build of it: nothing of it reaches a product bundle.
 */
export default defineConfig({ plugins: [react(), tailwindcss()], clearScreen: false });
