import { type Html, html } from '../html.ts';
import type { Settings } from '../settings.ts';

/** A whole page, as text: the label that says what this is, a card, and nothing that runs in the browser. */
export function page({ title, by, content }: { title: string; by: string; content: Html }): string {
  return html`<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header>
<p class="by">${by}</p>
<p class="label">Sandbox</p>
</header>
<main>
${content}
</main>
<footer>
<p>This page is a stand-in for trying things out. Nothing here is real: no partner, no money, no account.</p>
</footer>
</body>
</html>
`.text;
}

/** What a person reads when the page cannot be shown. */
export const errorPage = (settings: Settings, message: string): string =>
  page({
    title: 'Something is not right',
    by: settings.networkName,
    content: html`<h1>Something is not right</h1>
<p class="notice bad" role="alert">${message}</p>
<p><a href="${settings.appOrigin}/">Back to ${settings.brandName}</a></p>`,
  });
