/**
 * A separate style in cool colours, so that these pages are not mistaken for the product. Designed for 360 px first.
 */
export const stylesheet = `
:root {
  color-scheme: light dark;
  --background: light-dark(#eef2f4, #12181b);
  --surface: light-dark(#ffffff, #1a2226);
  --text: light-dark(#18242b, #e4ecef);
  --muted: light-dark(#4d5f69, #9fb1ba);
  --line: light-dark(#cfd9de, #34424a);
  --control: light-dark(#6f838e, #71858f);
  --accent: light-dark(#0b6472, #5cc3d2);
  --on-accent: light-dark(#ffffff, #06222a);
  --good: light-dark(#e3f3e8, #16301f);
  --good-text: light-dark(#14532d, #a6e3b8);
  --bad: light-dark(#fbe9e7, #3a1b18);
  --bad-text: light-dark(#8a1c12, #f5b3ab);
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; max-width: 480px; padding: 16px; background: var(--background); color: var(--text);
  font: 16px/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums;
}
header { display: flex; align-items: center; justify-content: space-between; gap: 12px; padding: 4px 4px 16px; }
header p { margin: 0; }
.by { font-weight: 600; }
.label {
  padding: 2px 10px; border: 1px dashed var(--accent); border-radius: 999px; color: var(--accent);
  font-size: 14px; font-weight: 600;
}
main { padding: 20px; background: var(--surface); border: 1px solid var(--line); border-radius: 14px; }
h1 { margin: 0; font-size: 24px; line-height: 1.25; overflow-wrap: anywhere; }
h2 { margin: 24px 0 12px; font-size: 16px; }
h1 + p { margin: 4px 0 0; color: var(--muted); }
a { color: var(--accent); }
dl, dd { margin: 0; }
.facts { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; margin: 16px 0; }
dt { color: var(--muted); font-size: 14px; }
.facts dd { font-size: 20px; font-weight: 600; overflow-wrap: anywhere; }
.notice { margin: 16px 0; padding: 12px 14px; border: 1px solid var(--line); border-radius: 8px;
  overflow-wrap: anywhere; }
.notice p { margin: 0; }
.good { background: var(--good); border-color: transparent; color: var(--good-text); }
.bad { background: var(--bad); border-color: transparent; color: var(--bad-text); }
details { margin-top: 8px; font-size: 14px; }
summary { min-height: 24px; cursor: pointer; }
pre, code { font: 14px/1.5 ui-monospace, monospace; }
pre { margin: 4px 0 0; white-space: pre-wrap; }
form { display: grid; gap: 12px; }
button {
  min-height: 48px; padding: 8px 16px; border: 1px solid var(--control); border-radius: 8px; background: transparent;
  color: inherit; font: inherit; font-weight: 600; cursor: pointer;
}
.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
button:hover { filter: brightness(0.96); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.hint, .small, footer { color: var(--muted); font-size: 14px; }
.small { display: grid; gap: 4px; padding-top: 12px; border-top: 1px solid var(--line); }
.small div { display: flex; gap: 8px; }
.small dt { flex: 0 0 96px; }
.small dd { min-width: 0; overflow-wrap: anywhere; }
.mails { margin: 16px 0; padding: 0; list-style: none; display: grid; gap: 8px; }
.mails a { display: grid; gap: 2px; padding: 12px 14px; border: 1px solid var(--line); border-radius: 8px;
  color: inherit; text-decoration: none; }
.mails a:hover { border-color: var(--accent); }
.mails .subject { font-weight: 600; overflow-wrap: anywhere; }
.mails .mail { display: flex; justify-content: space-between; gap: 12px; }
.mails time { flex: none; }
.search { display: grid; grid-template-columns: 1fr auto; gap: 8px; align-items: end; margin-top: 16px; }
.wide { max-width: 720px; }
iframe { display: block; width: 100%; height: 640px; margin-top: 16px; border: 1px solid var(--line);
  border-radius: 8px; background: #fff; color-scheme: light dark; }
.calls { display: grid; gap: 12px; }
.calls dt { color: var(--text); }
.accounts { margin: 16px 0; padding: 0; list-style: none; display: grid; gap: 8px; }
.account { display: flex; align-items: center; gap: 12px; text-align: left; border-color: var(--line); }
.initials {
  flex: none; display: grid; place-items: center; width: 36px; height: 36px; border-radius: 50%;
  background: var(--accent); color: var(--on-accent); font-size: 14px;
}
.who { display: grid; min-width: 0; }
.mail { color: var(--muted); font-size: 14px; font-weight: 400; overflow-wrap: anywhere; }
.fields label { display: grid; gap: 4px; min-width: 0; font-size: 14px; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; }
.fields input:not([type=checkbox]) {
  min-height: 44px; width: 100%; padding: 8px 12px; border: 1px solid var(--control); border-radius: 8px;
  background: var(--background); color: inherit; font: inherit; font-size: 16px;
}
.fields .tick { display: flex; align-items: center; gap: 10px; min-height: 32px; }
.tick input { width: 20px; height: 20px; margin: 0; accent-color: var(--accent); }
footer { padding: 0 4px; }
@media (min-width: 600px) { body { padding-top: 48px; } main { padding: 28px; } }
`;
