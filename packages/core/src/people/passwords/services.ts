export { createHashThreads } from './hash-threads.ts';
export { createPasswords, type PasswordOptions } from './passwords.ts';
export { CALLS_PER_MINUTE, createRateLimits, deleteExpiredLimits, LEASE_CALLS, noRateLimits } from './rate-limits.ts';
export { createSignInLimiter, noSignInLimiter } from './sign-in-limiter.ts';
export { createSignUpLimiter, noSignUpLimiter } from './sign-up-limiter.ts';
