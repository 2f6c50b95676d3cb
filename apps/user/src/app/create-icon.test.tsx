import { Eye, type IconNode, X } from 'lucide-react';
import * as eyeFile from 'lucide-react/icons/eye';
import * as xFile from 'lucide-react/icons/x';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import createIcon from './create-icon.ts';

/** An icon's drawing, which lucide's types do not declare. */
const getDrawing = (file: object) => (file as { __iconData: { node: IconNode } }).__iconData;

const read = (markup: string) => {
  const icon = new DOMParser().parseFromString(markup, 'image/svg+xml').documentElement;
  icon.classList.remove(...[...icon.classList].filter((name) => name.startsWith('lucide')));
  return [Object.fromEntries([...icon.attributes].map(({ name, value }) => [name, value])), icon.innerHTML];
};

test.each([
  ['hidden from screen readers', { 'aria-hidden': true, className: 'size-5' }],
  ['without attributes', {}],
  ['with a label', { 'aria-label': 'Close' }],
] as const)('draws the same icon as lucide: %s', (_, props) => {
  for (const [Lucide, file] of [
    [Eye, eyeFile],
    [X, xFile],
  ] as const) {
    const ours = createElement(createIcon(getDrawing(file)), props);
    expect(read(renderToStaticMarkup(ours))).toEqual(read(renderToStaticMarkup(createElement(Lucide, props))));
  }
});
