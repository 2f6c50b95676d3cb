import { Fragment, type ReactNode } from 'react';
import { jsx as reactJsx } from 'react/jsx-runtime';
import { separateText } from './separate-text.ts';

export type { JSX } from 'react/jsx-runtime';
export { Fragment };

type Props = { children?: ReactNode };

/**
 * In elements and fragments, wraps text that has or may have siblings in a `span`: see {@link separateText}. Components
 * get their children unchanged.
 */
export const withSeparateText = (type: unknown, props: Props): Props =>
  typeof type === 'string' || type === Fragment ? { ...props, children: separateText(type, props.children) } : props;

/** `jsx` and `jsxs` are the same function in React's production build. */
export const jsx = (type: never, props: unknown, key?: string) =>
  reactJsx(type, withSeparateText(type, props as Props), key);
export { jsx as jsxs };
