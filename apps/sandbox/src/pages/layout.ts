import { type Html, html } from '../html.ts';
import type { Settings } from '../settings.ts';

/** Renders a page: a label, a card, and no scripts. */
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
<p>This page is for tests and demos. Nothing here is real: no partner, no money, no account.</p>
</footer>
</body>
</html>
`.text;
}

export const errorPage = (settings: Settings, message: string): string =>
  page({
    title: 'Something went wrong',
    by: settings.networkName,
    content: html`<h1>Something went wrong</h1>
<p class="notice bad" role="alert">${message}</p>
<p><a href="${settings.appOrigin}/">Back to ${settings.brandName}</a></p>`,
  });
