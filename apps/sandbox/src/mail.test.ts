import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openSandbox } from './sandbox.fixture.ts';

let sandbox: Awaited<ReturnType<typeof openSandbox>>;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => sandbox.close());

/** Sends a mail over plain SMTP (RFC 5321) to the sandbox's server. */
async function send(to: string, subject: string, body: string): Promise<void> {
  const { url } = (await sandbox.app.inject({ url: '/smtp.json' })).json<{ url: string }>();
  const { hostname, port } = new URL(url);
  const socket = createConnection(Number(port), hostname);
  const message = [
    'From: Inaam <hello@inaam.example>',
    `To: ${to}`,
    `Subject: ${subject}`,
    `Message-ID: <${randomUUID()}@inaam.example>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/alternative; boundary=b',
    '',
    '--b\r\nContent-Type: text/plain\r\n',
    body,
    '--b\r\nContent-Type: text/html\r\n',
    `<html><head></head><body><p>${body}</p></body></html>`,
    '--b--',
  ].join('\r\n');
  const lines = ['EHLO test', 'MAIL FROM:<hello@inaam.example>', `RCPT TO:<${to}>`, 'DATA', `${message}\r\n.`, 'QUIT'];
  await once(socket, 'data');
  for (const line of lines) {
    socket.write(`${line}\r\n`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    if (!/^[23]/.test(answer.toString())) throw new Error(`${line}: ${answer.toString()}`);
  }
  socket.destroy();
}

let to: string;
beforeEach(() => {
  to = `${randomUUID()}@example.com`;
});
const get = (url: string) => sandbox.app.inject({ url });

test('lists the mails to an address newest first, with their plain text and HTML', async () => {
  await send(to, 'First', 'one');
  await send(to, 'Second', 'two');
  await send(`other-${to}`, 'Other', 'three');
  const { messages } = (await get(`/mail.json?to=${to.toUpperCase()}`)).json<{ messages: Record<string, string>[] }>();
  expect(messages.map(({ subject }) => subject)).toEqual(['Second', 'First']);
  expect(messages[0]).toMatchObject({ to, text: expect.stringContaining('two'), html: expect.stringContaining('<p>') });
  expect(Date.parse(messages[0]?.at ?? '')).not.toBeNaN();
});

test('shows an empty mailbox', async () => {
  expect((await get(`/mail.json?to=${to}`)).json()).toEqual({ messages: [] });
  expect((await get(`/mail?to=${to}`)).body).toContain(`No mail to ${to} yet.`);
});

test('shows a mail without running its scripts', async () => {
  await send(to, 'Hello &lt;there', '<script>alert(1)</script>');
  const list = (await get(`/mail?to=${to}`)).body;
  const link = /href="(\/mail\/[^"?]+)"/.exec(list)?.[1] ?? '';
  const page = await get(link);
  expect(page.body).toContain('<h1>Hello &amp;lt;there</h1>');
  expect(page.body).not.toContain('<script>');
  const inside = await get(`${link}/html`);
  expect(inside.headers['content-security-policy']).toMatch(/^default-src 'none';.*; sandbox /);
  expect((await get('/mail/none')).statusCode).toBe(400);
});
