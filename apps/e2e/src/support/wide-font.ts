import type { Page } from '@playwright/test';

/** A sample of the letters and figures on the screens. */
export const SAMPLE = 'Total Conversions: 12,345.67 in 30 days, Copy code';

/** The width of a character of the sample in DejaVu Sans, the widest font that systems usually have, in em. */
const WIDEST = { normal: 0.5185, semibold: 0.5796 };

/**
 * Increases a page's letter spacing so that its text is as wide as in the widest usual font. So layout faults that only
 * this font causes appear on every machine. Codes do not change, because all monospaced fonts are equally wide.
 * @param widest the minimum width of a character, in em
 */
export const setWideFont = (page: Page, widest = WIDEST): Promise<void> =>
  page.evaluate(
    ([sample, wanted]) => {
      const pen = document.createElement('canvas').getContext('2d');
      if (!pen || document.adoptedStyleSheets.length > 0) return;
      const family = getComputedStyle(document.body).fontFamily;
      const getSpacing = (weight: number, least: number) => {
        pen.font = `${weight} 100px ${family}`;
        return Math.max(0, least - pen.measureText(sample).width / 100 / sample.length).toFixed(4);
      };
      const bold = ':is(h1, h2, h3, strong, .font-semibold)';
      const [normal, semibold] = [getSpacing(400, wanted.normal), getSpacing(600, wanted.semibold)];
      // Uses no style element, which a content security policy would refuse.
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(`
        :not(.code, .font-mono, .code *, .font-mono *) { letter-spacing: ${normal}em !important }
        :is(${bold}, ${bold} :not(.font-normal)):not(.code, .font-mono, .code *, .font-mono *) {
          letter-spacing: ${semibold}em !important
        }`);
      document.adoptedStyleSheets.push(sheet);
    },
    [SAMPLE, widest] as const,
  );
