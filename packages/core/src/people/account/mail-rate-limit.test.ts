import { createTestCore, type TestCore } from '@inaam/testing/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limitMails } from './mail-rate-limit.ts';

let core: TestCore;
beforeAll(async () => {
  core = await createTestCore();
});
afterAll(() => core.close());

const requestMail = (email: string, ip: string | null = null) => {
  const { mail, rateLimits } = core.services;
  return limitMails({ rateLimits, mail: { ...mail, mailer: { ...mail.mailer, isOn: true } } }, email, ip);
};
const tooMany = { code: 'TOO_MANY_REQUESTS' };

test('limits all spellings of a mailbox together to five mails an hour', async () => {
  const spellings = [
    'as.ha@gmail.com',
    'asha@gmail.com',
    'a.sha+1@gmail.com',
    'asha+2@googlemail.com',
    'asha@gmail.com',
  ];
  for (const email of spellings) await requestMail(email);
  for (const email of ['a.s.h.a@gmail.com', 'asha+7@googlemail.com']) {
    await expect(requestMail(email)).rejects.toMatchObject(tooMany);
  }
  await requestMail('ashar@gmail.com');
  // On other hosts, an address with a dot is another mailbox.
  for (let i = 0; i < 5; i++) await requestMail('as.ha@example.com');
  await requestMail('asha@example.com');
});

test('limits the callers at one IP address to 60 mails an hour', async () => {
  for (let i = 0; i < 60; i++) await requestMail(`person-${i}@example.com`, '203.0.113.60');
  await expect(requestMail('person-60@example.com', '203.0.113.60')).rejects.toMatchObject(tooMany);
  await requestMail('person-61@example.com', '203.0.113.61');
});
