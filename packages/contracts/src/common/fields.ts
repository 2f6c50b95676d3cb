import { z } from 'zod';

/**
 * What a field means, for Zod's `.meta()`: callers read it in the description of the API.
 * @param examples at most one is shown; none is needed for a choice of words
 */
export const about = (description: string, ...examples: unknown[]) => ({
  description,
  ...(examples.length > 0 && { examples }),
});
type Note = ReturnType<typeof about>;

/** An example of a SHA-256 in hex. */
export const SHA = '7d1a54127b222502f5b79b5fb0803061152a44f92b37e23c6527baf665d4da9a';

/** Fields of answers. A time is ISO 8601 in UTC, a day is `YYYY-MM-DD`; both have an example of their own. */
export const string = (note: Note) => z.string().meta(note);
export const number = (note: Note) => z.number().meta(note);
export const flag = (note: Note) => z.boolean().meta(note);
export const integer = (note: Note) => z.number().meta({ ...note, type: 'integer' });
export const time = (note: Note) =>
  z.string().meta({ examples: ['2026-01-15T09:30:00.000Z'], ...note, format: 'date-time' });
export const day = (note: Note) => z.string().meta({ examples: ['2027-01-31'], ...note, format: 'date' });
export const emailOf = (note: Note) => z.string().meta({ examples: ['asha@example.com'], ...note, format: 'email' });

/** What fields mean that several shapes have. */
export const fields = {
  firstName: about('First name', 'Asha'),
  lastName: about('Last name', 'Rao'),
  first_name: about('First name', 'Asha'),
  last_name: about('Last name', 'Rao'),
  email: about('E-mail address'),
  username: about('Name that an admin signs in with', 'priya'),
  password: about('8 characters or more when it is chosen; any characters', 'monsoon-lantern-42'),
  sessionId: about('Names the session; cannot be used to act as it', 'b7t2kq5m3xw4'),
  user_id: about('Id of the user', 42),
  is_suspicious: about('Flagged by an admin: cannot sign in', false),
  offer_id: about('Id of the offer', 7),
  offer: about('The external offer id', 'survey-0117'),
  external_offer_id: about("The partner network's own name of the offer", 'survey-0117'),
  title: about('What people read on the card', 'Morning habits survey'),
  description: about('What is to be done', 'Ten short questions about your mornings.'),
  offer_url: about(
    'Where a click leads; `{click_id}`, `{user_id}` and `{offer_id}` are filled in',
    'https://partner.example/start?click_id={click_id}',
  ),
  preview_url: about('Where it can be looked at without starting it', 'https://partner.example/preview'),
  picture_url: about(
    'Where its picture is from: an address that is fetched, or an upload',
    'https://partner.example/a.png',
  ),
  steps: about('What there is to do, in order; empty where the description says it', ['Install', 'Play']),
  category: about('Category', 'Survey'),
  model: about('What the network pays for', 'CPR'),
  targeting: about('Whom it is for', 'ALL'),
  daily_cap: about('Completions on one day in India beyond which nobody starts it; null: as many as come', 200),
  starts_on: about('The first day in India on which it can be started; null: no such day'),
  ends_on: about('The last day in India on which it can be started; null: no such day'),
  offer_goals: about(
    'What the network pays for on the way, in the order in which it is reached; one gives the spin. `payout_amount` counts where a call brings none; an empty `goal_id` stands for calls that name none',
    [
      { goal_id: 'install', name: 'Install the app', payout_amount: 5, gives_spin: false },
      { goal_id: 'level_5', name: 'Reach level 5', payout_amount: null, gives_spin: true },
    ],
  ),
  country_quotas: about(
    'Completions on one day in India by clicks from a country, beyond which nobody from there starts it; `*` for all other countries together',
    [{ country: 'IN', daily_cap: 100 }],
  ),
  goals_in_order: about('Does a goal count only after those that stand before it?', false),
  reward_amount: about('What a completion counts when the network names no payout, in rupees', 19.5),
  is_active: about('Is it shown to users? 1 and 0 are read, too', true),
  spinner_config: about(
    'The odds of its wheel, as JSON text',
    '{"rewards":[{"amount":5,"probability":10},{"amount":10,"probability":5}]}',
  ),
  network_id: about('Id of the partner network that it belongs to; null: any network may complete it', 3),
  spinner_used: about('Has the wheel been spun?', true),
  reward_type: about('`none` or `voucher_{amount}`', 'voucher_5'),
  pending: about('Waiting for the partner network to confirm it', false),
  held_until: about('When the hold ends after which it can be spun'),
  reversed: about('Taken back by the partner network', false),
  owed: about('Won, and waiting for a code: stock of the amount has run out', false),
  clientSeedHash: about('SHA-256, lower-case hex, of the text that the client keeps until it spins', SHA),
  click_id: about('Names the click at the partner network', 'kq3v9x2m7r5t8w1z4y6b'),
  completed_at: about('When the network reported it; null while nothing came of the click'),
  state: about('Where the completion stands'),
  completion_id: about('Id of the completion', 1207),
  wheel: about("The wheel's wedges, clockwise from its own top, without gaps from 0 to 360", []),
  voucher_id: about('Id of the voucher', 311),
  voucher_code: about('The code', 'DEMO-7H2K-B715'),
  voucher_type: about('Brand family', 'amazon'),
  voucher_brand: about('Brand as people read it', 'Amazon'),
  voucher_amount: about('Worth, in rupees', 5),
  voucher_description: about('What it is', 'Gift card'),
  voucher_terms: about('Its terms', 'One card for each order.'),
  voucher_won: about('Did the spin win a voucher?', true),
  expiry_date: about('The last day on which it is good, in India'),
  status: about('Status', 'available'),
  code: about('The code', 'DEMO-7H2K-B715'),
  type: about('Brand family', 'amazon'),
  brand: about('Brand as people read it', 'Amazon'),
  amount: about('Worth, in rupees', 5),
  available: about('In stock and not expired', 120),
  used: about('Vouchers marked as used', 2),
  total_completions: about('Completions', 3),
  spins_used: about('Spins', 3),
  total_revenue: about('Sum of payouts, in rupees', 1240.5),
  total_vouchers_won: about('Vouchers won', 2),
  total_voucher_value: about('What was won, in rupees', 15),
  total_users: about('Users', 812),
  payout_amount: about('What the network pays, in rupees', 38.75),
  totalRevenue: about('Sum of payouts of all matches, in rupees', 1240.5),
  count: about('How many', 4),
  page: about('Page, from 1', 1),
  limit: about('Rows on a page, 1 to 1000', 50),
  sortBy: about('What to sort by'),
  dateRange: about('Days in India'),
  voucherFilter: about('What the spins won'),
  created_at: about('When it was made'),
  message: about('What a person may read', 'Done'),
  device_fingerprint: about('Hash of what can be seen of the device', '1k3fz9q'),
  registration_count: about('Accounts registered from it', 4),
  first_registration: about('First registration from it'),
  last_registration: about('Last registration from it'),
  is_blocked: about('Refused by an admin', false),
} satisfies Record<string, Note>;
