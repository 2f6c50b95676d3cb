/** The pages of both apps, as their servers and their routers know them. Anything else leads home. */

export const userPages = ['/', '/login', '/register', '/profile', '/legal', '/terms', '/privacy', '/fairness'] as const;

export const adminPages = [
  '/admin',
  '/admin/login',
  '/admin/register',
  '/admin/offers',
  '/admin/vouchers',
  '/admin/conversions',
  '/admin/fraud-detection',
  '/admin/admins',
  '/admin/audit',
] as const;

/** Is the path a page of the list? A slash at its end does not matter. */
export function isPageOf(pages: readonly string[], path: string): boolean {
  return pages.includes(path.length > 1 ? path.replace(/\/+$/, '') : path);
}
