import type { MessageKind } from '@inaam/contracts/messages/messages';
import { buildMailContent, getMailLocale, renderHtml } from '@inaam/core/outbox/messages/mails';
import { messageExamples } from '@inaam/testing/factories/messages';
import axe from 'axe-core';
import { expect, narrow, test } from '../support/journey.ts';

/** Checks every mail on a phone that is 360 pixels wide. */

const reader = {
  brandName: 'Inaam',
  appOrigin: 'https://app.example.com',
  firstName: 'Venkatanarasimharajuvaripeta',
  isVerified: true,
  hasAccount: false,
};
const frame = {
  brandName: reader.brandName,
  appOrigin: reader.appOrigin,
  supportEmail: 'support@example.com',
  unsubscribeUrl: `${reader.appOrigin}/unsubscribe?token=${'x'.repeat(120)}`,
};

test('fits every mail on a phone, readable in both themes', { tag: narrow }, async ({ page }) => {
  const all = Object.keys(messageExamples) as MessageKind[];
  for (const [kind, language] of all.flatMap((each) => [[each, 'en'] as const, [each, 'hi'] as const])) {
    const speech = getMailLocale(language);
    const write = buildMailContent[kind] as (facts: object, to: object) => Parameters<typeof renderHtml>[0];
    await page.setContent(renderHtml(write(messageExamples[kind], { ...reader, ...speech }), { ...frame, speech }));
    const measureOverflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(await measureOverflow(), `${kind} in ${language} is wider than the screen`).toBeLessThanOrEqual(0);
    // Colours are the same in every language, so English is checked in the light theme, and Hindi in the dark theme.
    const colorScheme = language === 'en' ? 'light' : 'dark';
    await page.emulateMedia({ colorScheme });
    await page.evaluate(axe.source);
    const found = await page.evaluate(async () => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run({
        // A mail is not a page of a site, so it has no landmarks.
        rules: { region: { enabled: false }, 'landmark-one-main': { enabled: false } },
        resultTypes: ['violations'],
        preload: false,
      });
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    });
    expect(found, `${kind} in ${language}, ${colorScheme}`).toEqual([]);
  }
});
