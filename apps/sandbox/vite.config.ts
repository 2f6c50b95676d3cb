import { defineConfig } from 'vite';

export default defineConfig({
  build: { ssr: 'src/server.ts', target: 'node24', sourcemap: true },
  // Workspace packages are TypeScript sources, which Node does not run from a bundle.
  ssr: { noExternal: [/^@inaam\//] },
});
