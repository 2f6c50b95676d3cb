import type { NetworkPreset } from '@inaam/contracts/networks/networks';
import { specOf } from '@inaam/dialects/table';
import { disagreements } from './disagreements.ts';
import { presets } from './presets.ts';

let told: NetworkPreset[] | undefined;

/** The presets, with what other sources say otherwise among what an operator has to check. */
export function presetsToCheck(): NetworkPreset[] {
  told ??= presets.map((preset) => {
    const spec = specOf(preset.id);
    return { ...preset, unconfirmed: [...preset.unconfirmed, ...(spec ? disagreements(preset, spec) : [])] };
  });
  return told;
}
