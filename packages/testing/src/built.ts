import { inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    built: boolean;
  }
}

/** Whether the apps' `dist` folders are of the files that are tested: `npm test` has just built them. */
export const isBuilt = (): boolean => inject('built');
