import { createElement, Fragment, type ReactNode } from 'react';

/**
 * Wraps each text that has sibling elements in a `span`. A text that is the only child stays as it is.
 *
 * A browser that translates a page replaces text nodes by `font` elements. React then throws `NotFoundError` when it
 * removes such a text node or inserts something before it, and the page does not show updates of the text. React sets
 * the text of an element with a single text child by `textContent`, which works on a translated page.
 * Source: https://github.com/facebook/react/issues/11538
 * @param type the element's name, or `Fragment`
 * @returns the children, each at its former position, so that React keeps their state
 */
export function separateText(type: unknown, children: ReactNode): ReactNode {
  // The siblings of a fragment are unknown here, so its text is always wrapped.
  if (type === Fragment && isText(children)) return wrapText(children);
  if (!Array.isArray(children)) return children;
  const parts = joinNeighbours(children as ReactNode[]);
  const [only, ...others] = parts.filter((part) => !isEmpty(part));
  if (type !== Fragment && others.length === 0 && isText(only)) return only;
  return parts.map(wrapText);
}

/** Wraps texts. The key is the position: a component may pass children on as a list, in which React requires keys. */
function wrapText(part: ReactNode, key?: number): ReactNode {
  if (Array.isArray(part)) return joinNeighbours(part as ReactNode[]).map(wrapText);
  return isText(part) && String(part).trim() ? createElement('span', { key }, part) : part;
}

/** Joins adjacent texts, such as '3' and ' offers', which a translator reads as one. */
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
