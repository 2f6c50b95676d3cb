/**
 * `node packages/db/src/embedded/stop-leftover.ts <data directory>`: stops the PostgreSQL that a killed process left
 * running. Does nothing while the owner of the directory lives.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { stopLeftover } from './leftover.ts';
import { locateCluster } from './location.ts';
import { livingOwner } from './owner.ts';

const dataDir = resolve(process.argv[2] ?? '.data');
if (existsSync(dataDir) && livingOwner(dataDir) === null) await stopLeftover(locateCluster(dataDir).cluster);
