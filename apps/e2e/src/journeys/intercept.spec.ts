import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { dropAnswer, intercept, rewrite, stopIntercepting } from '../support/intercept.ts';
import { test as base, narrow } from '../support/journey.ts';

/** Each test must end without an error while an intercepted call is in flight. The server never answers the calls. */

const CALL = 'user.offers.list';

const test = base.extend<object, { server: Server }>({
  // One server for all tests: closing its connections after a test would make the calls in flight fail.
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from this pattern
    async ({}, use) => {
      const server = createServer((request, response) => {
        if (request.url === '/') response.setHeader('content-type', 'text/html').end('<!doctype html><title>A page');
      });
      server.listen(0, 'localhost');
      await once(server, 'listening');
      await use(server);
      server.closeAllConnections();
      server.close();
    },
    { scope: 'worker' },
  ],
});

const open = (page: Page, server: Server): Promise<unknown> =>
  page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);

/** Makes a call in the page and waits until the interception forwards it. */
async function call(page: Page, server: Server): Promise<void> {
  const arriving = once(server, 'request');
  await page.evaluate((procedure) => {
    fetch(`/trpc/${procedure}`).catch(() => undefined);
  }, CALL);
  await arriving;
}

const rewritten = rewrite((answer) => answer);

test('ends while a rewritten call is in flight', { tag: narrow }, async ({ page, server }) => {
  await open(page, server);
  await intercept(page, CALL, rewritten);
  await call(page, server);
});

test('ends while a call is in flight, if only one call was to be intercepted', { tag: narrow }, async ({
  page,
  server,
}) => {
  await open(page, server);
  await intercept(page, CALL, dropAnswer, 1);
  await call(page, server);
});

test('ends while a call is in flight, after its interception was stopped', { tag: narrow }, async ({
  page,
  server,
}) => {
  await open(page, server);
  await intercept(page, CALL, rewritten);
  await call(page, server);
  await stopIntercepting(page, CALL);
});

test('ends while calls of a second page and of a second context are in flight', { tag: narrow }, async ({
  page,
  context,
  browser,
  server,
}) => {
  const elsewhere = await browser.newContext();
  for (const each of [page, await context.newPage(), await elsewhere.newPage()]) {
    await open(each, server);
    await intercept(each, CALL, rewritten);
    await call(each, server);
  }
});

test('ends after a page and a context were closed while their calls were in flight', { tag: narrow }, async ({
  context,
  browser,
  server,
}) => {
  const page = await context.newPage();
  const elsewhere = await browser.newContext();
  for (const each of [page, await elsewhere.newPage()]) {
    await open(each, server);
    await intercept(each, CALL, rewritten);
    await call(each, server);
  }
  await page.close();
  await elsewhere.close();
});
