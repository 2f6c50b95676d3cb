/** What a field's name means wherever it stands, with an example. The shapes come from the schemas. */
export interface FieldNote {
  about: string;
  example: unknown;
  /** Its numbers are whole. */
  whole?: true;
  format?: 'date-time' | 'date' | 'uri' | 'email';
}

/** By name; several where a name stands for different things, told apart by the type of the example. */
type Notes = Record<string, FieldNote | FieldNote[]>;

const id = (about: string, example = 42): FieldNote => ({ about, example, whole: true });
const count = (about: string, example = 3): FieldNote => ({ about, example, whole: true });
const rupees = (about: string, example = 40): FieldNote => ({ about: `${about}, in rupees`, example });
const time = (about: string): FieldNote => ({ about, example: '2026-01-15T09:30:00.000Z', format: 'date-time' });
const day = (about: string): FieldNote => ({ about, example: '2027-01-31', format: 'date' });
const flag = (about: string, example = false): FieldNote => ({ about, example });
const words = (about: string, example: string): FieldNote => ({ about, example });
const SPINNER_CONFIG = '{"rewards":[{"amount":5,"probability":10},{"amount":10,"probability":5}]}';
const SHA = '7d1a54127b222502f5b79b5fb0803061152a44f92b37e23c6527baf665d4da9a';

const people = {
  firstName: words('First name', 'Asha'),
  lastName: words('Last name', 'Rao'),
  first_name: words('First name', 'Asha'),
  last_name: words('Last name', 'Rao'),
  email: { about: 'E-mail address', example: 'asha@example.com', format: 'email' },
  username: words('Name that an admin signs in with', 'priya'),
  password: words('8 characters or more when it is chosen; any characters', 'monsoon-lantern-42'),
  proof: words(
    'Where a sign-up was refused for want of it: the solution of the challenge that the web app asks for, as ALTCHA writes it',
    'eyJjaGFsbGVuZ2UiOnt9fQ==',
  ),
  deviceFingerprint: words('Hash of what can be seen of the device: a hint, never an identity', '1k3fz9q'),
  idToken: words("The identity provider's ID token, a JWT", 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln'),
  setupToken: words('In the data folder while there is no admin; makes the first one', 'setup-7f3a'),
  sessionId: words('Names the session; cannot be used to act as it', 'b7t2kq5m3xw4'),
  id: id('Id of the user'),
  user_id: id('Id of the user'),
  registration_date: time('When the account was made'),
  last_activity: time('When the user was last seen'),
  is_suspicious: flag('Flagged by an admin: cannot sign in'),
  firebase_uid: words("The provider's name of the user; present means a Google user", 'gx2Vb81k'),
} satisfies Notes;

const offers = {
  offer_id: id('Id of the offer', 7),
  offerId: id('Id of the offer', 7),
  offer: words('The external offer id', 'survey-0117'),
  external_offer_id: words("The partner network's own name of the offer", 'survey-0117'),
  title: words('What people read on the card', 'Morning habits survey'),
  description: words('What is to be done', 'Ten short questions about your mornings.'),
  offer_url: {
    about: 'Where a click leads; `{click_id}`, `{user_id}` and `{offer_id}` are filled in',
    example: 'https://partner.example/start?click_id={click_id}',
  },
  preview_url: words('Where it can be looked at without starting it', 'https://partner.example/preview'),
  picture_url: words(
    'Where its picture is from: an address that is fetched, or an upload',
    'https://partner.example/a.png',
  ),
  picture: [
    {
      about: 'Its picture, 16:9; null: it has none',
      example: {
        url: '/pictures/0f1e2d3c4b5a69788796a5b4c3d2e1f0.webp',
        placeholder: 'data:image/webp;base64,UklGRiIAAABXRUJQ',
      },
    },
    words(
      'Its picture, 16:9, as it is shown; null: none, or not come yet',
      '/pictures/0f1e2d3c4b5a69788796a5b4c3d2e1f0.webp',
    ),
  ],
  picture_problem: words('Why its picture did not come', 'The address answered with status 404'),
  url: words('Path of the picture', '/pictures/0f1e2d3c4b5a69788796a5b4c3d2e1f0.webp'),
  placeholder: words('The picture at a few dots, as a `data:` address', 'data:image/webp;base64,UklGRiIAAABXRUJQ'),
  steps: { about: 'What there is to do, in order; empty where the description says it', example: ['Install', 'Play'] },
  finish_rate: {
    about: 'Share of people alike who finish it once started, 0 to 1; null where nothing was measured',
    example: 0.62,
  },
  usual_seconds: count(
    'Seconds within which nine in ten of its last completions arrived; null where too few have',
    21600,
  ),
  category: words('Category', 'Survey'),
  model: words('What the network pays for', 'CPR'),
  targeting: words('Whom it is for', 'ALL'),
  daily_cap: count('Completions on one day in India beyond which nobody starts it; null: as many as come', 200),
  starts_on: day('The first day in India on which it can be started; null: no such day'),
  ends_on: day('The last day in India on which it can be started; null: no such day'),
  offer_goals: {
    about:
      'What the network pays for on the way, in the order in which it is reached; one gives the spin. `payout_amount` counts where a call brings none; an empty `goal_id` stands for calls that name none',
    example: [
      { goal_id: 'install', name: 'Install the app', payout_amount: 5, gives_spin: false },
      { goal_id: 'level_5', name: 'Reach level 5', payout_amount: null, gives_spin: true },
    ],
  },
  goals_in_order: flag('Does a goal count only after those that stand before it?'),
  country_quotas: {
    about:
      'Completions on one day in India by clicks from a country, beyond which nobody from there starts it; `*` for all other countries together',
    example: [{ country: 'IN', daily_cap: 100 }],
  },
  reward_amount: rupees('What a completion counts when the network names no payout', 19.5),
  is_active: { about: 'Is it shown to users? 1 and 0 are read, too', example: true },
  spinner_config: { about: 'The odds of its wheel, as JSON text', example: SPINNER_CONFIG },
  network_id: id('Id of the partner network that it belongs to; null: any network may complete it', 3),
  network: words('Name of the partner network that it belongs to', 'OGAds'),
  completed: flag('Has the user completed it?', true),
  spinner_used: flag('Has the wheel been spun?', true),
  reward_type: words('`none` or `voucher_{amount}`', 'voucher_5'),
  rewardType: words('`none` or `voucher_{amount}`', 'voucher_5'),
  spin_commitment: words("SHA-256 of the draw's seed, hex, from the completion until the spin", SHA),
  pending: flag('Waiting for the partner network to confirm it'),
  held_until: time('When the hold ends after which it can be spun'),
  reversed: flag('Taken back by the partner network'),
  owed: [flag('Won, and waiting for a code: stock of the amount has run out'), count('Wins that wait for stock', 2)],
  started_at: time('When the user last started it'),
  click_id: words('Names the click at the partner network', 'kq3v9x2m7r5t8w1z4y6b'),
  completed_at: time('When the network reported it; null while nothing came of the click'),
  clicked_at: time('When the user started the offer'),
  state: { about: 'Where the completion stands', example: 'not_spun' },
  completion_id: id('Id of the completion', 1207),
  redirectUrl: words('Where to send the user', 'https://partner.example/start?click_id=kq3v9x2m7r5t8w1z4y6b'),
} satisfies Notes;

const spins = {
  clientSeed: words("The caller's part of the draw", 'my own words'),
  landingAngle: { about: 'Degrees clockwise from the top of the wheel to the point under the pointer', example: 12.25 },
  wheel: { about: "The wheel's wedges, clockwise from its own top, without gaps from 0 to 360", example: [] },
  from: { about: 'Where the wedge begins, in degrees clockwise from the top of the wheel', example: 0 },
  to: { about: 'Where the wedge ends, in degrees clockwise from the top of the wheel', example: 9 },
  serverSeed: words("The server's part of the draw, hex, revealed", SHA),
  completionId: id('Id of the completion', 1207),
  commitment: words('SHA-256 of the server seed, hex', SHA),
  clientSeedHash: words('SHA-256, lower-case hex, of the text that the client keeps until it spins', SHA),
  share: words(
    "Where the client's part of the draw is from: `committed` before the seed, `lost` and replaced by its hash, or `open`",
    'committed',
  ),
  roll: { about: 'The number drawn, 0 to 999', example: 31, whole: true },
} satisfies Notes;

const vouchers = {
  voucher_id: id('Id of the voucher', 311),
  voucher_code: words('The code', 'DEMO-7H2K-B715'),
  voucher_codes: { about: 'Codes, at most 100: a list, or text with one a line', example: ['DEMO-0001', 'DEMO-0002'] },
  voucher_type: words('Brand family', 'amazon'),
  use_url: words('Where a code of the brand is used; null where none is named', 'https://www.amazon.in/gc/redeem'),
  mark_url: words('The brand’s mark as an admin uploaded it', '/pictures/0f1e2d3c4b5a69788796a5b4c3d2e1f0.webp'),
  voucher_brand: words('Brand as people read it', 'Amazon'),
  voucher_amount: rupees('Worth', 5),
  voucher_description: words('What it is', 'Gift card'),
  voucher_terms: words('Its terms', 'One card for each order.'),
  voucher_won: flag('Did the spin win a voucher?', true),
  expiry_date: day('The last day on which it is good, in India'),
  status: words('Status', 'available'),
  assigned_to_email: { about: 'Who won it', example: 'asha@example.com', format: 'email' },
  assigned_at: time('When it was won'),
  code: words('The code', 'DEMO-7H2K-B715'),
  type: words('Brand family', 'amazon'),
  brand: words('Brand as people read it', 'Amazon'),
  amount: rupees('Worth', 5),
  terms: words('Its terms', 'One card for each order.'),
  quantity: count('How many unique codes to make', 10),
  created: count('Codes that were added', 2),
  skipped: count('Codes that were there already', 0),
  codes: words('`masked` shows the end of each code alone', 'plain'),
  available: count('In stock and not expired', 120),
  assigned: count('Won and not yet used', 14),
  used: count('Used', 9),
  expired: count('Expired', 2),
  oldest: time('When the oldest of them was won'),
} satisfies Notes;

const figures = {
  total_completions: count('Completions'),
  unique_users: count('Users who completed it'),
  spins_used: count('Spins'),
  total_revenue: rupees('Sum of payouts', 1240.5),
  avg_payout: rupees('Payout of a completion, on average', 38.75),
  daily_avg_completions: { about: 'Completions a day since it was made', example: 1.4 },
  total_vouchers_won: count('Vouchers won', 2),
  total_voucher_value: rupees('What was won', 15),
  vouchers_by_amount: { about: 'How many were won, by amount in rupees', example: { 5: 1, 10: 1 } },
  total_users: count('Users', 812),
  new_users_today: count('Users who registered today'),
  active_offers: count('Offers that users see', 24),
  total_conversions: count('Completions', 1207),
  conversions_today: count('Completions today', 11),
  revenue_today: rupees('Sum of payouts of today', 312.5),
  available_vouchers: count('Vouchers in stock', 120),
  used_vouchers: count('Vouchers used', 9),
  total_rewards_given: count('Wins', 23),
  revenue_amount: rupees('What counts as revenue now, further goals included', 41.75),
  goals: {
    about: 'Further goals that the network paid, oldest first; `status` is `pending`, `approved` or `reversed`',
    example: [{ goal_id: 'level_5', amount: 3, status: 'approved' }],
  },
  payout_amount: rupees('What the network pays', 38.75),
  totalRevenue: rupees('Sum of payouts of all matches', 1240.5),
  total_revenue_generated: rupees('Sum of payouts', 310.25),
  totalConversions: count('Completions of all matches', 104),
  uniqueUsers: count('Users among all matches', 61),
  avgPayout: rupees('Payout of a completion, on average', 38.75),
  voucherWins: count('Wins of all matches', 23),
  voucherWinRate: { about: 'Wins among spins, percent with one decimal', example: 24.5 },
  spinsUsed: count('Spins of all matches', 94),
  spinUsageRate: { about: 'Spins among completions, percent with one decimal', example: 90.4 },
  totalVoucherWins: count('Wins of all matches', 23),
  totalVoucherValue: rupees('What was won in all matches', 165),
  overallWinRate: { about: 'Wins among all spins, percent with one decimal', example: 14.8 },
  day: day('A day in India'),
  days: { about: 'How many days the series has', example: 30, whole: true },
  users: count('Registrations'),
  clicks: count('Clicks', 31),
  conversions: count('Completions', 11),
  spins: count('Spins', 9),
  wins: count('Spins that won', 3),
  used: count('Vouchers marked as used', 2),
  revenue: rupees('Sum of payouts', 312.5),
  voucher_cost: rupees('What was won', 25),
  margin: rupees('Revenue less voucher cost', 287.5),
  per_day: { about: 'Wins a day over the last 14 days', example: 1.6 },
  days_left: count('Whole days until it runs out; null when nothing of it is won', 75),
  is_low: flag('It may be won, or is owed, and there is none, or it lasts for less than a week', false),
  count: count('How many', 4),
} satisfies Notes;

const lists = {
  page: count('Page, from 1', 1),
  limit: count('Rows on a page, 1 to 1000', 50),
  total: [
    count('Rows on all pages', 104),
    words('`exact`, or `capped`: counting stops at 10,000, and the answer says so', 'exact'),
  ],
  capped: flag('More match than were counted; only where a capped total was asked for', true),
  totalPages: count('Pages', 3),
  pages: count('Pages', 3),
  search: words('Text to look for', 'survey'),
  sortBy: words('What to sort by', 'created_at'),
  sortOrder: words('Which end comes first', 'desc'),
  dateRange: words('Days in India', 'week'),
  voucherFilter: words('What the spins won', 'won'),
  performanceFilter: words('By completions or activity', 'high'),
  conversionStatus: words('By spin and win', 'voucher_won'),
  userType: words('By how the user signs in', 'email'),
  amount_range: words('Amount in rupees', '0-50'),
  expiry_filter: words('By expiry date', 'expiring_soon'),
  created_at: time('When it was made'),
  archived_at: time('When it was archived; null while it is not'),
  message: words('What a person may read', 'Done'),
} satisfies Notes;

const fraud = {
  action: words('What to do', 'flag_user'),
  user_ids: { about: 'Ids of users, comma-joined', example: [42, 43] },
  notes: words('Why, for the audit log', 'Flagged by admin'),
  confirm_own: { about: 'Blocks even the address that the caller calls from', example: true },
  ip_address: words('Address', '203.0.113.9'),
  device_fingerprint: words('Hash of what can be seen of the device', '1k3fz9q'),
  registration_ip: words('Where the account was made', '203.0.113.9'),
  ip_count: count('Accounts registered from that address', 2),
  device_count: count('Accounts registered on that device', 1),
  registration_count: count('Accounts registered from it', 4),
  first_registration: time('First registration from it'),
  last_registration: time('Last registration from it'),
  is_blocked: flag('Refused by an admin'),
  ip_filter: words('Addresses with more than one registration, or blocked ones', 'multiple'),
  device_filter: words('Devices with more than one registration, or blocked ones', 'multiple'),
  user_filter: words('By classification', 'questionable'),
  date_filter: words('Days in India, of the registration', 'week'),
  suspicious_users: count('Flagged users', 4),
  suspicious_ips: count('Addresses with two or more registrations, or blocked', 6),
  suspicious_devices: count('Devices with two or more registrations, or blocked', 5),
  user_total: count('Users on all pages', 104),
  ip_total: count('Addresses on all pages', 6),
  device_total: count('Devices on all pages', 5),
  user_total_pages: count('Pages of users', 3),
  ip_total_pages: count('Pages of addresses', 1),
  device_total_pages: count('Pages of devices', 1),
  ip_capped: flag('More addresses match than were counted; only where a capped total was asked for', true),
  device_capped: flag('More devices match than were counted; only where a capped total was asked for', true),
  done: count('How many are now as asked for', 2),
  unchanged: count('How many were so before', 0),
  refused: { about: 'Users that were left as they were, each with the reason', example: [] },
  reason: words('Why', 'User not found'),
} satisfies Notes;

export const fieldNotes: Notes = {
  ...people,
  ...offers,
  ...spins,
  ...vouchers,
  ...figures,
  ...lists,
  ...fraud,
};
