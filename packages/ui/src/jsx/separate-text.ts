import { createElement, Fragment, type ReactNode } from 'react';

/**
 * Puts each text that has other children as siblings into a `span` of its own; a text that is the only child stays.
 *
 * A browser that translates a page replaces each text node by `font` elements. React then fails when it removes such a
 * text node or inserts something before it (`NotFoundError`), and the screen is lost; an update of it is never seen.
 * React sets the text of an element whose only child is a text by `textContent`, which works in a translated page:
 * https://github.com/facebook/react/issues/11538
 * @param type the element's name, or `Fragment`
 * @param children as JSX has them
 * @returns the children with each element at the place where it was, so that no state is lost
 */
export function separateText(type: unknown, children: ReactNode): ReactNode {
  // The siblings of a fragment's children are not known here.
  if (type === Fragment && isText(children)) return separated(children);
  if (!Array.isArray(children)) return children;
  const parts = joinNeighbours(children as ReactNode[]);
  const [only, ...others] = parts.filter((part) => !isEmpty(part));
  if (type !== Fragment && others.length === 0 && isText(only)) return only;
  return parts.map((part) => separated(part));
}

/** Keys are given in lists only: elsewhere React knows a child by its place. */
function separated(part: ReactNode, key?: number): ReactNode {
  if (Array.isArray(part)) return joinNeighbours(part as ReactNode[]).map(separated);
  return isText(part) && String(part).trim() ? createElement('span', { key }, part) : part;
}

/** '3' and ' offers' are one text, which is also how a person and a translator read it. */
function joinNeighbours(children: readonly ReactNode[]): ReactNode[] {
  const parts: ReactNode[] = [];
  let first = -1;
  for (const child of children) {
    const joins = isText(child) && first >= 0;
    if (joins) parts[first] = `${parts[first] as string}${child}`;
    else if (!isEmpty(child)) first = isText(child) ? parts.length : -1;
    parts.push(joins ? null : child);
  }
  return parts;
}

const isText = (child: ReactNode): child is string | number =>
  typeof child === 'number' || (typeof child === 'string' && child !== '');

const isEmpty = (child: ReactNode): boolean => child == null || typeof child === 'boolean' || child === '';
