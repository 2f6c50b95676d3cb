import { inject } from 'vitest';

/** Whether the apps' `dist` folders are of the files that are tested: `npm test` has just built them. */
export type Built = boolean;

declare module 'vitest' {
  export interface ProvidedContext {
    built: Built;
  }
}

export const isBuilt = (): Built => inject('built');
