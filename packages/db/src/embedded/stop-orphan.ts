/**
 * `node packages/db/src/embedded/stop-orphan.ts <data directory>`: stops the PostgreSQL that a process which was
 * killed has left behind. Does nothing while the owner of the directory lives.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { stopOrphan } from './orphan.ts';
import { livingOwner } from './owner.ts';
import { placeOf } from './place.ts';

const dataDir = resolve(process.argv[2] ?? '.data');
if (existsSync(dataDir) && livingOwner(dataDir) === null) await stopOrphan(placeOf(dataDir).cluster);
