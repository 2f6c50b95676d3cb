import * as React from 'react';

declare module 'react' {
  /** React's own state, which its modules share; `recentlyCreatedOwnerStacks` is there in development alone. */
  const __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: object;
}

// For each element React notes where it was made, by the stack of an error, up to 10,000 times in a second: only its
// own warnings say it. It took an eighth of the component tests' processor time.
Object.defineProperty(
  React.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE,
  'recentlyCreatedOwnerStacks',
  { get: () => Number.POSITIVE_INFINITY, set: () => {} },
);
