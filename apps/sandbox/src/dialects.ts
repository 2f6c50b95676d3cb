import { createDialect, type Dialect } from '@inaam/core/partners/dialects/dialects';
import { knownNetworks } from '@inaam/core/partners/presets/presets';

/** Every known network as it calls where it is set up by its preset. */
export const dialects: readonly Dialect[] = knownNetworks.map((known) => createDialect(known));
