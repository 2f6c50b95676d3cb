import type { Dialect } from '@inaam/core/partners/dialects/dialect';
import { dialectOf } from '@inaam/core/partners/dialects/dialect-of';
import { knownNetworks } from '@inaam/core/partners/presets/presets';

/** Every known network as it calls where it is set up by its preset. */
export const dialects: readonly Dialect[] = knownNetworks.map((known) => dialectOf(known));
