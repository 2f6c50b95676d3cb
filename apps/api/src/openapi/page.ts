/**
 * The page that shows an API description and sends test calls. Scripts and styles are files, because the content
 * security policy forbids inline ones.
 */

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** @param files base path of the scripts and styles, such as `/api/reference` */
export const renderReferencePage = (title: string, files: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${escapeHtml(title)}</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="${files}/swagger-ui.css" />
    <link rel="stylesheet" href="${files}/theme.css" />
    <script src="${files}/swagger-ui-bundle.js" defer></script>
    <script src="${files}/start.js" defer></script>
  </head>
  <body>
    <main id="reference"></main>
    <noscript>This page needs JavaScript. The description itself is at openapi.json in this folder.</noscript>
  </body>
</html>
`;

/** @param description URL path of the description as JSON */
export const startScript = (description: string): string => `SwaggerUIBundle({
  url: ${JSON.stringify(description)},
  domNode: document.getElementById('reference'),
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: -1,
  displayRequestDuration: true,
  tryItOutEnabled: true,
  validatorUrl: null,
  syntaxHighlight: { activated: true, theme: 'nord' },
});
`;

/** Restyles the viewer with the colours and sizes of the product; packages/ui/src/theme.css explains each. */
export const THEME = `:root {
  color-scheme: light dark;
  --background: light-dark(#f8f6f3, #151311);
  --surface: light-dark(#ffffff, #1f1b16);
  --sunken: light-dark(#f2ede4, #100e0b);
  --line: light-dark(#e7dfd2, #39322a);
  --edge: light-dark(#8a7f6f, #857a6b);
  --text: light-dark(#211c15, #f5efe6);
  --muted: light-dark(#665c4e, #b5a998);
  --accent: light-dark(#7d4a14, #dfa75a);
  --accent-text: light-dark(#ffffff, #251600);
  --get: light-dark(#1d5fbf, #8fb8ff);
  --post: light-dark(#17693f, #6fcf97);
  --put: light-dark(#7d5300, #e9c15c);
  --delete: light-dark(#b3261e, #ff9c8f);
  --focus: light-dark(#1d5fbf, #8fb8ff);
}
body { margin: 0; background: var(--background); }
#reference :is(*, .swagger-ui) { font-family: system-ui, sans-serif; }
#reference :is(code, pre, pre *, textarea.body-param__text, .opblock-summary-path *, .parameter__name, .prop-type) {
  font-family: ui-monospace, monospace;
}
.swagger-ui, .swagger-ui :is(
  p, li, label, table, th, td, h1, h2, h3, h4, h5, a.nostyle, .info .title, .opblock-tag,
  .opblock .opblock-summary-path,
  .opblock .opblock-summary-description, .opblock-description-wrapper p, .opblock .opblock-section-header h4,
  .parameter__name,
  .parameter__type, .parameter__in, .response-col_status, .response-col_links, .responses-inner h4, .responses-inner h5,
  .tab li, .tab li button.tablinks, .model, .model-title, .prop-name, .renderedMarkdown p, .json-schema-2020-12,
  .json-schema-2020-12-accordion, .json-schema-2020-12__title, .json-schema-2020-12-property,
  .json-schema-2020-12-keyword__name, .servers-title, .btn, .dialog-ux .modal-ux, .dialog-ux .modal-ux *,
  .loading-container .loading::after
) { color: var(--text); }
.swagger-ui :is(
  .opblock-tag small, .opblock .opblock-summary-description, .parameter__type, .parameter__in, .prop-format,
  .response-control-media-type__title,
  .json-schema-2020-12-keyword__value, .json-schema-2020-12__attribute, .json-schema-2020-12-keyword--description,
  .parameter__name.required::after,
  .info .base-url, .info .title small, .tab li, .response-undocumented
) { color: var(--muted); }
.swagger-ui .wrapper { max-width: 1080px; padding: 0 16px; box-sizing: border-box; }
.swagger-ui .info { margin: 32px 0 16px; }
.swagger-ui .info .title { font-size: 24px; font-weight: 600; }
.swagger-ui .info .title small { background: var(--sunken); border-radius: 8px; top: 0; vertical-align: middle; }
.swagger-ui .info .title small.version-stamp { background: var(--sunken); }
.swagger-ui .info .title small pre { color: var(--muted); }
.swagger-ui .info p { font-size: 14px; line-height: 1.5; max-width: 80ch; margin-inline: 0; }
#reference :is(.schemes-server-container, .response-col_links),
  .swagger-ui .response-control-media-type__accept-message { display: none; }
.swagger-ui .info a { color: var(--accent); }
.swagger-ui .scheme-container { background: none; box-shadow: none; padding: 0 0 16px; margin: 0; }
.swagger-ui .opblock-tag { border-bottom: 1px solid var(--line); font-size: 16px; font-weight: 600; padding: 12px 0; }
.swagger-ui .opblock-tag small { font-size: 14px; font-weight: 400; }
.swagger-ui .opblock { border: 1px solid var(--line); border-radius: 14px; box-shadow: none; margin: 0 0 8px;
  background: var(--surface); overflow: hidden; }
.swagger-ui .opblock .opblock-summary { border: 0; padding: 8px 12px; }
.swagger-ui .opblock.is-open .opblock-summary { border-bottom: 1px solid var(--line); }
#reference .opblock .opblock-summary-method {
  text-shadow: none; min-width: 64px; padding: 4px 0; text-align: left; font-size: 12px; font-weight: 600;
}
.swagger-ui .opblock.opblock-get .opblock-summary-method.opblock-summary-method { background: none; color: var(--get); }
.swagger-ui .opblock.opblock-post .opblock-summary-method.opblock-summary-method {
  background: none; color: var(--post); }
.swagger-ui .opblock.opblock-put .opblock-summary-method.opblock-summary-method { background: none; color: var(--put); }
.swagger-ui .opblock.opblock-delete .opblock-summary-method.opblock-summary-method {
  background: none; color: var(--delete); }
.swagger-ui .opblock:is(.opblock-get, .opblock-post, .opblock-put, .opblock-delete) { background: var(--surface);
  border-color: var(--line); }
.swagger-ui .opblock .opblock-summary-path { font-size: 14px; font-weight: 600; word-break: normal;
  overflow-wrap: anywhere; }
.swagger-ui .opblock .opblock-section-header { background: var(--sunken); box-shadow: none; padding: 4px 16px;
  min-height: 44px; }
.swagger-ui .opblock .opblock-section-header h4 { font-size: 14px; font-weight: 600; }
.swagger-ui .opblock.opblock.opblock .tab-header .tab-item.active h4 span::after { background: var(--accent); }
.swagger-ui :is(.opblock-body pre.microlight, .highlight-code > .microlight, .opblock-body pre.example) {
  background: light-dark(#2a251e, #100e0b) !important; border-radius: 8px; color: #f5efe6 !important; font-size: 12px;
}
.swagger-ui .renderedMarkdown code, .swagger-ui .info code, .swagger-ui .markdown code {
  background: var(--sunken); color: var(--text); border-radius: 4px; padding: 1px 4px;
}
.swagger-ui :is(input[type="text"], input[type="password"], input[type="email"], textarea, select) {
  background: var(--surface); color: var(--text); border: 1px solid var(--edge); border-radius: 8px; box-shadow: none;
  font-size: 14px; min-height: 40px;
}
.swagger-ui select { background-image: none; padding: 4px 12px; appearance: auto; }
.swagger-ui textarea { max-width: 100%; }
#reference textarea.body-param__text { min-height: 200px; }
.swagger-ui .btn {
  border-color: var(--edge); border-radius: 8px; box-shadow: none; min-height: 40px; font-weight: 600; }
#reference .btn.execute { background: var(--accent); border-color: var(--accent); color: var(--accent-text); }
#reference .btn.authorize, #reference .btn.authorize span { color: var(--accent); border-color: var(--accent); }
#reference .btn.authorize { display: inline-flex; align-items: center; gap: 8px; padding: 0 20px; }
#reference .btn.authorize span { float: none; padding: 0; }
#reference .auth-container { border-color: var(--line); }
#reference .auth-btn-wrapper { justify-content: flex-start; gap: 8px; }
#reference .auth-btn-wrapper .btn { margin: 0; }
#reference .btn.authorize svg path { fill: var(--accent); }
#reference .btn.cancel { color: var(--delete); border-color: var(--delete); background: none; }
.swagger-ui .dialog-ux .modal-ux { background: var(--surface); border: 1px solid var(--line); border-radius: 14px;
  max-width: 640px; min-width: 0; width: calc(100% - 32px); }
.swagger-ui .dialog-ux .modal-ux-header { border-color: var(--line); }
#reference :is(button, .btn) svg:is(*, * > *) { fill: currentColor; }
#reference button:is(.expand-operation, .authorization__btn, .opblock-control-arrow, .close-modal) {
  color: var(--muted); }
#reference button:is(.expand-operation, .authorization__btn, .opblock-control-arrow, .close-modal) svg path {
  fill: var(--muted); }
#reference .view-line-link.copy-to-clipboard { display: none; }
#reference .scheme-container .schemes { justify-content: flex-start; }
#reference .scheme-container :is(.auth-wrapper, .btn) { margin: 0; }
.swagger-ui .json-schema-2020-12 { background: var(--sunken); border-radius: 8px; margin: 8px 0; }
.swagger-ui :is(.json-schema-2020-12-accordion, .json-schema-2020-12-expand-deep-button) { background: none; }
.swagger-ui .json-schema-2020-12-expand-deep-button { color: var(--accent); }
.swagger-ui :is(table thead tr td, table thead tr th, .response-col_status, .parameters-col_description) {
  border-color: var(--line); }
.swagger-ui .parameter__name.required { color: var(--text); }
#reference .parameter__name.required :is(span, sup), #reference .parameter__name.required::after {
  color: var(--delete); }
#reference :is(.examples-select__section-label, .body-param-options label, .body-param-options label span) {
  color: var(--text); }
#reference .highlight-code:has(.download-contents) .microlight { padding-bottom: 48px; }
.swagger-ui .model-box, .swagger-ui section.models { background: none; border-color: var(--line); }
.swagger-ui :focus-visible, body :focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
@media (max-width: 640px) {
  .swagger-ui .opblock-tag { display: grid; grid-template-columns: 1fr auto; }
  .swagger-ui .opblock-tag small { grid-row: 2; padding: 0; }
  .swagger-ui .opblock .opblock-summary-wrapper, .swagger-ui .opblock .opblock-summary-control { flex-wrap: wrap; }
  #reference .opblock-summary-method { flex-basis: 100%; padding: 0; }
  #reference .opblock-summary-path-description-wrapper { padding: 0; }
  #reference :is(.parameters, .responses-table) thead { display: none; }
  .swagger-ui .opblock .opblock-summary-description { flex-basis: 100%; }
  .swagger-ui :is(.parameters, .responses-table) :is(tbody, thead, tr, td, th) { display: block; width: auto !important;
    box-sizing: border-box; }
  .swagger-ui .parameters-col_name { padding: 8px 0 0; }
  .swagger-ui table tbody tr td { padding: 8px 0 0; min-width: 0; }
  .swagger-ui table tbody tr td:first-of-type { max-width: none; min-width: 0; }
  .swagger-ui :is(input, textarea, select) { max-width: 100% !important; width: 100%; box-sizing: border-box; }
  .swagger-ui .opblock-body :is(pre, .highlight-code) { max-width: 100%; }
  .swagger-ui .responses-inner, .swagger-ui .table-container { padding: 8px 12px; }
}
`;
