import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Serves the component catalogue in development. It is never built or shipped. */
export default defineConfig({ plugins: [react(), tailwindcss()], clearScreen: false });
