import { scenarioIds, scenarioTitles } from '@inaam/core/partners/dialects/dialects';
import { dialects } from '../dialects.ts';
import { html } from '../html.ts';
import type { Settings } from '../settings.ts';
import { page } from './layout.ts';

/** For whoever opens the sandbox by itself: what it is, and what scripts may ask of it. */
export const indexPage = (settings: Settings): string =>
  page({
    title: 'Sandbox',
    by: settings.networkName,
    content: html`<h1>The sandbox of ${settings.brandName}</h1>
<p>It stands in for a partner network, for an identity provider and for a mail server. People get here from <a
href="${settings.appOrigin}/">${settings.brandName}</a>: by starting an offer, or with Continue with Google.</p>
<p>It also takes the mail that ${settings.brandName} sends: <a href="/mail">read it here</a>. And it takes events, as
a service or a traffic source does: <a href="/hooks">see what came</a>.</p>
<h2>For scripts</h2>
<dl class="calls">
<div><dt><code>POST /complete</code></dt><dd>Sends a signed postback for a <code>click_id</code> and answers what the
app said. Optional: <code>payout</code>, <code>transaction_id</code>, <code>status</code>.</dd></div>
<div><dt><code>POST /dialect</code></dt><dd>Tells of a <code>click_id</code> as the network of a <code>preset</code>
does, signed as it signs, and answers what was sent and what the app said. Optional: <code>kind</code> (approve,
pending, reverse, ignore), <code>transaction_id</code>, <code>payout</code>, <code>goal_id</code>, <code>slug</code>,
<code>secret</code>, <code>send</code>: false only shows the call.</dd></div>
<div><dt><code>POST /habits</code></dt><dd>Plays a <code>habit</code> of networks with a <code>click_id</code> in the
dialect of a <code>preset</code>, and says of each step what was expected and what the app said. Optional: as above, and
<code>previous_secret</code>, <code>enforces_addresses</code>.</dd></div>
<div><dt><code>POST /token</code></dt><dd>Answers an <code>idToken</code> for an <code>email</code>. Optional:
<code>firstName</code>, <code>lastName</code>, <code>email_verified</code>.</dd></div>
<div><dt><code>GET /mail.json</code></dt><dd>The mails to an address <code>to</code>, newest first; without it all of
them.</dd></div>
<div><dt><code>POST /hooks/…</code></dt><dd>Takes a webhook for the box of any name, and <code>GET /hooks/…?…</code> a
conversion. <code>GET /hooks/…/calls.json</code> lists what came, newest first.</dd></div>
<div><dt><code>POST /hooks/…/settings</code></dt><dd>The <code>secret</code> that signatures are checked with, and the
<code>status</code> that is answered from then on.</dd></div>
<div><dt><code>GET /jwks</code></dt><dd>The key that these tokens are checked with.</dd></div>
</dl>
<h2>Habits</h2>
<dl class="calls">
${scenarioIds.map((id) => html`<div><dt><code>${id}</code></dt><dd>${scenarioTitles[id]}.</dd></div>`)}
</dl>
<h2>Presets</h2>
<dl class="calls">
${dialects.map(
  ({ id, label, templates }) =>
    html`<div><dt><code>${id}</code></dt><dd>${label}: ${Object.keys(templates).join(', ')}.</dd></div>`,
)}
</dl>`,
  });
