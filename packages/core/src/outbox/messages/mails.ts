export { buildMailContent } from './content.ts';
export { getMailLocale } from './mail-locale.ts';
export { renderHtml } from './render.ts';
