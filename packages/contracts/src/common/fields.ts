import { z } from 'zod';

/**
 * Documents a field for Zod's `.meta()`; API callers read it in the OpenAPI description.
 * @param examples the description shows at most one; an enum needs no example
 */
export const fieldMeta = (description: string, ...examples: unknown[]) => ({
  description,
  ...(examples.length > 0 && { examples }),
});
type Note = ReturnType<typeof fieldMeta>;

/** An example of a hex SHA-256. */
export const SHA = '7d1a54127b222502f5b79b5fb0803061152a44f92b37e23c6527baf665d4da9a';

/** Fields of answers. Times are ISO 8601 in UTC and days are `YYYY-MM-DD`; both have a default example. */
export const string = (note: Note) => z.string().meta(note);
export const number = (note: Note) => z.number().meta(note);
export const flag = (note: Note) => z.boolean().meta(note);
export const integer = (note: Note) => z.number().meta({ ...note, type: 'integer' });
export const time = (note: Note) =>
  z.string().meta({ examples: ['2026-01-15T09:30:00.000Z'], ...note, format: 'date-time' });
export const day = (note: Note) => z.string().meta({ examples: ['2027-01-31'], ...note, format: 'date' });
export const emailField = (note: Note) => z.string().meta({ examples: ['asha@example.com'], ...note, format: 'email' });

/** Descriptions that several shapes share. */
export const fields = {
  firstName: fieldMeta('First name', 'Asha'),
  lastName: fieldMeta('Last name', 'Rao'),
  first_name: fieldMeta('First name', 'Asha'),
  last_name: fieldMeta('Last name', 'Rao'),
  email: fieldMeta('E-mail address'),
  username: fieldMeta('Name that an admin signs in with', 'priya'),
  password: fieldMeta('A new password has at least 8 characters; any characters are allowed', 'monsoon-lantern-42'),
  sessionId: fieldMeta('Identifies the session; it cannot authenticate', 'b7t2kq5m3xw4'),
  user_id: fieldMeta('Id of the user', 42),
  is_suspicious: fieldMeta('Whether an admin has flagged the user, who then cannot sign in', false),
  offer_id: fieldMeta('Id of the offer', 7),
  version: fieldMeta('Version of the record; grows with each change', 3),
  offer: fieldMeta('External id of the offer', 'survey-0117'),
  external_offer_id: fieldMeta("The partner network's own id of the offer", 'survey-0117'),
  title: fieldMeta('Title of the offer', 'Morning habits survey'),
  description: fieldMeta('What the user has to do', 'Ten short questions about your mornings.'),
  offer_url: fieldMeta(
    'URL that a click opens; `{click_id}`, `{user_id}` and `{offer_id}` are filled in',
    'https://partner.example/start?click_id={click_id}',
  ),
  preview_url: fieldMeta('A page to look at without starting the offer', 'https://partner.example/preview'),
  picture_url: fieldMeta(
    'Source of the offer’s picture: a URL that is fetched, or an uploaded picture',
    'https://partner.example/a.png',
  ),
  task: fieldMeta('What the user has to do, in a few words', 'Spend ₹299'),
  title_hi: fieldMeta('Title in Hindi; if null, `title` is shown', 'सुबह की आदतों का सर्वे'),
  description_hi: fieldMeta('Description in Hindi; if null, `description` is shown', 'सुबह के बारे में दस छोटे सवाल।'),
  task_hi: fieldMeta('Task in Hindi; if null, `task` is shown', '₹299 की खरीदारी'),
  steps: fieldMeta('Steps of the offer, in order; empty if the description covers them', ['Install', 'Play']),
  steps_hi: fieldMeta('Steps in Hindi; if empty, `steps` are shown', ['इंस्टॉल करें', 'खेलें']),
  category: fieldMeta('Category', 'Survey'),
  model: fieldMeta('What the network pays for', 'CPR'),
  targeting: fieldMeta('Target audience', 'ALL'),
  daily_cap: fieldMeta(
    'Maximum completions on one day (Indian time). After that, the offer cannot be started until the next day; null: no limit',
    200,
  ),
  starts_on: fieldMeta('The first day (Indian time) on which the offer can be started; null: no limit'),
  ends_on: fieldMeta('The last day (Indian time) on which the offer can be started; null: no limit'),
  offer_goals: fieldMeta(
    'Paid events of the offer, in order; one of them gives the spin. `payout_amount` counts when a postback has no payout; an empty `goal_id` matches postbacks without a goal',
    [
      { goal_id: 'install', name: 'Install the app', name_hi: 'ऐप इंस्टॉल करें', payout_amount: 5, gives_spin: false },
      { goal_id: 'level_5', name: 'Reach level 5', name_hi: null, payout_amount: null, gives_spin: true },
    ],
  ),
  goal_name_hi: fieldMeta('Name of the goal in Hindi; if null, `name` is shown', 'ऐप इंस्टॉल करें'),
  country_quotas: fieldMeta(
    'Maximum completions on one day (Indian time) for each country of the click. After that, the offer cannot be started from that country until the next day; `*` for all other countries together',
    [{ country: 'IN', daily_cap: 100 }],
  ),
  goals_in_order: fieldMeta('Whether a goal counts only after the goals before it', false),
  reward_amount: fieldMeta('Value of a completion when the network names no payout, in rupees', 19.5),
  is_active: fieldMeta('Whether the offer is shown to users. 1 and 0 are accepted, too', true),
  spinner_config: fieldMeta(
    'The odds of the offer’s wheel, as JSON text',
    '{"rewards":[{"amount":5,"probability":10},{"amount":10,"probability":5}]}',
  ),
  network_id: fieldMeta('Id of the offer’s partner network; if null, any network may complete the offer', 3),
  spinner_used: fieldMeta('Whether the wheel has been spun', true),
  reward_type: fieldMeta('`none` or `voucher_{amount}`', 'voucher_5'),
  pending: fieldMeta('Whether the completion waits for the partner network’s confirmation', false),
  held_until: fieldMeta('When the hold of the completion ends and the wheel can be spun'),
  reversed: fieldMeta('Whether the partner network has reversed the completion', false),
  owed: fieldMeta('Won, but waiting for a code because the amount is out of stock', false),
  clientSeedHash: fieldMeta('SHA-256, lower-case hex, of the text that the client keeps until it spins', SHA),
  click_id: fieldMeta('Id of the click, as sent to the partner network', 'kq3v9x2m7r5t8w1z4y6b'),
  completed_at: fieldMeta('When the network reported the completion; null for a click without a completion'),
  state: fieldMeta('State of the completion'),
  completion_id: fieldMeta('Id of the completion', 1207),
  wheel: fieldMeta(
    'The wheel’s wedges, clockwise from the top of the unturned wheel, without gaps from 0 to 360 degrees',
    [],
  ),
  voucher_id: fieldMeta('Id of the voucher', 311),
  voucher_code: fieldMeta('Code of the voucher', 'DEMO-7H2K-B715'),
  voucher_pin: fieldMeta('The PIN of the code; null if the code has none', '4821'),
  voucher_type: fieldMeta('Type of the voucher: a brand, or `other`', 'amazon'),
  voucher_brand: fieldMeta('Name of the voucher’s brand', 'Amazon'),
  voucher_amount: fieldMeta('Value of the voucher, in rupees', 5),
  voucher_description: fieldMeta('What the voucher is', 'Gift card'),
  voucher_terms: fieldMeta('Terms of the voucher', 'One card for each order.'),
  voucher_won: fieldMeta('Whether the spin won a voucher', true),
  expiry_date: fieldMeta('The last valid day, in Indian time'),
  status: fieldMeta('Status', 'available'),
  code: fieldMeta('Code of the voucher', 'DEMO-7H2K-B715'),
  type: fieldMeta('Type of the voucher: a brand, or `other`', 'amazon'),
  brand: fieldMeta('Name of the voucher’s brand', 'Amazon'),
  amount: fieldMeta('Value in rupees', 5),
  available: fieldMeta('Vouchers in stock that have not expired', 120),
  used: fieldMeta('Vouchers marked as used', 2),
  total_completions: fieldMeta('Completions', 3),
  spins_used: fieldMeta('Spins', 3),
  total_revenue: fieldMeta('Sum of payouts, in rupees', 1240.5),
  total_vouchers_won: fieldMeta('Vouchers won', 2),
  total_voucher_value: fieldMeta('Value of won vouchers, in rupees', 15),
  total_users: fieldMeta('Users', 812),
  payout_amount: fieldMeta('What the network pays, in rupees', 38.75),
  totalRevenue: fieldMeta('Sum of payouts in all rows that match the filters, in rupees', 1240.5),
  count: fieldMeta('Number of vouchers', 4),
  page: fieldMeta('Page, from 1', 1),
  limit: fieldMeta('Rows on a page, 1 to 1000', 50),
  sortBy: fieldMeta('Sort key'),
  dateRange: fieldMeta('Filters by date; days are in Indian time'),
  voucherFilter: fieldMeta('Filters by the result of the spins'),
  created_at: fieldMeta('Creation time'),
  message: fieldMeta('Text for people', 'Done'),
  device_fingerprint: fieldMeta('Hash of the device’s visible features', '1k3fz9q'),
  registration_count: fieldMeta('Accounts registered from this IP address or device', 4),
  first_registration: fieldMeta('First registration from this IP address or device'),
  last_registration: fieldMeta('Last registration from this IP address or device'),
  is_blocked: fieldMeta('Whether an admin has blocked the IP address or device', false),
} satisfies Record<string, Note>;
