import { type SetupStep, setupSteps } from '@inaam/contracts/networks/setup';

/** A step of the set-up after the network was added. */
export type OpenStep = Exclude<SetupStep, 'network' | 'secret' | 'rate'>;

/** @returns undefined for a step before the network is added, and for any other text */
export const readOpenStep = (raw: unknown): OpenStep | undefined =>
  setupSteps.find((step): step is OpenStep => step === raw && ['address', 'offers', 'call'].includes(step));
