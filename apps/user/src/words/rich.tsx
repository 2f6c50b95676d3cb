import { cloneElement, Fragment, type ReactElement, type ReactNode } from 'react';

/** An e-mail address in a text. It moves to the next line as a whole, and breaks only if it is longer than a line. */
export const Address = ({ children }: { children?: string }) => (
  <strong className="inline-block max-w-full wrap-anywhere">{children}</strong>
);

/** `<name>words</name>` in a text. */
const TAG = /<(\w+)>(.*?)<\/\1>/;

/** A text whose tags are replaced by elements: `replaceTags('New? <link>Join</link>', { link: <a … /> })`. */
export function replaceTags(text: string, parts: Record<string, ReactElement>): ReactNode {
  const found = TAG.exec(text);
  if (!found) return text;
  const [whole, name = '', words = ''] = found;
  const part = parts[name];
  const rest = text.slice(found.index + whole.length);
  return (
    <>
      {text.slice(0, found.index)}
      <Fragment key={name}>{part ? cloneElement(part, {}, words) : words}</Fragment>
      {replaceTags(rest, parts)}
    </>
  );
}
