import { cloneElement, Fragment, type ReactElement, type ReactNode } from 'react';

/** An e-mail address in a text: where it does not fit, its line breaks after the `@` rather than within a word. */
export function Address({ children = '' }: { children?: string }) {
  const at = children.indexOf('@') + 1;
  return (
    <strong className="wrap-anywhere">
      {children.slice(0, at)}
      <wbr />
      {children.slice(at)}
    </strong>
  );
}

/** `<name>words</name>` in a text. */
const TAG = /<(\w+)>(.*?)<\/\1>/;

/**
 * A text with what stands between its tags as a screen shows it: `rich('New? <link>Join</link>', { link: <a … /> })`.
 */
export function rich(text: string, parts: Record<string, ReactElement>): ReactNode {
  const found = TAG.exec(text);
  if (!found) return text;
  const [whole, name = '', words = ''] = found;
  const part = parts[name];
  const rest = text.slice(found.index + whole.length);
  return (
    <>
      {text.slice(0, found.index)}
      <Fragment key={name}>{part ? cloneElement(part, {}, words) : words}</Fragment>
      {rich(rest, parts)}
    </>
  );
}
