import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Name prefix of the folders with databases that were moved aside (see `start-fresh.ts`). */
export const BACKUP_PREFIX = 'before-';

export const listBackups = (dataDir: string): string[] =>
  existsSync(dataDir)
    ? readdirSync(dataDir)
        .filter((name) => name.startsWith(BACKUP_PREFIX))
        .map((name) => join(dataDir, name))
    : [];
