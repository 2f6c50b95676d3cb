import { Fragment, type ReactNode } from 'react';
import * as runtime from 'react/jsx-runtime';
import { separateText } from './separate-text.ts';

export type { JSX } from 'react/jsx-runtime';
export { Fragment };

type Props = { children?: ReactNode };

/** Text of elements and fragments is separated; what a component does with its children is its own affair. */
export const withSeparateText = <T>(type: T, props: Props): Props => {
  if (typeof type !== 'string' && (type as unknown) !== Fragment) return props;
  const children = separateText(type, props.children);
  return children === props.children ? props : { ...props, children };
};

type Make = (type: never, props: unknown, key?: string) => ReturnType<typeof runtime.jsx>;

export const jsx: Make = (type, props, key) => runtime.jsx(type, withSeparateText(type, props as Props), key);
export const jsxs: Make = (type, props, key) => runtime.jsxs(type, withSeparateText(type, props as Props), key);
