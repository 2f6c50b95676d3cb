import { configure, getConfig } from '@testing-library/react';

const { getElementError } = getConfig();

/** True while the library polls; its types do not declare this. */
const isWaiting = (): boolean => Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;

configure({
  // Screens load in parts and other tests use the processor, so one second is too short.
  asyncUtilTimeout: 15_000,
  // Polling repeats with each change of the page, but only the last failure is read, and `waitFor` adds the page to it.
  // Printing the page each time took a seventh of such a test.
  getElementError: (message, container) =>
    isWaiting() ? new Error(message ?? undefined) : getElementError(message, container),
});
