import { defineConfig } from 'vite';
import manifest from './package.json' with { type: 'json' };

/**
 * Registry packages that become part of the bundle, without the code that we do not use. Loading their hundreds of
 * files one by one took half of the time of a start: 0.8 s and 140 MB for drizzle-orm.
 */
const BUNDLED_PACKAGES = ['drizzle-orm', '@simplewebauthn/server'];

/**
 * Our own code is one file; other registry packages stay where they are installed. The bundle imports from this folder,
 * so this package declares the runtime dependencies of the bundled workspace packages.
 */
const external = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }).filter(
  (name) => !name.startsWith('@inaam/') && !BUNDLED_PACKAGES.includes(name),
);

/** Programs that operators run without npm, in a container or under systemd. */
const PROGRAMS = ['migrate', 'create-admin', 'pause', 'verify-audit', 'verify-draws', 'verify-ledger'];

const inputs = {
  // The server, and the file of the hashing threads, which the server loads from its own folder.
  server: { server: 'src/main.ts', 'hash-thread': '../../packages/core/src/people/passwords/hash-thread.ts' },
  programs: Object.fromEntries(PROGRAMS.map((name) => [name, `src/${name}.ts`])),
};

/** `--mode programs` builds the programs, after the server. The programs share files only with each other. */
export default defineConfig(({ mode }) => ({
  build: {
    ssr: true,
    emptyOutDir: mode !== 'programs',
    rolldownOptions: {
      input: mode === 'programs' ? inputs.programs : inputs.server,
      // In the entries' folder, because paths in a bundle are relative to it.
      output: { chunkFileNames: '[name]-[hash].js' },
    },
    target: 'node24',
    sourcemap: true,
  },
  ssr: { noExternal: [/^@inaam\//, ...BUNDLED_PACKAGES], external },
}));
