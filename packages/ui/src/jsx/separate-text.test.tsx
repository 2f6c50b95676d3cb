import { render } from '@testing-library/react';
import { Fragment, type ReactNode, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { translate } from '../testing/translate.ts';

it('does not wrap a text that is the only child', () => {
  const { container } = render(
    <p>
      {3} offers {'today'}
    </p>,
  );
  expect(container.innerHTML).toBe('<p>3 offers today</p>');
});

it('wraps a text next to an element in a span, joined with adjacent texts', () => {
  const { container } = render(
    <p>
      {3} offers <b>now</b> {''} and {['one ', <i key="i">two</i>]}
    </p>,
  );
  expect(container.innerHTML).toBe(
    '<p><span>3 offers </span><b>now</b><span>  and </span><span>one </span><i>two</i></p>',
  );
});

it('causes no key warning when a component passes on a text and an element as its children', () => {
  const warn = vi.spyOn(console, 'error').mockImplementation(() => {});
  const Term = ({ children }: { children: ReactNode }) => <p>{children}</p>;
  render(
    <Term>
      Google <b>verified</b>
    </Term>,
  );
  expect(warn).not.toHaveBeenCalled();
  warn.mockRestore();
});

it('joins the texts of an option', () => {
  const { container } = render(
    <select>
      <option>
        {5} rupees {null}
      </option>
    </select>,
  );
  expect(container.querySelector('option')?.innerHTML).toBe('5 rupees ');
});

it('keeps the state of a sibling when a text appears and disappears', () => {
  let creations = 0;
  function Sibling() {
    useState(() => {
      creations += 1;
    });
    return <i />;
  }
  const page = (text: string | null) => (
    <p>
      {text}
      <Sibling />
    </p>
  );
  const { rerender } = render(page(null));
  rerender(page('text'));
  rerender(page(null));
  expect(creations).toBe(1);
});

/** The ways in which React changes the siblings of a text. */
const changes = {
  'a text disappears': (is: boolean) => (
    <p>
      {is && 'Old'} <b>1</b>
    </p>
  ),
  'a text appears before an element': (is: boolean) => (
    <p>
      {is ? null : 'New'}
      <b>1</b>
    </p>
  ),
  'an element appears before a text': (is: boolean) => <p>{is ? null : <b>1</b>} offers</p>,
  'a number changes': (is: boolean) => (
    <p>
      <b>1</b> {is ? 1 : 2} offers
    </p>
  ),
  'a text in a fragment changes': (is: boolean) => (
    <p>
      <Fragment>{is ? 'Old' : 'New'}</Fragment>
      <b>1</b>
    </p>
  ),
  'a text replaces an element': (is: boolean) => <p>{is ? <b>1</b> : 'New'}</p>,
  'an element replaces a text': (is: boolean) => <p>{is ? 'Old' : <b>1</b>}</p>,
  'the only text changes': (is: boolean) => <p>{is ? 'Old' : 'New'}</p>,
  'a list of texts loses an item': (is: boolean) => (
    <p>
      {(is ? ['a', 'b'] : ['b']).map((text) => text)}
      <b>1</b>
    </p>
  ),
};

it.each(Object.entries(changes))('shows the change in a page that the browser translated: %s', (_, page) => {
  const { container, rerender } = render(page(true));
  translate(container);
  rerender(page(false));
  const fresh = render(page(false));
  expect(container.textContent).toBe(fresh.container.textContent);
  rerender(<p>gone</p>);
  expect(container.textContent).toBe('gone');
});
