import { defineConfig } from 'oxlint';

/** Faults that need types or a sharp eye. Formatting is biome's, import bans are those of infra/tools/boundaries. */
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
    // Rows of raw SQL, messages between processes and parsed JSON are asserted where they come in.
    'typescript/no-unsafe-type-assertion': 'off',
    // Both forms mean the same with packages that export both.
    'import/no-named-as-default-member': 'off',
    'import/no-unassigned-import': ['error', { allow: ['**/*.css', '@inaam/testing/database'] }],
    // A fresh array may be sorted in place, and a helper may stand beside the one place that uses it.
    'unicorn/no-array-sort': 'off',
    'unicorn/consistent-function-scoping': 'off',
    // The compiler knows which functions return on every path, and says so by type.
    'typescript/consistent-return': 'off',
    // Texts of unknown values are made at the edges alone (addresses, forms, browser components), where they are texts.
    'typescript/no-base-to-string': 'off',
    'typescript/no-generated-empty-object-type': 'off',
    // A reader of untyped JSON names its result by a type parameter.
    'typescript/no-unnecessary-type-parameters': 'off',
    // Our objects of functions are closures: taking one out of its object loses nothing.
    'typescript/unbound-method': 'off',
    'promise/always-return': 'off',
    // tRPC calls a router's own description `_def`.
    'eslint/no-underscore-dangle': 'off',
    // Fastify awaits its handlers; this rule is about Express.
    'oxc/no-async-endpoint-handlers': 'off',
    // Does not see that callbacks and other turns of the event loop change the variable.
    'eslint/no-unmodified-loop-condition': 'off',
    // For the React compiler, which this workspace does not run.
    'react/purity': 'off',
    'react/incompatible-library': 'off',
    'react/set-state-in-effect': 'off',
    'react/exhaustive-effect-dependencies': 'off',
    // A live region or a meter that is a div is announced the same; a scrolling region must be reachable by keyboard.
    'jsx-a11y/prefer-tag-over-role': 'off',
    'jsx-a11y/no-noninteractive-tabindex': ['error', { roles: ['region', 'tabpanel'], tags: [] }],
  },
  overrides: [
    {
      files: ['**/*.test.ts', '**/*.test.tsx'],
      plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'promise', 'vitest'],
      rules: {
        // A text that comes out wrong fails the test that makes it.
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
      // A procedure is a schema, a permission and one call: what writes or reads opens its transaction in the core.
      files: ['packages/router/src/**'],
      rules: {
        'eslint/no-restricted-properties': [
          'error',
          ...['read', 'write', 'move', 'rehearse'].map((property) => ({
            property,
            message: 'The kernel is opened by commands and queries of the core: hand them `ctx.command` or the kernel.',
          })),
        ],
      },
    },
    // Playwright reads from the pattern which fixtures a fixture needs: none is written as an empty one.
    { files: ['apps/e2e/src/**'], rules: { 'eslint/no-empty-pattern': 'off' } },
  ],
});
