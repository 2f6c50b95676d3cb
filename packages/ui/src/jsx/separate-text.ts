import { createElement, Fragment, type ReactNode } from 'react';

/** Elements that may hold text only, so that their texts are joined instead. */
const TEXT_ONLY = new Set<unknown>(['option', 'textarea', 'title', 'style', 'script']);

/**
 * Puts each text that has other children as siblings into a `span` of its own; a text that is the only child stays.
 *
 * A browser that translates a page replaces each text node by `font` elements. React then fails when it removes such a
 * text node or inserts something before it (`NotFoundError`), and the screen is lost; an update of it is never seen.
 * React sets the text of an element whose only child is a text by `textContent`, which works in a translated page:
 * https://github.com/facebook/react/issues/11538
 * @param type the element's name, or `Fragment`; SVG has `tspan` for this and is not translated in parts, so it is left alone there
 * @param children as JSX has them
 * @returns the children with each element at the place where it was, so that no state is lost
 */
export function separateText(type: unknown, children: ReactNode): ReactNode {
  // The siblings of a fragment's children are not known here.
  if (type === Fragment && isText(children)) return separated(children);
  if (!Array.isArray(children) || type === 'text' || type === 'tspan') return children;
  const parts = joinNeighbours(children as ReactNode[]);
  const shown = parts.filter((part) => !isEmpty(part));
  if (TEXT_ONLY.has(type) || (shown.length === 1 && typeof type === 'string' && isText(shown[0])))
    return shown.every(isText) ? shown.join('') : children;
  return parts.map((part) => separated(part));
}

/** Keys are given in lists only: elsewhere React knows a child by its place. */
function separated(part: ReactNode, key?: number): ReactNode {
  if (Array.isArray(part)) return joinNeighbours(part as ReactNode[]).map(separated);
  if (!isText(part) || !String(part).trim()) return part;
  return createElement('span', key === undefined ? null : { key: `text ${key}` }, part);
}

/** '3' and ' offers' are one text, which is also how a person and a translator read it. */
function joinNeighbours(children: readonly ReactNode[]): ReactNode[] {
  const parts: ReactNode[] = [];
  let first: number | undefined;
  for (const child of children) {
    const joins = isText(child) && first !== undefined;
    parts.push(joins ? null : child);
    if (joins && first !== undefined) parts[first] = `${String(parts[first])}${child}`;
    if (isText(child)) first ??= parts.length - 1;
    else if (!isEmpty(child)) first = undefined;
  }
  return parts;
}

const isText = (child: ReactNode): child is string | number | bigint =>
  (typeof child === 'string' && child !== '') || typeof child === 'number' || typeof child === 'bigint';

const isEmpty = (child: ReactNode): boolean =>
  child === null || child === undefined || typeof child === 'boolean' || child === '';
