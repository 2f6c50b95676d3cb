import { languageNames } from '@inaam/contracts/common/language';
import type { Plugin } from 'vite';
import { bundles } from './bundles.ts';
import { compileSections } from './compile.ts';

/** What `virtual:words` stands for: see apps/user/src/words/words.ts. */
const INDEX = 'virtual:words';
const names = Object.keys(bundles) as (keyof typeof bundles)[];

/**
 * The words of each language as modules, a file for each bundle of sections, fetched when a screen needs it. They are
 * compiled here: a phone gets texts and functions, and no parser.
 */
export const words = (): Plugin => ({
  name: 'words',
  resolveId: (id) => (id === INDEX || id.startsWith(`${INDEX}/`) ? `\0${id.replace(INDEX, 'words')}` : undefined),
  load(id) {
    if (!id.startsWith('\0words')) return undefined;
    const [, language, bundle] = id.split('/');
    const found = languageNames.find((name) => name === language);
    const sections = names.find((name) => name === bundle);
    if (found && sections) return { code: compileSections(found, bundles[sections]), moduleType: 'js' };
    const loaders = languageNames.map(
      (name) => `${name}: {${names.map((each) => `${each}: () => import('${INDEX}/${name}/${each}')`).join(', ')}}`,
    );
    return { code: `export const loaders = {${loaders.join(', ')}};`, moduleType: 'js' };
  },
  // A virtual module has no source map, and the look at the bundles (infra/tools/checks/scan-bundle.ts) asks each file
  // for one.
  generateBundle(_options, output) {
    for (const chunk of Object.values(output)) {
      if (chunk.type !== 'chunk' || chunk.map || !chunk.moduleIds.every((id) => id.startsWith('\0words/'))) continue;
      const sources = chunk.moduleIds.map((id) => id.slice(1));
      const source = JSON.stringify({ version: 3, file: chunk.fileName, sources, names: [], mappings: '' });
      this.emitFile({ type: 'asset', fileName: `${chunk.fileName}.map`, source });
    }
  },
});
