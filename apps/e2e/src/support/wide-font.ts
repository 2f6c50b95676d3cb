import type { Page } from '@playwright/test';

/** Letters and figures as the screens have them. */
export const SAMPLE = 'Total Conversions: 12,345.67 in 30 days, Copy code';

/** What a character of the sample takes in DejaVu Sans, the widest font that a system usually brings; in em. */
const WIDEST = { normal: 0.5185, semibold: 0.5796 };

/**
 * Sets a page's letters so far apart that its text is as wide as in the widest usual font: what such a font cuts shows
 * on machines that have none. Codes stay as they are: fonts for those are equally wide.
 * @param widest what a character is to take at least, in em
 */
export const setWideFont = (page: Page, widest = WIDEST): Promise<void> =>
  page.evaluate(
    ([sample, wanted]) => {
      const pen = document.createElement('canvas').getContext('2d');
      if (!pen || document.adoptedStyleSheets.length > 0) return;
      const family = getComputedStyle(document.body).fontFamily;
      const missing = (weight: number, least: number) => {
        pen.font = `${weight} 100px ${family}`;
        return Math.max(0, least - pen.measureText(sample).width / 100 / sample.length).toFixed(4);
      };
      const bold = ':is(h1, h2, h3, strong, .font-semibold)';
      // Not an element: a content security policy would refuse its style.
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(`
        :not(.code, .font-mono, .code *, .font-mono *) { letter-spacing: ${missing(400, wanted.normal)}em !important }
        :is(${bold}, ${bold} :not(.font-normal)):not(.code, .font-mono, .code *, .font-mono *) {
          letter-spacing: ${missing(600, wanted.semibold)}em !important
        }`);
      document.adoptedStyleSheets.push(sheet);
    },
    [SAMPLE, widest] as const,
  );
