import { html } from '../html.ts';
import type { Settings } from '../settings.ts';
import { page } from './layout.ts';

/** The partner's preview of an offer before it is started. */
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
<p class="hint">This is only a preview: go back to <a href="${settings.appOrigin}/">${settings.brandName}</a> and
press Start Offer, so that your completion counts.</p>`,
  });
