import { html } from '../html.ts';
import type { PartnerSettings, partners } from '../partners.ts';
import type { AppAnswer } from '../postback.ts';
import type { Settings } from '../settings.ts';
import { page } from './layout.ts';

type KnownNetwork = (typeof partners)[number];

export const partnersPage = (settings: Settings, all: readonly KnownNetwork[]): string =>
  page({
    title: 'Partner dashboards',
    by: settings.networkName,
    content: html`<h1>Partner dashboards</h1>
<p>Each simulates the dashboard of a real network, to try out its set-up in ${settings.brandName}.</p>
<ul class="mails">${all.map(
      ({ preset }) => html`<li><a href="/partners/${preset.id}"><span class="subject">${preset.label}</span></a></li>`,
    )}</ul>`,
  });

interface PartnerView {
  partner: KnownNetwork;
  secret: string | undefined;
  entered: PartnerSettings | undefined;
  /** The app's reply to a test postback that was just sent. */
  answer: AppAnswer | undefined;
}

/** A dashboard: the secret to copy, the postback URL to paste, a link for an offer, and a test postback. */
export function partnerPage(settings: Settings, { partner, secret, entered, answer }: PartnerView): string {
  const { id, label, secret_name, paste, settings: preset } = partner.preset;
  const place = paste?.path.at(-1) ?? 'Postback URL';
  const title = encodeURIComponent(`${label} offer`);
  const link = `${settings.origin}/offer?click_id={click_id}&partner=${id}&title=${title}&payout=1.25`;
  return page({
    title: `${label} dashboard`,
    by: `${label}, simulated`,
    content: html`<p><a href="/partners">All partner dashboards</a></p>
<h1>${label}</h1>
<h2>1. ${secret_name}</h2>
${
  secret === undefined
    ? html`<p>${label} does not issue it. ${settings.brandName} generates it: ${
        preset.signing.kind === 'token' ? 'enter it below' : 'the URL that you paste below contains it'
      }.</p>`
    : html`<p>Enter it in ${settings.brandName}:</p><p class="notice"><code>${secret}</code></p>`
}
<h2>2. ${place}</h2>
<form method="post" action="/partners/${id}" class="fields">
<label>${place} <input name="postback_url" maxlength="2000" autocomplete="off" required
value="${entered?.postbackUrl ?? ''}"></label>
${
  preset.signing.kind === 'token' &&
  html`<label>${secret_name} <input name="password" maxlength="500" autocomplete="off" required
value="${entered?.password ?? ''}"></label>`
}
<button class="primary">Save</button>
</form>
${entered && html`<p class="notice good" role="status">Saved. Conversions are reported to this URL.</p>`}
<h2>3. Offer link</h2>
<p>The URL of an offer in ${settings.brandName}. It pays 1.25 ${preset.currency}.</p>
<p class="notice"><code>${link}</code></p>
${
  partner.feed !== null &&
  ['cpalead', 'ogads'].includes(id) &&
  html`<p>Or import its list of offers: the feed’s URL is <code>${settings.origin}/feeds/${id}?partner=${id}</code>,
with any key.</p>`
}
<h2>4. Test postback</h2>
<form method="post" action="/partners/${id}/test"><button>Send a test postback</button></form>
<p class="hint">Like test postbacks of real dashboards, it names no click of ${settings.brandName}.</p>
${answer && html`<p class="notice" role="status">Sent. The reply was HTTP ${answer.status}.</p>`}`,
  });
}
