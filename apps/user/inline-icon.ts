import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const PLACE = '<!-- icon -->';

/**
 * Inlines the app's icon in place of `<!-- icon -->` for the loading screen, so that the first paint waits for no extra
 * file. The icon's own file stays the only source.
 */
export const inlineIcon = (): Plugin => ({
  name: 'inline-icon',
  transformIndexHtml(html) {
    if (!html.includes(PLACE)) throw new Error(`index.html has no place for the icon: ${PLACE}`);
    const icon = readFileSync(new URL('public/icon.svg', import.meta.url), 'utf8').trim();
    return html.replace(
      PLACE,
      icon.replace('<svg', '<svg aria-hidden="true" width="56" height="56" class="animate-pulse"'),
    );
  },
});
