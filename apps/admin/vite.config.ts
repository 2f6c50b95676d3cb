import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/**
 * Stops Zod from testing whether it may create functions from text. Documents that require Trusted Types block and
 * report that test (infra/docs/decisions/0028-documents-pages-and-trusted-types.md). The added line sets Zod's own
 * switch before the first schema is created.
 */
const withoutEval: Plugin = {
  name: 'without-eval',
  transform(code, id) {
    if (!/[/\\]zod[/\\]v4[/\\]core[/\\]core\.js$/.test(id)) return undefined;
    return { code: `${code}\nglobalConfig.jitless = true;\n`, map: null };
  },
};

/** A module that at least this many chunks need moves to a chunk for all screens. */
const SHARED_BY = 4;

export default defineConfig({
  plugins: [withoutEval, react(), tailwindcss()],
  // The bundle check reads each bundle's modules from its source map. Maps are not named in the scripts, and never
  // served: apps/api/src/plugins/pages.ts.
  build: {
    manifest: true,
    sourcemap: 'hidden',
    rolldownOptions: {
      output: {
        // Without groups, code that screens share becomes a chunk for each set of screens: 46 requests for the
        // dashboard instead of nine. Packages change more rarely than our own code, so browsers keep them for longer.
        codeSplitting: {
          groups: [
            { name: 'packages', test: /\/node_modules\//, minShareCount: SHARED_BY },
            { name: 'shared', minShareCount: SHARED_BY },
          ],
        },
      },
    },
  },
});
