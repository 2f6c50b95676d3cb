export { createGuesses, unlimitedGuesses } from './guesses.ts';
export { createPasswords, type HashCost, type PasswordOptions } from './passwords.ts';
export { CALLS_PER_MINUTE, createRateLimits, deleteExpiredLimits, LEASE, noRateLimits } from './rate-limits.ts';
export { createSignUpBudget, noSignUpBudget } from './sign-up-budget.ts';
