import { defineConfig } from 'vite';
import manifest from './package.json' with { type: 'json' };

/**
 * Packages of the registry that come along: of each a start would load hundreds of files and keep nearly all of what is
 * in them, while the bundle takes what we use. drizzle-orm: 0.8 s and 140 MB, half of a start.
 */
const TAKEN_IN = ['drizzle-orm', '@simplewebauthn/server'];

/**
 * One file of our own code; what else comes from the registry stays where it is installed. The bundle imports from this
 * folder, so this package declares what the workspace packages inside it need at run time.
 */
const installed = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }).filter(
  (name) => !name.startsWith('@inaam/') && !TAKEN_IN.includes(name),
);

export default defineConfig({
  build: {
    ssr: true,
    rolldownOptions: {
      // The server, and the file of the threads that hash, which it looks for beside itself.
      input: { server: 'src/server.ts', 'hash-thread': '../../packages/core/src/identity/hash-thread.ts' },
    },
    target: 'node24',
    sourcemap: true,
  },
  ssr: { noExternal: [/^@inaam\//, ...TAKEN_IN], external: installed },
});
