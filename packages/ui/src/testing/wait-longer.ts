import { configure, getConfig } from '@testing-library/react';

const { getElementError } = getConfig();

configure({
  // Screens are fetched in parts, and other tests want the processor: a test that waits for something waits for it, not
  // for a second.
  asyncUtilTimeout: 15_000,
  // What is not there yet is looked for again with each change of the page. Only the last failure is read by anybody,
  // and `waitFor` adds the page to that one itself: to write it out each time took most of the time of such a test.
  getElementError: (message, container) =>
    getConfig()._disableExpensiveErrorDiagnostics ? new Error(message ?? '') : getElementError(message, container),
});
