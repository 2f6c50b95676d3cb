import { languageNames } from '@inaam/contracts/common/language';
import type { Plugin } from 'vite';
import { bundles } from './bundles.ts';
import { compileSections } from './compile.ts';

/** The import of the words: see apps/user/src/words/words.ts. */
const INDEX = 'virtual:words';
const names = Object.keys(bundles) as (keyof typeof bundles)[];

/**
 * Serves each language's words as modules, one file per bundle, loaded when a screen needs it. They are compiled at
 * build, so that a phone needs no parser.
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
  // A virtual module has no source map, but the bundle check (infra/tools/checks/scan-bundle.ts) needs one for each
  // file.
  generateBundle(_options, output) {
    for (const chunk of Object.values(output)) {
      if (chunk.type !== 'chunk' || chunk.map || !chunk.moduleIds.every((id) => id.startsWith('\0words/'))) continue;
      const sources = chunk.moduleIds.map((id) => id.slice(1));
      const source = JSON.stringify({ version: 3, file: chunk.fileName, sources, names: [], mappings: '' });
      this.emitFile({ type: 'asset', fileName: `${chunk.fileName}.map`, source });
    }
  },
});
