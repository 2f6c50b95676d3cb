import * as runtime from 'react/jsx-dev-runtime';
import { withSeparateText } from './jsx-runtime.ts';

export { Fragment } from 'react';
export type { JSX } from 'react/jsx-runtime';

type JsxDev = (type: never, props: object, key: string | undefined, isStatic: boolean, ...rest: unknown[]) => unknown;

/** What the development build calls; the same as `jsx` and `jsxs`. */
export const jsxDEV: JsxDev = (type, props, ...rest) =>
  (runtime as unknown as { jsxDEV: JsxDev }).jsxDEV(type, withSeparateText(type, props), ...rest);
