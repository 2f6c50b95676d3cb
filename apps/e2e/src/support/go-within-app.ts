import type { Page } from '@playwright/test';

/**
 * Goes to an address of the running app, which loads nothing again: a load costs a second of processor time. The caller
 * then waits for content that the previous page did not show.
 */
export const goWithinApp = (page: Page, url: string): Promise<void> =>
  page.evaluate((to) => history.pushState({}, '', to), url);
