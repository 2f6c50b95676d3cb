import { auditActions, nounLabel } from '@inaam/contracts/audit/actions';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** The compiler checks the audit actions of TypeScript code. This test checks the audit actions of SQL functions. */

let core: TestCore;
let functions: { name: string; source: string }[];

beforeAll(async () => {
  core = await createTestCore();
  functions = await core.database.sql`
    select p.proname as name, p.prosrc as source from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'public' and p.prosrc ~ 'write_audit|insert into audit_log'`;
});
afterAll(() => core.close());

/**
 * Finds actions in `write_audit(who, 'noun.verb', …` and `case … 'nouns.' … end || case … 'verb' … end`, where each
 * noun is combined with each verb.
 */
function parseActions(source: string): string[] {
  return [...source.matchAll(/write_audit\([^,]+,\s*('[a-z-]+\.[a-z_]+'|case [^,]+),/g)].flatMap(([, action = '']) => {
    if (!action.startsWith('case')) return [action.slice(1, -1)];
    const words = [...action.matchAll(/(?:then|else) '([^']+)'/g)].map(([, word = '']) => word);
    const isNoun = (word: string) => word.endsWith('.');
    return words.filter(isNoun).flatMap((noun) => words.filter((word) => !isNoun(word)).map((verb) => noun + verb));
  });
}

describe('audit entries written by the database', () => {
  test('have known actions', () => {
    const written = functions.flatMap(({ source }) => parseActions(source));
    expect(written).toEqual(expect.arrayContaining(['vouchers.use', 'addresses.block', 'devices.unblock']));
    expect(written.filter((action) => !auditActions.includes(action))).toEqual([]);
  });

  test('are all written by SQL that `parseActions` can parse', () => {
    for (const { name, source } of functions) {
      const calls = source.match(/write_audit\(/g)?.length ?? 0;
      expect([name, [...source.matchAll(/write_audit\([^,]+,\s*(?:'[a-z-]+\.[a-z_]+'|case [^,]+),/g)].length]).toEqual([
        name,
        calls,
      ]);
    }
    // `set_suspended` gets the action from its TypeScript caller, where the compiler checks the action.
    const direct = functions.filter(({ source }) => source.includes('insert into audit_log')).map(({ name }) => name);
    expect([...new Set(direct)].toSorted()).toEqual(['set_suspended', 'write_audit']);
  });
});

test('has a label for each noun', () => {
  const nouns = new Set(auditActions.map((action) => action.split('.')[0] ?? ''));
  // Nouns that are their own label.
  const own = [
    'admins',
    'cases',
    'devices',
    'networks',
    'offers',
    'operations',
    'pauses',
    'pictures',
    'postbacks',
    'users',
    'vouchers',
  ];
  expect([...nouns].filter((noun) => nounLabel(noun) === noun).toSorted()).toEqual(own);
});
