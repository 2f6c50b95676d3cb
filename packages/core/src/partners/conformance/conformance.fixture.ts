import type { ConformanceCheck, ConformanceRun } from '@inaam/contracts/networks/conformance';
import type { NetworkSettings } from '@inaam/contracts/networks/networks';
import type { TestCore } from '@inaam/testing/core';
import type { Actor } from '../../kernel/actor.ts';
import { createNetwork } from '../networks/save.ts';
import { presets } from '../presets/presets.ts';
import { testNetwork } from './run.ts';

export const ORIGIN = 'http://localhost:3000';
export const SECRET = 'k3y-of-the-dashboard';

let networkCount = 0;
/** Creates a network from a preset and changes some of its settings. `payout_ceiling` is in paise. */
export async function makePresetNetwork(
  core: TestCore,
  admin: Actor,
  preset: string,
  over: Partial<NetworkSettings> = {},
): Promise<number> {
  const slug = `${preset}-${++networkCount}`;
  const network = await createNetwork(core.as(admin), { preset, secret: SECRET, ...over, slug });
  return network.network_id;
}

export const runConformanceTest = (core: TestCore, admin: Actor, networkId: number): Promise<ConformanceRun> =>
  testNetwork(core.as(admin), networkId);

export const failures = (checks: readonly ConformanceCheck[]): ConformanceCheck[] =>
  checks.filter(({ verdict }) => verdict === 'failed');

export const getPresetSettings = (id: string): NetworkSettings => {
  const preset = presets.find((each) => each.id === id);
  if (!preset) throw new Error(`there is no preset ${id}`);
  return preset.settings;
};
