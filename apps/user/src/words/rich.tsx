import { cloneElement, Fragment, type ReactElement, type ReactNode } from 'react';

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
