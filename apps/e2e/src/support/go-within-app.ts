import type { Page } from '@playwright/test';

/**
 * Opens a URL within the running app without a page load, which would cost a second of processor time. The caller must
 * then wait for content that the previous page did not show.
 */
export const goWithinApp = (page: Page, url: string): Promise<void> =>
  page.evaluate((to) => history.pushState({}, '', to), url);
