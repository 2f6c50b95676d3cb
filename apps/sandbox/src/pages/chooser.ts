import { type Html, html } from '../html.ts';
import type { Settings } from '../settings.ts';
import { page } from './layout.ts';

/**
 * Fictional accounts. The demo user is not among them, because a sign-in with Google would remove the demo user's
 * password.
 */
const ACCOUNTS = [
  { firstName: 'Asha', lastName: 'Rao', email: 'asha.rao@example.com' },
  { firstName: 'Vikram', lastName: 'Singh', email: 'vikram.singh@example.com' },
  { firstName: 'Meera', lastName: 'Nair', email: 'meera.nair@example.com' },
];

export interface ChooserView {
  /** The URL of this page, the target of its forms. */
  self: string;
  /** The error in the form that was just sent. */
  problem?: string;
  /** The values of the form that was just sent. */
  filled?: Record<string, unknown>;
}

/** The account chooser of the identity provider. */
export function chooserPage(settings: Settings, view: ChooserView): string {
  const value = (name: string) => (typeof view.filled?.[name] === 'string' ? view.filled[name] : '');
  const verified = !view.filled || view.filled.email_verified === 'yes';
  return page({
    title: 'Choose an account',
    by: 'Simulated Google sign-in',
    content: html`<h1>Choose an account</h1>
<p>to continue to ${settings.brandName}</p>
<ul class="accounts">
${ACCOUNTS.map((account) => accountForm(view.self, account))}
</ul>
<h2>Another account</h2>
${view.problem ? html`<p class="notice bad" role="alert">${view.problem}</p>` : undefined}
<form method="post" action="${view.self}" class="fields">
<label>E-mail <input type="email" name="email" required maxlength="254" autocomplete="off" value="${value('email')}"></label>
<div class="pair">
<label>First name <input name="firstName" maxlength="80" autocomplete="off" value="${value('firstName')}"></label>
<label>Last name <input name="lastName" maxlength="80" autocomplete="off" value="${value('lastName')}"></label>
</div>
<label class="tick"><input type="checkbox" name="email_verified" value="yes"${verified ? html` checked` : undefined}>
The provider has verified this address</label>
<button class="primary">Continue</button>
</form>`,
  });
}

function accountForm(self: string, { firstName, lastName, email }: (typeof ACCOUNTS)[number]): Html {
  return html`<li><form method="post" action="${self}">
<input type="hidden" name="email" value="${email}">
<input type="hidden" name="firstName" value="${firstName}">
<input type="hidden" name="lastName" value="${lastName}">
<input type="hidden" name="email_verified" value="yes">
<button class="account"><span class="initials" aria-hidden="true">${firstName.slice(0, 1)}${lastName.slice(0, 1)}</span>
<span class="who"><span>${firstName} ${lastName}</span><span class="mail">${email}</span></span></button>
</form></li>
`;
}
