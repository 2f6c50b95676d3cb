import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Folders of a data directory whose names begin so hold databases that were moved aside. */
export const ASIDE = 'before-';

/** The folders with databases that were moved aside. */
export const asideOf = (dataDir: string): string[] =>
  existsSync(dataDir)
    ? readdirSync(dataDir)
        .filter((name) => name.startsWith(ASIDE))
        .map((name) => join(dataDir, name))
    : [];
