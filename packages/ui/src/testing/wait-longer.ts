import { configure, getConfig } from '@testing-library/react';

const { getElementError } = getConfig();

/** Whether the library looks again and again for what it waits for; its types do not name this. */
const isWaiting = (): boolean => Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;

configure({
  // Screens are fetched in parts, and other tests want the processor: a test that waits for something waits for it, not
  // for a second.
  asyncUtilTimeout: 15_000,
  // What is not there yet is looked for again with each change of the page. Only the last failure is read by anybody,
  // and `waitFor` adds the page to that one itself: to write it out each time took a seventh of such a test.
  getElementError: (message, container) =>
    isWaiting() ? new Error(message ?? undefined) : getElementError(message, container),
});
