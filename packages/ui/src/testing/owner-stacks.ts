import * as React from 'react';

declare module 'react' {
  /** React's internal state, which its modules share; `recentlyCreatedOwnerStacks` exists in development only. */
  const __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: object;
}

// React records a stack for each created element, up to 10,000 a second, only for its own warnings. That took an eighth
// of the component tests' processor time.
Object.defineProperty(
  React.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE,
  'recentlyCreatedOwnerStacks',
  { get: () => Number.POSITIVE_INFINITY, set: () => {} },
);
