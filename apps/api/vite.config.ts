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

/** What operators run beside the server, where there is no npm: in a container and under systemd. */
const PROGRAMS = ['migrate', 'create-admin', 'verify-audit', 'verify-draws', 'verify-ledger'];

const inputs = {
  // The server, and the file of the threads that hash, which it looks for beside itself.
  server: { server: 'src/server.ts', 'hash-thread': '../../packages/core/src/people/passwords/hash-thread.ts' },
  programs: Object.fromEntries(PROGRAMS.map((name) => [name, `src/${name}.ts`])),
};

/** Built after the server with `--mode programs`: those share files among themselves, and the server is one file. */
export default defineConfig(({ mode }) => ({
  build: {
    ssr: true,
    emptyOutDir: mode !== 'programs',
    rolldownOptions: {
      input: mode === 'programs' ? inputs.programs : inputs.server,
      // Beside the programs: paths from a bundle begin at its folder.
      ...(mode === 'programs' && { output: { chunkFileNames: 'shared-[hash].js' } }),
    },
    target: 'node24',
    sourcemap: true,
  },
  ssr: { noExternal: [/^@inaam\//, ...TAKEN_IN], external: installed },
}));
