import axe from 'axe-core';
import { expect } from 'vitest';

/**
 * No violations that axe can find in the page as it stands, or in the modal that is open over it. What needs a layout
 * (contrast, sizes) is not seen without one: the journeys look at that in a browser.
 */
export async function expectAccessible(): Promise<void> {
  const { violations } = await axe.run(document.querySelector('[role=dialog], [role=alertdialog]') ?? document.body, {
    // A page's frame (its title, its landmarks) is looked at by the journeys as well; `region` needs all of it.
    rules: { 'color-contrast': { enabled: false }, 'target-size': { enabled: false }, region: { enabled: false } },
    resultTypes: ['violations'],
  });
  const told = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join('\n  ')}`,
  );
  expect(told.join('\n')).toBe('');
}
