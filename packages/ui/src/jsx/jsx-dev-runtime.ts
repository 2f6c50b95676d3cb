import * as runtime from 'react/jsx-dev-runtime';
import { withSeparateText } from './jsx-runtime.ts';

export { Fragment } from 'react';
export type { JSX } from 'react/jsx-runtime';

type Props = Parameters<typeof withSeparateText>[1];
type JsxDev = (type: never, props: Props, key: string | undefined, isStatic: boolean, ...rest: unknown[]) => unknown;

/**
 * The development build calls this function instead of `jsx` and `jsxs`. React requires static children as an array.
 */
export const jsxDEV: JsxDev = (type, props, key, isStatic, ...rest) => {
  const separated = withSeparateText(type, props);
  const make = (runtime as unknown as { jsxDEV: JsxDev }).jsxDEV;
  return make(type, separated, key, isStatic && Array.isArray(separated.children), ...rest);
};
