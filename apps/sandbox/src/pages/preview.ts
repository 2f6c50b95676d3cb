import { html } from '../html.ts';
import type { Settings } from '../settings.ts';
import { page } from './layout.ts';

/** What the partner shows of an offer before anybody starts it. */
export const previewPage = (
  settings: Settings,
  { title, words, picture }: { title: string; words: string; picture: string },
): string =>
  page({
    title: `${title} · ${settings.networkName}`,
    by: settings.networkName,
    content: html`<h1>${title}</h1>
<p><img src="/pictures/${picture}.png" alt="" width="640" height="360"></p>
<p>${words}</p>
<p class="hint">A look at it, and no start: go back to <a href="${settings.appOrigin}/">${settings.brandName}</a> and
press Start Offer, so that your spin is counted.</p>`,
  });
