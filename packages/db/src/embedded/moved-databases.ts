import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Folders of a data directory whose names begin so hold databases that were moved aside. */
export const BACKUP_PREFIX = 'before-';

/** The folders with databases that were moved aside. */
export const listBackups = (dataDir: string): string[] =>
  existsSync(dataDir)
    ? readdirSync(dataDir)
        .filter((name) => name.startsWith(BACKUP_PREFIX))
        .map((name) => join(dataDir, name))
    : [];
