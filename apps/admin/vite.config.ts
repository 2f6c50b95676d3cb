import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/**
 * Keeps Zod from trying whether it may make functions of text, which documents that require Trusted Types stop and
 * report (infra/docs/decisions/0028-documents-pages-and-trusted-types.md). Its own switch, set before the first schema.
 */
const withoutEval: Plugin = {
  name: 'without-eval',
  transform(code, id) {
    if (!/[/\\]zod[/\\]v4[/\\]core[/\\]core\.js$/.test(id)) return undefined;
    return { code: `${code}\nglobalConfig.jitless = true;\n`, map: null };
  },
};

export default defineConfig({
  plugins: [withoutEval, react(), tailwindcss()],
  // The check of the bundles reads from the maps which modules are in them.
  build: { manifest: true, sourcemap: true },
});
