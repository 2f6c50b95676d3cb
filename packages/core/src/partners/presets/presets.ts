import type { NetworkPreset } from '@inaam/contracts/networks/networks';
import { offerwallPresets } from './offerwalls.ts';
import { surveyPresets } from './surveys.ts';
import { trackerPresets } from './trackers.ts';
import { unsignedPresets } from './unsigned.ts';
import { whiteLabelPresets } from './white-label.ts';

/** What an admin starts from; each is data alone. Their golden cases are in presets.test.ts. */
export const presets: readonly NetworkPreset[] = [
  ...offerwallPresets,
  ...whiteLabelPresets,
  ...surveyPresets,
  ...unsignedPresets,
  ...trackerPresets,
].toSorted((a, b) => a.label.localeCompare(b.label));
