import { createDialect, type Dialect } from '@inaam/core/partners/dialects/dialects';
import { knownNetworks } from '@inaam/core/partners/presets/presets';

/** The dialect of every known network with its preset settings. */
export const dialects: readonly Dialect[] = knownNetworks.map((known) => createDialect(known));
