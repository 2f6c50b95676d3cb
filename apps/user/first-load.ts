import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Kilobytes of 1000 bytes, gzip: the stricter reading of the budget. */
const KB = 1000;

export interface Budget {
  /** What a person opens, for the message. */
  path: string;
  /** The modules that this address loads beside the entry, by the end of their name. */
  routes: string[];
  /** JavaScript on first load, gzip, in KB. */
  limit: number;
}

/**
 * Fails a build whose first load of an address, with everything that it imports, is above its budget. Writes down in
 * `preload.json` what each address needs beside the entry, for the server to announce with the document.
 */
export const firstLoad = (budgets: Budget[]): Plugin => ({
  name: 'first-load',
  apply: 'build',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
    const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
    const sizes = new Map(chunks.map((chunk) => [chunk.fileName, gzipSync(chunk.code, { level: 6 }).length]));
    const preload: Record<string, string[]> = {};
    for (const { path, routes, limit } of budgets) {
      const needed = new Set<string>();
      const need = (fileName: string) => {
        if (needed.has(fileName)) return;
        needed.add(fileName);
        for (const imported of byName.get(fileName)?.imports ?? []) need(imported);
      };
      for (const chunk of chunks) if (chunk.isEntry) need(chunk.fileName);
      // The document names these itself.
      const named = new Set(needed);
      for (const route of routes) {
        const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(route));
        if (!chunk) this.error(`${path}: no chunk for ${route}`);
        need(chunk.fileName);
      }
      preload[path] = [...needed].filter((fileName) => !named.has(fileName)).map((fileName) => `/${fileName}`);
      const total = [...needed].reduce((sum, fileName) => sum + (sizes.get(fileName) ?? 0), 0) / KB;
      if (total > limit) this.error(`First load of ${path}: ${total.toFixed(1)} KB of JavaScript, budget ${limit} KB`);
      this.info(`First load of ${path}: ${total.toFixed(1)} KB of JavaScript, budget ${limit} KB`);
    }
    this.emitFile({ type: 'asset', fileName: 'preload.json', source: JSON.stringify(preload) });
  },
});
