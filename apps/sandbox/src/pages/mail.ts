import { relativeTime } from '@inaam/contracts/common/time';
import type { Mail } from '@inaam/mailbox/mailbox';
import { type Html, html } from '../html.ts';
import type { Settings } from '../settings.ts';
import { page } from './layout.ts';

const getByline = (settings: Settings): string => `Mailbox of ${settings.brandName}`;

/** The sent mails, newest first. */
export const mailListPage = (
  settings: Settings,
  { mails, to }: { mails: readonly Mail[]; to: string | undefined },
): string =>
  page({
    title: 'Mailbox',
    by: getByline(settings),
    content: html`<h1>Mailbox</h1>
<p>Every mail from ${settings.brandName} arrives here. Nothing reaches a real address.</p>
<form method="get" action="/mail" class="fields search">
<label>Sent to <input type="email" name="to" maxlength="254" autocomplete="off" value="${to ?? ''}"></label>
<button>Show</button>
</form>
${
  mails.length === 0
    ? html`<p class="notice">${to ? html`No mail to ${to} yet.` : html`No mail yet.`} Reload this page in a moment.</p>`
    : html`<ul class="mails">${mails.slice(0, 200).map(line)}</ul>`
}`,
  });

const line = (mail: Mail): Html => html`<li><a href="/mail/${encodeURIComponent(mail.messageId)}">
<span class="subject">${mail.subject}</span>
<span class="mail"><span>${mail.to}</span><time datetime="${mail.at}">${relativeTime(mail.at, new Date())}</time></span>
</a></li>`;

/** One mail with its two parts. */
export const mailPage = (settings: Settings, mail: Mail): string =>
  page({
    title: mail.subject,
    by: getByline(settings),
    content: html`<p><a href="/mail?to=${encodeURIComponent(mail.to)}">All mail to ${mail.to}</a></p>
<h1>${mail.subject}</h1>
<dl class="small">
<div><dt>From</dt><dd>${mail.from}</dd></div>
<div><dt>To</dt><dd>${mail.to}</dd></div>
<div><dt>Message-ID</dt><dd><code>${mail.messageId}</code></dd></div>
</dl>
<iframe src="/mail/${encodeURIComponent(mail.messageId)}/html" title="Preview of the mail"></iframe>
<details><summary>Text version</summary><pre>${mail.text}</pre></details>`,
  });
