import type { NetworkPreset } from '@inaam/contracts/networks/networks';
import { offerwallPresets } from './offerwalls.ts';
import { surveyPresets } from './surveys.ts';
import { unsignedPresets } from './unsigned.ts';

/** What an admin starts from; each is data alone. Their golden cases are in presets.test.ts. */
export const presets: readonly NetworkPreset[] = [...offerwallPresets, ...surveyPresets, ...unsignedPresets].toSorted(
  (a, b) => a.label.localeCompare(b.label),
);
