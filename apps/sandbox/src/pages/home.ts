import { habitIds, habitTitles } from '@inaam/core/partners/dialects/dialects';
import { dialects } from '../dialects.ts';
import { html } from '../html.ts';
import type { Settings } from '../settings.ts';
import { page } from './layout.ts';

/** The start page: describes the sandbox and its API for scripts. */
export const indexPage = (settings: Settings): string =>
  page({
    title: 'Sandbox',
    by: settings.networkName,
    content: html`<h1>The sandbox of ${settings.brandName}</h1>
<p>It simulates a partner network, an identity provider and a mail server. People get here from <a
href="${settings.appOrigin}/">${settings.brandName}</a>: by starting an offer, or with Continue with Google.</p>
<p>It also receives the <a href="/mail">mail</a> that ${settings.brandName} sends, and <a href="/hooks">events</a> for
services and traffic sources.</p>
<p>To try out the set-up of another network, use its <a href="/partners">simulated dashboard</a>.</p>
<p>The network’s <a href="/statement.csv">statement of this month</a> lists the completed offers, and differs from the
app’s books in ten ways if seven offers or more were completed.</p>
<h2>For scripts</h2>
<dl class="calls">
<div><dt><code>POST /complete</code></dt><dd>Sends a signed postback for a <code>click_id</code> and returns the
reply of the app. Optional: <code>payout</code>, <code>transaction_id</code>, <code>status</code>.</dd></div>
<div><dt><code>POST /dialect</code></dt><dd>Sends a postback for a <code>click_id</code> like the network of a
<code>preset</code>, with its signature, and returns the postback and the reply of the app. Optional: <code>kind</code>
(approve, pending, reverse, ignore), <code>transaction_id</code>, <code>payout</code>, <code>goal_id</code>,
<code>slug</code>, <code>secret</code>, <code>send</code>: false only shows the postback.</dd></div>
<div><dt><code>POST /habits</code></dt><dd>Runs a scenario (<code>habit</code>) with a <code>click_id</code> in the
dialect of a <code>preset</code>, and returns the expectation and the reply of each step. Optional:
<code>transaction_id</code>, <code>payout</code>, <code>goal_id</code>, <code>slug</code>, <code>secret</code>,
<code>previous_secret</code>, <code>enforces_addresses</code>.</dd></div>
<div><dt><code>POST /token</code></dt><dd>Returns an <code>idToken</code> for an <code>email</code>. Optional:
<code>firstName</code>, <code>lastName</code>, <code>email_verified</code>.</dd></div>
<div><dt><code>GET /mail.json</code></dt><dd>Returns the mails to the e-mail address <code>to</code>, or all mails
without <code>to</code>, newest first.</dd></div>
<div><dt><code>POST /hooks/…</code></dt><dd>Receives a webhook in a box of any name. <code>GET /hooks/…?…</code>
receives a conversion. <code>GET /hooks/…/calls.json</code> lists the calls, newest first.</dd></div>
<div><dt><code>POST /hooks/…/settings</code></dt><dd>Sets the <code>secret</code> that checks signatures, and the
<code>status</code> of later replies.</dd></div>
<div><dt><code>GET /jwks</code></dt><dd>Returns the public key of the tokens that <code>POST /token</code>
returns.</dd></div>
</dl>
<h2>Scenarios</h2>
<dl class="calls">
${habitIds.map((id) => html`<div><dt><code>${id}</code></dt><dd>${habitTitles[id]}.</dd></div>`)}
</dl>
<h2>Presets</h2>
<dl class="calls">
${dialects.map(
  ({ id, label, templates }) =>
    html`<div><dt><code>${id}</code></dt><dd>${label}: ${Object.keys(templates).join(', ')}.</dd></div>`,
)}
</dl>`,
  });
