import { gzipSync } from 'node:zlib';
import { languageNames } from '@inaam/contracts/common/language';
import type { Plugin } from 'vite';

/** Kilobytes of 1000 bytes, gzip: the stricter reading of the budget. */
const KB = 1000;

export interface Budget {
  /** What a person opens, for the message. */
  path: string;
  /** The modules that this address loads beside the entry, by the end of their name. */
  routes: string[];
  /** The bundles of words that it needs before it shows anything. */
  words: string[];
  /** JavaScript on first load, gzip, in KB. */
  limit: number;
  /** What its screen asks the server first, as the browser asks it: it is on its way before a script runs. */
  calls?: string[];
}

/**
 * Fails a build whose first load of an address, with everything that it imports and the words of one language, is above
 * its budget, in any language. Writes down in `preload.json` what each address needs beside the entry, by language, and
 * what it asks first, for the server to announce with the document.
 */
export const firstLoad = (budgets: Budget[]): Plugin => ({
  name: 'first-load',
  apply: 'build',
  generateBundle(_, files) {
    const chunks = Object.values(files).filter((file) => file.type === 'chunk');
    const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
    const sizes = new Map(chunks.map((chunk) => [chunk.fileName, gzipSync(chunk.code, { level: 6 }).length]));
    // The document's own.
    const styles = Object.keys(files)
      .filter((name) => /^assets\/base-.*\.css$/.test(name))
      .map((name) => `/${name}`);
    const preload: Record<string, Record<string, string[]>> = {};
    for (const { path, routes, words, limit, calls = [] } of budgets) {
      const needed = new Set<string>();
      const need = (fileName: string) => {
        if (needed.has(fileName)) return;
        needed.add(fileName);
        for (const imported of byName.get(fileName)?.imports ?? []) need(imported);
      };
      const chunkOf = (module: string) => {
        const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module));
        if (!chunk) this.error(`${path}: no chunk for ${module}`);
        return chunk.fileName;
      };
      for (const chunk of chunks) if (chunk.isEntry) need(chunk.fileName);
      for (const route of routes) need(chunkOf(route));
      const code = [...needed];
      preload[path] = {};
      for (const language of languageNames) {
        needed.clear();
        for (const fileName of code) need(fileName);
        for (const bundle of words) need(chunkOf(`words/${language}/${bundle}`));
        // Without HTTP/2 a browser asks for six at a time, in this order: the calls, which are small and wait for the
        // database meanwhile; the styles, without which nothing is painted; then what takes longest, the entry's
        // scripts among it, which the document itself names too late.
        const size = (name: string) => sizes.get(name) ?? 0;
        const scripts = [...needed].sort((a, b) => size(b) - size(a)).map((name) => `/${name}`);
        preload[path][language] = [...calls, ...styles, ...scripts];
        const total = [...needed].reduce((sum, fileName) => sum + (sizes.get(fileName) ?? 0), 0) / KB;
        const said = `First load of ${path} (${language}): ${total.toFixed(1)} KB of JavaScript, budget ${limit} KB`;
        if (total > limit) this.error(said);
        this.info(said);
      }
    }
    this.emitFile({ type: 'asset', fileName: 'preload.json', source: JSON.stringify(preload) });
  },
});
