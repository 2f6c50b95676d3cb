import { formatExactRupees, formatRupees } from '@inaam/contracts/common/format';
import { type Html, html } from '../html.ts';
import { type Entry, isParked, isSuccess } from '../ledger.ts';
import { AppUnreachable } from '../postback.ts';
import type { Settings } from '../settings.ts';
import { page } from './layout.ts';

export interface OfferView {
  click_id: string;
  offer?: string | undefined;
  title?: string | undefined;
  payout?: string | undefined;
  /** The URL of this page, the target of its forms. */
  self: string;
  entry: Entry | undefined;
}

/** Shows paise only if there are any. */
const formatPayout = (rupees: number): string =>
  Number.isInteger(rupees) ? formatRupees(rupees) : formatExactRupees(rupees);

/** The partner's page for a started offer. */
export function offerPage(settings: Settings, view: OfferView): string {
  const title = view.title || 'Untitled offer';
  return page({
    title: `${title} · ${settings.networkName}`,
    by: settings.networkName,
    content: html`<h1>${title}</h1>
<dl class="facts">
<div><dt>Pays</dt><dd>${view.payout === undefined ? 'as agreed' : formatPayout(Number(view.payout))}</dd></div>
<div><dt>State</dt><dd>${getState(view.entry)}</dd></div>
</dl>
${view.entry ? describeOutcome(settings, view.entry) : introduction(settings)}
<form method="post" action="${view.self}">
<button class="primary" name="action" value="complete">Complete</button>
<button name="action" value="reverse">Reverse</button>
</form>
<p class="hint">Complete reports to ${settings.brandName} that you completed the offer. Reverse reverses that report,
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

const getState = (entry: Entry | undefined): string =>
  entry?.recorded === undefined ? 'Started' : (STATES[entry.recorded] ?? entry.recorded);

/** Describes the app's reply to the last report, with the reply itself below. */
function describeOutcome(settings: Settings, entry: Entry): Html {
  const { outcome } = entry;
  const what = entry.status === 'reversed' ? 'reversal' : 'completion';
  if (outcome instanceof AppUnreachable) {
    return html`<div class="notice bad" role="alert"><p>The ${what} was not delivered. ${outcome.message}. Is it
running?</p></div>`;
  }
  const answerText =
    typeof outcome.body === 'string' ? outcome.body.slice(0, 2000) : JSON.stringify(outcome.body, undefined, 2);
  const answer = html`<details>
<summary>Reply: HTTP ${outcome.status}</summary><pre>${answerText || '(empty)'}</pre></details>`;
  if (isSuccess(outcome) && isParked(outcome)) {
    return html`<div class="notice" role="status">
<p>${settings.brandName} parked the ${what} until it can be matched.</p>${answer}</div>`;
  }
  if (isSuccess(outcome)) {
    const next =
      entry.status === 'approved'
        ? html`Go back to ${settings.brandName}: the offer is ready to spin.`
        : html`Its revenue is reversed, and an unused spin is withheld.`;
    return html`<div class="notice good" role="status"><p>${settings.brandName} accepted the ${what}. ${next}</p>${answer}</div>`;
  }
  const reason = getReason(outcome.body);
  return html`<div class="notice bad" role="alert"><p>${settings.brandName} refused the ${what}${reason ? `: ${reason}` : ''}.</p>
${answer}</div>`;
}

const getReason = (body: unknown): string | undefined =>
  typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string'
    ? body.error
    : undefined;
