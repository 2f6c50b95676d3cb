import { defineConfig } from 'vite';
import manifest from './package.json' with { type: 'json' };

/**
 * One file of our own code; what comes from the registry stays where it is installed. The bundle imports from this
 * folder, so this package declares what the workspace packages inside it need at run time.
 */
const installed = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }).filter(
  (name) => !name.startsWith('@inaam/'),
);

export default defineConfig({
  build: { ssr: 'src/server.ts', target: 'node24', sourcemap: true },
  ssr: { noExternal: [/^@inaam\//], external: installed },
});
