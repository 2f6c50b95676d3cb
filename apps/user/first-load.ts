import { gzipSync } from 'node:zlib';
import { languageNames } from '@inaam/contracts/common/language';
import type { Plugin } from 'vite';

/** A kilobyte of 1000 bytes, the stricter reading of the budget. */
const KB = 1000;

export interface Budget {
  /** The path of the opened URL, for the build's messages and `preload.json`. */
  path: string;
  /** Modules that this URL loads in addition to the entry, named by the ends of their file paths. */
  routes: string[];
  /** Bundles of texts that the URL needs before the first paint. */
  words: string[];
  /** Maximum size of the JavaScript of the first load, compressed with gzip, in KB. */
  limit: number;
  /** The first requests of the screen, as the browser sends them: they are preloaded before any script runs. */
  calls?: string[];
}

/**
 * Fails a build if the first load of a URL exceeds its budget in any language. The first load consists of all static
 * imports and the words of one language. Also writes `preload.json`, from which the server announces files with the
 * document: for each URL and language the scripts, styles and first calls.
 */
export const firstLoad = (budgets: Budget[]): Plugin => ({
  name: 'first-load',
  apply: 'build',
  generateBundle(_, files) {
    const chunks = Object.values(files).filter((file) => file.type === 'chunk');
    const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
    const sizes = new Map(chunks.map((chunk) => [chunk.fileName, gzipSync(chunk.code, { level: 6 }).length]));
    // The styles that the document itself links.
    const styles = Object.keys(files)
      .filter((name) => /^assets\/base-.*\.css$/.test(name))
      .map((name) => `/${name}`);
    const preload: Record<string, Record<string, string[]>> = {};
    for (const { path, routes, words, limit, calls = [] } of budgets) {
      const needed = new Set<string>();
      const addWithImports = (fileName: string) => {
        if (needed.has(fileName)) return;
        needed.add(fileName);
        for (const imported of byName.get(fileName)?.imports ?? []) addWithImports(imported);
      };
      const findChunk = (module: string) => {
        const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module));
        if (!chunk) this.error(`${path}: no chunk for ${module}`);
        return chunk.fileName;
      };
      for (const chunk of chunks) if (chunk.isEntry) addWithImports(chunk.fileName);
      for (const route of routes) addWithImports(findChunk(route));
      const code = [...needed];
      preload[path] = {};
      for (const language of languageNames) {
        needed.clear();
        for (const fileName of code) addWithImports(fileName);
        for (const bundle of words) addWithImports(findChunk(`words/${language}/${bundle}`));
        // Without HTTP/2 a browser loads six files at a time, in this order. Calls come first, because they are small
        // and wait for the database. Styles follow, because they block the first paint, and then scripts, the largest
        // first. The entry's scripts are included, because the document names them too late.
        const size = (name: string) => sizes.get(name) ?? 0;
        const scripts = [...needed].sort((a, b) => size(b) - size(a)).map((name) => `/${name}`);
        preload[path][language] = [...calls, ...styles, ...scripts];
        const total = [...needed].reduce((sum, fileName) => sum + (sizes.get(fileName) ?? 0), 0) / KB;
        const message = `First load of ${path} (${language}): ${total.toFixed(1)} KB of JavaScript, budget ${limit} KB`;
        if (total > limit) this.error(message);
        this.info(message);
      }
    }
    this.emitFile({ type: 'asset', fileName: 'preload.json', source: JSON.stringify(preload) });
  },
});
