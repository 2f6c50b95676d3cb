/** Every address of the admin app, so that a link to a page that does not exist is a type error. */
export const paths = {
  dashboard: '/admin',
  login: '/admin/login',
  register: '/admin/register',
  offers: '/admin/offers',
  users: '/admin/users',
  user: '/admin/users/$userId',
  vouchers: '/admin/vouchers',
  conversions: '/admin/conversions',
  conversion: '/admin/conversions/$completionId',
  offerClicks: '/admin/offer-clicks',
  cases: '/admin/cases',
  fraud: '/admin/fraud-detection',
  networks: '/admin/networks',
  network: '/admin/networks/$networkId',
  admins: '/admin/admins',
  audit: '/admin/audit',
} as const;
