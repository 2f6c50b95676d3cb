import axe from 'axe-core';
import { expect } from 'vitest';

/**
 * Expects no axe violations on the page, or in the modal that covers it. Rules that need a layout (contrast, sizes) are
 * tested by the journeys in a browser.
 */
export async function expectAccessible(): Promise<void> {
  const { violations } = await axe.run(document.querySelector('[role=dialog], [role=alertdialog]') ?? document.body, {
    // `region` needs the page's frame, which the journeys test.
    rules: { 'color-contrast': { enabled: false }, 'target-size': { enabled: false }, region: { enabled: false } },
    resultTypes: ['violations'],
  });
  const messages = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join('\n  ')}`,
  );
  expect(messages.join('\n')).toBe('');
}
