import { auditActions, nounLabel } from '@inaam/contracts/audit/actions';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/**
 * TypeScript writes through a type that knows all actions; of what the database's own functions write, only this test
 * knows.
 */

let core: TestCore;
let functions: { name: string; source: string }[];

beforeAll(async () => {
  core = await createTestCore();
  functions = await core.database.sql`
    select p.proname as name, p.prosrc as source from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'public' and p.prosrc ~ 'write_audit|insert into audit_log'`;
});
afterAll(() => core.close());

/** `write_audit(who, 'noun.verb', …`, or `case … 'nouns.' … end || case … 'verb' … end`: each noun with each verb. */
function actionsIn(source: string): string[] {
  return [...source.matchAll(/write_audit\([^,]+,\s*('[a-z-]+\.[a-z_]+'|case [^,]+),/g)].flatMap(([, action = '']) => {
    if (!action.startsWith('case')) return [action.slice(1, -1)];
    const words = [...action.matchAll(/(?:then|else) '([^']+)'/g)].map(([, word = '']) => word);
    const isNoun = (word: string) => word.endsWith('.');
    return words.filter(isNoun).flatMap((noun) => words.filter((word) => !isNoun(word)).map((verb) => noun + verb));
  });
}

describe('what the database writes into the audit log', () => {
  test('has its words', () => {
    const written = functions.flatMap(({ source }) => actionsIn(source));
    expect(written).toEqual(expect.arrayContaining(['vouchers.use', 'addresses.block', 'devices.unblock']));
    expect(written.filter((action) => !auditActions.includes(action))).toEqual([]);
  });

  test('is written nowhere that this test does not read', () => {
    for (const { name, source } of functions) {
      const calls = source.match(/write_audit\(/g)?.length ?? 0;
      expect([name, [...source.matchAll(/write_audit\([^,]+,\s*(?:'[a-z-]+\.[a-z_]+'|case [^,]+),/g)].length]).toEqual([
        name,
        calls,
      ]);
    }
    // `set_suspended` is told its action by its caller, which has it of the type.
    const direct = functions.filter(({ source }) => source.includes('insert into audit_log')).map(({ name }) => name);
    expect([...new Set(direct)].toSorted()).toEqual(['set_suspended', 'write_audit']);
  });
});

test('each noun has its words', () => {
  const nouns = new Set(auditActions.map((action) => action.split('.')[0] ?? ''));
  // These are their own words.
  const own = [
    'addresses',
    'admins',
    'cases',
    'devices',
    'networks',
    'offers',
    'pictures',
    'postbacks',
    'users',
    'vouchers',
  ];
  expect([...nouns].filter((noun) => nounLabel(noun) === noun).toSorted()).toEqual(own);
});
