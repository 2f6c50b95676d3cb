import { configure, getConfig } from '@testing-library/react';

const { getElementError } = getConfig();

/** True while the library polls; the library's types do not declare this flag. */
const isWaiting = (): boolean => Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;

configure({
  // Screens load in parts and other tests use the processor, so one second is too short.
  asyncUtilTimeout: 15_000,
  // The library polls after each change of the page, but only the last failure is read, and `waitFor` adds the printed
  // page to that failure. Printing the page at each poll took a seventh of the time of such a test.
  getElementError: (message, container) =>
    isWaiting() ? new Error(message ?? undefined) : getElementError(message, container),
});
