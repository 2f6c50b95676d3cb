/**
 * Pages of both apps, for servers and routers. The pages that links in mails open are in email-paths.ts. Any other path
 * redirects to the start page. A segment `$name` is a record id: digits without a leading 0.
 */

export const userPaths = {
  offers: '/',
  vouchers: '/vouchers',
  profile: '/profile',
  account: '/account',
  notifications: '/notifications',
  fairness: '/fairness',
  login: '/login',
  register: '/register',
  legal: '/legal',
  terms: '/terms',
  privacy: '/privacy',
} as const;

export const userPages: readonly string[] = Object.values(userPaths);

export const adminPaths = {
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
  addNetwork: '/admin/networks/new',
  network: '/admin/networks/$networkId',
  networkSetup: '/admin/networks/$networkId/setup',
  admins: '/admin/admins',
  approvals: '/admin/approvals',
  audit: '/admin/audit',
  securityEvents: '/admin/security-events',
  operations: '/admin/operations',
  messages: '/admin/messages',
  webhooks: '/admin/webhooks',
} as const;

export const adminPages: readonly string[] = /* @__PURE__ */ Object.values(adminPaths);

/** 15 digits stay below the largest safe integer. */
const RECORD_ID = /^[1-9]\d{0,14}$/;

const matches = (page: string, path: string): boolean => {
  const [pattern, segments] = [page.split('/'), path.split('/')];
  return (
    pattern.length === segments.length &&
    pattern.every((segment, i) =>
      segment.startsWith('$') ? RECORD_ID.test(segments[i] ?? '') : segment === segments[i],
    )
  );
};

/** Checks whether the list contains the path. A trailing slash is ignored. */
export function isPagePath(pages: readonly string[], path: string): boolean {
  const bare = path.length > 1 ? path.replace(/\/+$/, '') : path;
  return pages.some((page) => matches(page, bare));
}
