import { fireEvent, waitFor } from '@testing-library/react';
import { expect } from 'vitest';

/** Finds a button by its text. A query by role is slow, because it reads the style of every element and its parents. */
const findButton = (text: string | RegExp): HTMLElement => {
  const found = [...document.querySelectorAll('button')].filter(({ textContent }) =>
    typeof text === 'string' ? textContent === text : text.test(textContent),
  );
  expect(found, `buttons ${text}`).toHaveLength(1);
  return found[0] as HTMLElement;
};

/** Presses the only button with a text. */
export const press = (text: string | RegExp): void => void fireEvent.click(findButton(text));

/** Waits for the only button with a text, and presses it. */
export const pressOnceShown = async (text: string | RegExp): Promise<void> =>
  void fireEvent.click(await waitFor(() => findButton(text)));
