import { fireEvent, waitFor } from '@testing-library/react';
import { expect } from 'vitest';

/** By its text: a query by role reads the style of every element and its parents, each time that it waits. */
const findButton = (text: string | RegExp): HTMLElement => {
  const found = [...document.querySelectorAll('button')].filter(({ textContent }) =>
    typeof text === 'string' ? textContent === text : text.test(textContent),
  );
  expect(found, `buttons ${text}`).toHaveLength(1);
  return found[0] as HTMLElement;
};

/** Presses the only button with a text. */
export const press = (text: string | RegExp): void => void fireEvent.click(findButton(text));

/** Presses it as soon as it is there. */
export const pressOnceShown = async (text: string | RegExp): Promise<void> =>
  void fireEvent.click(await waitFor(() => findButton(text)));
