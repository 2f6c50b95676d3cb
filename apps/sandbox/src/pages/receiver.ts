import { relativeTime } from '@inaam/contracts/common/time';
import { type Html, html } from '../html.ts';
import type { Received } from '../receiver.ts';
import type { Settings } from '../settings.ts';
import { page } from './layout.ts';

const getByline = (settings: Settings): string => `Receiver of ${settings.brandName}`;

export const boxesPage = (settings: Settings, names: readonly string[]): string =>
  page({
    title: 'Receiver',
    by: getByline(settings),
    content: html`<h1>Receiver</h1>
<p>It simulates a service that receives events, and the tracker of a traffic source.</p>
<p class="notice">Add an endpoint in the back-office with the URL <code>${settings.origin}/hooks/orders</code>, or
with another name at its end.</p>
${
  names.length === 0
    ? html`<p>No calls yet.</p>`
    : html`<ul class="mails">${names.map(
        (name) => html`<li><a href="/hooks/${name}"><span
class="subject">${name}</span></a></li>`,
      )}</ul>`
}`,
  });

export const boxPage = (
  settings: Settings,
  {
    box,
    status,
    hasSecret,
    received,
  }: { box: string; status: number; hasSecret: boolean; received: readonly Received[] },
): string =>
  page({
    title: `Receiver: ${box}`,
    by: getByline(settings),
    content: html`<p><a href="/hooks">All boxes</a></p>
<h1>${box}</h1>
<p>Replies with ${status}. ${hasSecret ? 'Signatures are checked.' : 'No secret is set: signatures are not checked.'}</p>
<form method="post" action="/hooks/${box}/settings" class="fields">
<label>Secret <input name="secret" maxlength="200" autocomplete="off" placeholder="whsec_…"></label>
<label>Reply with status <input name="status" inputmode="numeric" maxlength="3" value="${status}"></label>
<button>Save</button>
</form>
<h2>Calls</h2>
${
  received.length === 0
    ? html`<p class="notice">No calls yet. Send a test event, then reload this page.</p>`
    : html`<ul class="mails">${received.slice(0, 100).map(line)}</ul>`
}`,
  });

const line = (call: Received): Html => html`<li class="notice ${call.status < 300 ? 'good' : 'bad'}">
<p><strong>${call.id || 'A call without an id'}</strong></p>
<p>${call.method} · ${signature(call)}${call.repeat ? ' · a repeat' : ''} · replied ${call.status} ·
<time datetime="${call.at}">${relativeTime(call.at, new Date())}</time></p>
<details><summary>Content</summary><pre>${call.body || JSON.stringify(call.query, null, 2)}</pre></details>
</li>`;

const signature = ({ verified, method }: Received): string => {
  if (method === 'GET') return 'not signed';
  if (verified === null) return 'signature not checked';
  return verified ? 'valid signature' : 'invalid signature';
};
