import { type SetupStep, setupSteps } from '@inaam/contracts/networks/setup';

/** A step of a network that was added. */
export type OpenStep = Exclude<SetupStep, 'network' | 'secret' | 'rate'>;

/** @returns undefined for any other text, and for a step before the network is added */
export const readOpenStep = (raw: unknown): OpenStep | undefined =>
  setupSteps.find((step): step is OpenStep => step === raw && ['address', 'offers', 'call'].includes(step));
