import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** All words of a language are one file; each screen loads only the sections that it uses. */
const IMPORT = /^import \{([^}]*)\} from '([^']*\/words\/en\.ts)';$/gm;

/**
 * In a build, splits a file of words by its exports: a module for each section, so that no screen's first load carries
 * the words of all others.
 */
export const wordsBySection = (): Plugin => ({
  name: 'words-by-section',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (!/\.tsx?$/.test(id) || !code.includes('/words/en.ts')) return undefined;
    const split = code.replaceAll(IMPORT, (_, names: string, from: string) =>
      names
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean)
        .map((name) => `import { ${name} } from '${from}?section=${name.split(' as ')[0]}';`)
        .join(' '),
    );
    if (split.includes("/words/en.ts'"))
      this.error(`${id}: words are imported as import { section } from '…/words/en.ts'`);
    return { code: split, map: null };
  },
  async load(id) {
    const [file = '', section] = id.split('?section=');
    if (section === undefined || !file.endsWith('/words/en.ts')) return undefined;
    this.addWatchFile(file);
    const words = (await import(file.startsWith('/') ? file : fileURLToPath(file))) as Record<string, unknown>;
    if (!(section in words)) this.error(`words have no section ${section}`);
    return { code: `export const ${section} = ${JSON.stringify(words[section])};`, moduleType: 'js', map: null };
  },
});
