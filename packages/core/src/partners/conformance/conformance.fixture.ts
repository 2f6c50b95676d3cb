import type { ConformanceCheck, ConformanceRun } from '@inaam/contracts/networks/conformance';
import type { NetworkSettings } from '@inaam/contracts/networks/networks';
import type { TestCore } from '@inaam/testing/core';
import type { Actor } from '../../kernel/actor.ts';
import { createNetwork } from '../networks/save.ts';
import { presets } from '../presets/presets.ts';
import { testNetwork } from './run.ts';

/** What tests of the conformance test share. */

export const ORIGIN = 'http://localhost:3000';
export const SECRET = 'k3y-of-the-dashboard';

let made = 0;
/** A network from a preset, with what its admin set otherwise. `payout_ceiling` in paise, as inputs come out. */
export async function networkOf(
  core: TestCore,
  admin: Actor,
  preset: string,
  over: Partial<NetworkSettings> = {},
): Promise<number> {
  const slug = `${preset}-${++made}`;
  const network = await createNetwork(core.as(admin), { preset, secret: SECRET, ...over, slug });
  return network.network_id;
}

export const runOf = (core: TestCore, admin: Actor, networkId: number): Promise<ConformanceRun> =>
  testNetwork(core.as(admin), networkId);

export const failures = (checks: readonly ConformanceCheck[]): ConformanceCheck[] =>
  checks.filter(({ verdict }) => verdict === 'failed');

export const settingsOf = (id: string): NetworkSettings => {
  const found = presets.find((preset) => preset.id === id);
  if (!found) throw new Error(`there is no preset ${id}`);
  return found.settings;
};
