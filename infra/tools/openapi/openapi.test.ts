import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { descriptions } from '../../../apps/api/src/openapi/descriptions.ts';
import { madeFiles } from './files.ts';

describe('what is made from the schemas', () => {
  test('is checked in as it is made: run npm run openapi after a change', async () => {
    for (const { path, text } of await madeFiles()) expect(readFileSync(path, 'utf8') === text, path).toBe(true);
  });

  test('would be stale after any change of a schema', () => {
    const { app } = descriptions();
    const checkedIn = readFileSync(new URL('../../../apps/api/openapi/app.json', import.meta.url), 'utf8');
    const properties = app.components.schemas['Offer']?.properties ?? {};
    delete properties['title'];
    expect(`${JSON.stringify(app, null, 2)}\n`).not.toBe(checkedIn);
  });
});
