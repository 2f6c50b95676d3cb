import { escapeHtml } from '@inaam/contracts/common/html';
import { languages } from '@inaam/contracts/common/language';
import type { Block, MailContent } from './blocks.ts';
import type { MailLocale } from './mail-locale.ts';

/** Values for the layout around the content of every mail. */
export interface MailLayout {
  speech: MailLocale;
  brandName: string;
  appOrigin: string;
  supportEmail: string;
  /** undefined if users cannot opt out of this kind of mail. */
  unsubscribeUrl: string | undefined;
}

/** Renders the text part. */
export function renderText({ title, blocks }: MailContent, frame: MailLayout): string {
  const parts = [title, ...blocks.map(renderBlockAsText), '--', ...renderFooter(frame)];
  return `${parts.join('\n\n')}\n`;
}

function renderBlockAsText(block: Block): string {
  switch (block.kind) {
    case 'button':
      return `${block.label}:\n${block.url}`;
    case 'code':
      return block.code;
    case 'facts':
      return block.facts.map(([name, value]) => `${name}: ${value}`).join('\n');
    case 'note':
    case 'paragraph':
      return block.text;
  }
}

const renderFooter = ({
  brandName,
  appOrigin,
  supportEmail,
  unsubscribeUrl,
  speech: { words },
}: MailLayout): string[] => [
  `${brandName} · ${appOrigin}\n${words.questions} ${supportEmail}`,
  ...(unsubscribeUrl ? [`${words.stop}: ${unsubscribeUrl}`] : []),
];

/**
 * Renders the HTML part. Styles are inline, because mail clients drop style sheets. The style sheet contains only dark
 * mode, which is optional. The layout uses tables, because Outlook supports nothing else (https://www.caniemail.com).
 * Colours match packages/ui/src/theme.css.
 */
export function renderHtml({ subject, preview, title, blocks }: MailContent, frame: MailLayout): string {
  const body = blocks.map(renderBlockAsHtml).join('\n');
  const brand = escapeHtml(frame.brandName);
  return `<!doctype html>
<html lang="${languages[frame.speech.language].locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
a { color: #3a31a6; }
@media (prefers-color-scheme: dark) {
  .page { background: #0f0e1d !important; }
  .card { background: #191830 !important; border-color: #34315a !important; }
  .text, .title { color: #f2f1fb !important; }
  .quiet, .name { color: #b3b0d0 !important; }
  .code { background: #0f0e1d !important; color: #f2f1fb !important; border-color: #34315a !important; }
  .line { border-color: #34315a !important; }
  a { color: #aeaaff; }
  .button { background: #aeaaff !important; color: #15123d !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f7f6fb;">
<div style="display:none;max-height:0;overflow:hidden;opacity:0">${escapeHtml(preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="page" style="background:#f7f6fb">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;${FONT}">
<tr><td class="title" style="padding:0 4px 16px;font-size:17px;font-weight:700;color:#1a1733">${brand}</td></tr>
<tr><td class="card" style="padding:28px 24px;background:#ffffff;border:1px solid #e3e0f0;border-radius:14px">
<h1 class="title" style="margin:0 0 16px;font-size:22px;line-height:1.3;color:#1a1733">${escapeHtml(title)}</h1>
${body}
</td></tr>
<tr><td class="quiet" style="padding:16px 4px;font-size:13px;line-height:1.6;color:#5b5776">
${brand} · <a href="${escapeHtml(frame.appOrigin)}/">${escapeHtml(new URL(frame.appOrigin).host)}</a><br>
${escapeHtml(frame.speech.words.questions)} <a href="mailto:${escapeHtml(frame.supportEmail)}">${escapeHtml(frame.supportEmail)}</a>
${frame.unsubscribeUrl ? `<br><a href="${escapeHtml(frame.unsubscribeUrl)}">${escapeHtml(frame.speech.words.stop)}</a>` : ''}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif;font-size:16px";

function renderBlockAsHtml(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return `<p class="text" style="margin:0 0 16px;line-height:1.55;color:#1a1733">${escapeHtml(block.text)}</p>`;
    case 'button':
      return (
        `<p style="margin:20px 0"><a class="button" href="${escapeHtml(block.url)}" style="display:inline-block;` +
        'padding:13px 22px;border-radius:10px;background:#3a31a6;color:#ffffff;font-weight:600;text-decoration:none">' +
        `${escapeHtml(block.label)}</a></p>`
      );
    case 'code':
      return (
        '<p class="code" style="margin:20px 0;padding:14px 12px;border:1px solid #e3e0f0;border-radius:10px;' +
        'background:#f7f6fb;color:#1a1733;font-size:28px;font-weight:700;letter-spacing:0.3em;text-align:center">' +
        `${escapeHtml(block.code)}</p>`
      );
    case 'facts':
      return (
        '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px">' +
        block.facts.map(([name, value]) => factRow(name, value)).join('') +
        '</table>'
      );
    case 'note':
      return (
        '<p class="quiet" style="margin:16px 0 0;font-size:14px;line-height:1.5;color:#5b5776">' +
        `${escapeHtml(block.text)}</p>`
      );
  }
}

const factRow = (name: string, value: string): string =>
  '<tr><td class="name line" valign="top" style="padding:7px 12px 7px 0;border-bottom:1px solid #e3e0f0;' +
  `color:#5b5776;font-size:14px;white-space:nowrap">${escapeHtml(name)}</td>` +
  '<td class="text line" valign="top" align="right" style="padding:7px 0;border-bottom:1px solid #e3e0f0;' +
  `color:#1a1733;font-weight:600;word-break:break-word">${escapeHtml(value)}</td></tr>`;
