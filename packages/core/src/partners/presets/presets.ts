import type { FeedPreset } from '@inaam/contracts/networks/feed';
import type { NetworkPreset } from '@inaam/contracts/networks/networks';
import { adgate } from './adgate.ts';
import { adgem } from './adgem.ts';
import { adgemV3 } from './adgem-v3.ts';
import { admob } from './admob.ts';
import { affise } from './affise.ts';
import { ayet } from './ayet.ts';
import { bitlabs } from './bitlabs.ts';
import { cake } from './cake.ts';
import { cpalead } from './cpalead.ts';
import { cpx } from './cpx.ts';
import type { KnownNetwork } from './define-network.ts';
import { everflow } from './everflow.ts';
import { impact } from './impact.ts';
import { keitaro } from './keitaro.ts';
import { kiwiwall } from './kiwiwall.ts';
import { lootably } from './lootably.ts';
import { monlix } from './monlix.ts';
import { mychips } from './mychips.ts';
import { notik } from './notik.ts';
import { offertoro } from './offertoro.ts';
import { ogads } from './ogads.ts';
import { pollfish } from './pollfish.ts';
import { pubscale } from './pubscale.ts';
import { revtoo } from './revtoo.ts';
import { tapjoy } from './tapjoy.ts';
import { theoremreach } from './theoremreach.ts';
import { timewall } from './timewall.ts';
import { tune } from './tune.ts';
import { wannads } from './wannads.ts';
import { wannadsClassic } from './wannads-classic.ts';
import { whiteLabelWall } from './white-label-wall.ts';

/** All known networks, one file each. */
export const knownNetworks: readonly KnownNetwork[] = [
  adgate,
  adgem,
  adgemV3,
  admob,
  affise,
  ayet,
  bitlabs,
  cake,
  cpalead,
  cpx,
  everflow,
  impact,
  keitaro,
  kiwiwall,
  lootably,
  monlix,
  mychips,
  notik,
  offertoro,
  ogads,
  pollfish,
  pubscale,
  revtoo,
  tapjoy,
  theoremreach,
  timewall,
  tune,
  wannads,
  wannadsClassic,
  whiteLabelWall,
].toSorted((a, b) => a.preset.label.localeCompare(b.preset.label));

/** The presets for new networks. */
export const presets: readonly NetworkPreset[] = knownNetworks.map(({ preset }) => preset);

export { ownPreset } from './defaults.ts';

/** The presets for new feeds. */
export const feedPresets: readonly FeedPreset[] = knownNetworks.flatMap(({ feed }) => feed ?? []);
