/**
 * The number of this test process, different for each process that Playwright starts in a run; undefined elsewhere.
 * Values that must differ between journeys count up in a block per process: random values would sometimes be equal.
 */
export const getWorkerNumber = (): number | undefined => {
  const index = process.env['TEST_WORKER_INDEX'];
  return index === undefined ? undefined : Number(index);
};
