/**
 * The number of this test process, different for each process that Playwright starts in a run; undefined elsewhere.
 * Values that must differ between journeys are counted up, and each process has its own range of numbers. Random values
 * would sometimes be equal.
 */
export const getWorkerNumber = (): number | undefined => {
  const index = process.env['TEST_WORKER_INDEX'];
  return index === undefined ? undefined : Number(index);
};
