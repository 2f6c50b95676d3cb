import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';

/**
 * The length and range of every input field. A changed limit changes a line of `input-bounds.txt`; new inputs
 * are included automatically. Update the file with `npx vitest run packages/contracts/src/input-bounds -u`.
 */

const IS_ID = /^from 1$/;
/** Fields of every list, which `packages/router/src/page-caps.test.ts` tests. */
const LIST_FIELDS = /\.(?:page|limit|search)$/;
/** Fields of passkeys, which several inputs contain. They are listed once, under the names of the passkey schemas. */
const PASSKEY_FIELDS = /^(?!passkey(?:Assertion|Registration)\b).*\.(?:answer|made)\./;

function describeLimit(check: unknown): string | undefined {
  const { def } = (check as { _zod: { def: Record<string, unknown> } })._zod;
  const { value, minimum, maximum, inclusive } = def;
  const isNoLimit = Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;
  switch (def['check']) {
    case 'min_length':
      return `at least ${String(minimum)} long`;
    case 'max_length':
      return `at most ${String(maximum)} long`;
    case 'greater_than':
      return isNoLimit ? undefined : `${inclusive ? 'from' : 'above'} ${String(value)}`;
    case 'less_than':
      return isNoLimit ? undefined : `${inclusive ? 'to' : 'below'} ${String(value)}`;
    default:
      return undefined;
  }
}

type Limits = Map<string, Set<string>>;

/** Collects the limits of a schema and its nested schemas. */
function collect(schema: unknown, path: string, limits: Limits): void {
  if (!(schema instanceof z.core.$ZodType)) return;
  const def = schema._zod.def as unknown as Record<string, unknown>;
  const list = (key: string) => (def[key] ?? []) as unknown[];
  for (const check of list('checks')) {
    const limit = describeLimit(check);
    if (limit !== undefined) limits.set(path, (limits.get(path) ?? new Set()).add(limit));
  }
  for (const [name, field] of Object.entries(def['shape'] ?? {})) collect(field, `${path}.${name}`, limits);
  collect(def['element'], `${path}[]`, limits);
  collect(def['keyType'], `${path}{name}`, limits);
  collect(def['valueType'], `${path}{}`, limits);
  for (const part of ['innerType', 'in', 'out', 'left', 'right']) collect(def[part], path, limits);
  for (const part of [...list('options'), ...list('items')]) collect(part, path, limits);
}

test('matches the reviewed bounds of all inputs', async () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  const limits: Limits = new Map();
  for (const file of files.toSorted()) {
    const exported = (await import(join(import.meta.dirname, file))) as Record<string, unknown>;
    for (const [name, schema] of Object.entries(exported))
      if (/Input$|^passkey(?:Assertion|Registration)$/.test(name)) collect(schema, name, limits);
  }
  const lines = [...limits]
    .map(([path, of]) => [path, [...of].toSorted().join(', ')] as const)
    .filter(([path, of]) => !IS_ID.test(of) && !LIST_FIELDS.test(path) && !PASSKEY_FIELDS.test(path))
    .map(([path, of]) => `${path}: ${of}`)
    .toSorted();
  expect(lines.length).toBeGreaterThan(100);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('input-bounds.txt');
});
