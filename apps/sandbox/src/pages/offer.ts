import { formatExactRupees, formatRupees } from '@inaam/contracts/common/format';
import { type Html, html } from '../html.ts';
import { type Entry, isSuccess, parked } from '../ledger.ts';
import { AppUnreachable } from '../postback.ts';
import type { Settings } from '../settings.ts';
import { page } from './layout.ts';

export interface OfferView {
  click_id: string;
  offer?: string | undefined;
  title?: string | undefined;
  payout?: string | undefined;
  /** The address of this page, with its query: forms go back to it. */
  self: string;
  entry: Entry | undefined;
}

/** Paise only where there are any. */
const formatPayout = (rupees: number): string =>
  Number.isInteger(rupees) ? formatRupees(rupees) : formatExactRupees(rupees);

/** The page that a person meets after starting an offer. */
export function offerPage(settings: Settings, view: OfferView): string {
  const title = view.title || 'Untitled offer';
  return page({
    title: `${title} · ${settings.networkName}`,
    by: settings.networkName,
    content: html`<h1>${title}</h1>
<dl class="facts">
<div><dt>Pays</dt><dd>${view.payout === undefined ? 'as agreed' : formatPayout(Number(view.payout))}</dd></div>
<div><dt>State</dt><dd>${stateOf(view.entry)}</dd></div>
</dl>
${view.entry ? outcomeOf(settings, view.entry) : introduction(settings)}
<form method="post" action="${view.self}">
<button class="primary" name="action" value="complete">Complete</button>
<button name="action" value="reverse">Reverse</button>
</form>
<p class="hint">Complete reports to ${settings.brandName} that you did what the offer asks. Reverse takes that report back,
as a partner does when a purchase is returned.</p>
<dl class="small">
<div><dt>Click</dt><dd><code>${view.click_id}</code></dd></div>
${view.entry ? html`<div><dt>Transaction</dt><dd><code>${view.entry.transactionId}</code></dd></div>` : undefined}
${view.offer ? html`<div><dt>Offer</dt><dd><code>${view.offer}</code></dd></div>` : undefined}
</dl>`,
  });
}

const introduction = (settings: Settings): Html =>
  html`<p class="notice">Nothing has been reported to ${settings.brandName} yet.</p>`;

const STATES: Record<string, string> = { approved: 'Completed', reversed: 'Reversed' };

const stateOf = (entry: Entry | undefined): string =>
  entry?.recorded === undefined ? 'Started' : (STATES[entry.recorded] ?? entry.recorded);

/** What the app answered to the last report, in plain words, with the answer itself below. */
function outcomeOf(settings: Settings, entry: Entry): Html {
  const { outcome } = entry;
  const what = entry.status === 'reversed' ? 'reversal' : 'completion';
  if (outcome instanceof AppUnreachable) {
    return html`<div class="notice bad" role="alert"><p>The ${what} did not get through. ${outcome.message}. Is it
running?</p></div>`;
  }
  const answerText =
    typeof outcome.body === 'string' ? outcome.body.slice(0, 2000) : JSON.stringify(outcome.body, undefined, 2);
  const answer = html`<details>
<summary>Its answer: HTTP ${outcome.status}</summary><pre>${answerText || '(empty)'}</pre></details>`;
  if (isSuccess(outcome) && parked(outcome)) {
    return html`<div class="notice" role="status">
<p>${settings.brandName} keeps the ${what} until it can be matched.</p>${answer}</div>`;
  }
  if (isSuccess(outcome)) {
    const next =
      entry.status === 'approved'
        ? html`Go back to ${settings.brandName}: the offer is ready to spin there.`
        : html`What it paid is taken back, and a spin that was not used is withheld.`;
    return html`<div class="notice good" role="status"><p>${settings.brandName} accepted the ${what}. ${next}</p>${answer}</div>`;
  }
  const reason = reasonIn(outcome.body);
  return html`<div class="notice bad" role="alert"><p>${settings.brandName} refused the ${what}${reason ? `: ${reason}` : ''}.</p>
${answer}</div>`;
}

const reasonIn = (body: unknown): string | undefined =>
  typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string'
    ? body.error
    : undefined;
