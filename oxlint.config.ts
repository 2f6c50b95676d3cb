import { defineConfig } from 'oxlint';

/**
 * Rules for mistakes that only types show, or that are easy to miss. biome formats the code; infra/tools/boundaries
 * bans imports.
 */
export default defineConfig({
  plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'promise'],
  categories: { correctness: 'error', suspicious: 'error' },
  ignorePatterns: ['**/dist/**', 'infra/tools/boundaries/fixtures/**', 'infra/tools/checks/fixtures/**'],
  rules: {
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/await-thenable': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    'typescript/consistent-type-imports': 'error',
    'import/no-cycle': 'error',
    'react/rules-of-hooks': 'error',
    'react/exhaustive-deps': 'error',
    // The JSX transform imports what it needs.
    'react/react-in-jsx-scope': 'off',
    // The types of raw SQL rows, messages between processes and parsed JSON are asserted where the data arrives.
    'typescript/no-unsafe-type-assertion': 'off',
    // For a package that exports both `x.name` and `name`, both mean the same.
    'import/no-named-as-default-member': 'off',
    'import/no-unassigned-import': ['error', { allow: ['**/*.css', '@inaam/testing/database'] }],
    // A new array may be sorted in place, and a helper may be next to the only code that uses it.
    'unicorn/no-array-sort': 'off',
    'unicorn/consistent-function-scoping': 'off',
    // The compiler checks by type which functions return on every path.
    'typescript/consistent-return': 'off',
    // The code converts values of type `unknown` to text only where they are known to be texts.
    'typescript/no-base-to-string': 'off',
    'typescript/no-generated-empty-object-type': 'off',
    // Functions that read untyped JSON take the type of the result as a type parameter.
    'typescript/no-unnecessary-type-parameters': 'off',
    // The functions in our objects are closures that do not use `this`, so they work without their object.
    'typescript/unbound-method': 'off',
    'promise/always-return': 'off',
    // tRPC calls a router's own description `_def`.
    'eslint/no-underscore-dangle': 'off',
    // Fastify awaits its handlers; this rule is about Express.
    'oxc/no-async-endpoint-handlers': 'off',
    // The rule does not see changes of the variable by callbacks and other turns of the event loop.
    'eslint/no-unmodified-loop-condition': 'off',
    // For the React compiler, which this workspace does not run.
    'react/purity': 'off',
    'react/incompatible-library': 'off',
    'react/set-state-in-effect': 'off',
    'react/exhaustive-effect-dependencies': 'off',
    // Screen readers announce a div with the role of a live region or a meter the same as the tag for it. A scrolling
    // region must be reachable by keyboard.
    'jsx-a11y/prefer-tag-over-role': 'off',
    'jsx-a11y/no-noninteractive-tabindex': ['error', { roles: ['region', 'tabpanel'], tags: [] }],
  },
  overrides: [
    {
      files: ['**/*.test.ts', '**/*.test.tsx'],
      plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'promise', 'vitest'],
      rules: {
        // If a test builds a wrong text, it fails anyway.
        'typescript/restrict-template-expressions': 'off',
        'typescript/require-array-sort-compare': 'off',
        'typescript/no-unnecessary-type-assertion': 'off',
        'typescript/no-unnecessary-template-expression': 'off',
        'vitest/no-focused-tests': 'error',
        'vitest/no-disabled-tests': 'error',
        'vitest/no-identical-title': 'error',
        'vitest/valid-expect': ['error', { maxArgs: 2 }],
      },
    },
    {
      // A procedure is a schema, a permission and one call. The core opens transactions for reads and writes.
      files: ['packages/router/src/**'],
      rules: {
        'eslint/no-restricted-properties': [
          'error',
          ...['read', 'write', 'runIdempotent', 'rehearse'].map((property) => ({
            property,
            message: 'Only commands and queries of the core open transactions: pass them `ctx.command` or the kernel.',
          })),
        ],
      },
    },
    // Playwright reads the fixtures from the first parameter, so a test without fixtures has an empty pattern.
    { files: ['apps/e2e/src/**'], rules: { 'eslint/no-empty-pattern': 'off' } },
  ],
});
