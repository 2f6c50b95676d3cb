import { createDialect, type Dialect } from '@inaam/core/partners/dialects/dialects';
import { knownNetworks } from '@inaam/core/partners/presets/presets';

/** How each known network writes its postbacks, with the network's preset settings. */
export const dialects: readonly Dialect[] = knownNetworks.map((known) => createDialect(known));
