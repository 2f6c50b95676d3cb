import type { MessageKind } from '@inaam/contracts/messages/messages';
import { contentOf } from '@inaam/core/messages/content';
import { htmlOf } from '@inaam/core/messages/render';
import { speechOf } from '@inaam/core/messages/speech';
import { messageExamples } from '@inaam/testing/factories/messages';
import axe from 'axe-core';
import { expect, narrow, test } from '../support/journey.ts';

/** Every mail as a phone shows it, 360 pixels wide, light and dark. */

const reader = {
  brandName: 'Inaam',
  appOrigin: 'https://app.example.com',
  firstName: 'Venkatanarasimharajuvaripeta',
  hasAccount: false,
};
const frame = {
  brandName: reader.brandName,
  appOrigin: reader.appOrigin,
  supportEmail: 'support@example.com',
  unsubscribeUrl: `${reader.appOrigin}/unsubscribe?token=${'x'.repeat(120)}`,
};

test('every mail fits a phone and can be read in both themes', { tag: narrow }, async ({ page }) => {
  const all = Object.keys(messageExamples) as MessageKind[];
  for (const [kind, language] of all.flatMap((each) => [[each, 'en'] as const, [each, 'hi'] as const])) {
    const speech = speechOf(language);
    const write = contentOf[kind] as (facts: object, to: object) => Parameters<typeof htmlOf>[0];
    await page.setContent(htmlOf(write(messageExamples[kind], { ...reader, ...speech }), { ...frame, speech }));
    const wider = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(await wider(), `${kind} in ${language} is wider than the screen`).toBeLessThanOrEqual(0);
    // Colours and markup are the same in every language.
    if (language !== 'en') continue;
    await page.evaluate(axe.source);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const found = await page.evaluate(
        async (rules) => {
          const { violations } = await (window as unknown as { axe: typeof axe }).axe.run({
            ...(rules && { runOnly: { type: 'rule', values: rules } }),
            // A mail is no page of a site: it has no landmarks.
            ...(!rules && { rules: { region: { enabled: false }, 'landmark-one-main': { enabled: false } } }),
            resultTypes: ['violations'],
            preload: false,
          });
          return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
        },
        colorScheme === 'dark' ? ['color-contrast'] : undefined,
      );
      expect(found, `${kind} in the ${colorScheme} theme`).toEqual([]);
    }
  }
});
