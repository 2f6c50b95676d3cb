import type { Page } from '@playwright/test';

/**
 * Opens an address within the running app, without a page load, which would cost a second of processor time. The caller
 * then waits for content that the previous page did not show.
 */
export const goWithinApp = (page: Page, url: string): Promise<void> =>
  page.evaluate((to) => history.pushState({}, '', to), url);
