/**
 * The number of this test process, another one for each that Playwright starts in a run; undefined elsewhere. Values
 * that must differ between journeys count up in a block of each process: random ones would meet now and then.
 */
export const getWorkerNumber = (): number | undefined => {
  const index = process.env['TEST_WORKER_INDEX'];
  return index === undefined ? undefined : Number(index);
};
