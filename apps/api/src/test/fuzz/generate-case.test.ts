import { describe, expect, test } from 'vitest';
import { descriptions } from '../../openapi/descriptions.ts';
import type { Answer } from '../support/client.ts';
import type { FuzzCase } from './case.ts';
import { findFault } from './check-response.ts';
import { generateCase, listOperations } from './generate-case.ts';

const { app, admin } = descriptions();
const operations = [...listOperations('app', app), ...listOperations('admin', admin)];

describe('a case', () => {
  test('is the same for the same seed and number, and differs for another seed or number', () => {
    const texts = (seed: number) =>
      Array.from({ length: 300 }, (_, i) => JSON.stringify(generateCase(operations, seed, i)));
    expect(texts(7)).toEqual(texts(7));
    const both = new Set([...texts(7), ...texts(8)]);
    expect(both.size).toBeGreaterThan(570);
  });
});

describe('the verdict', () => {
  const fuzzCase: FuzzCase = {
    host: 'app',
    caller: 'anonymous',
    method: 'POST',
    url: '/api/login.php',
    headers: {},
    payload: '{}',
    call: 'POST /api/login.php',
    isDocumented: true,
  };
  const headers = { 'content-type': 'application/json; charset=utf-8', 'x-content-type-options': 'nosniff' };
  const judge = (answer: Partial<Answer>, changes: Partial<FuzzCase> = {}) =>
    findFault(
      { ...fuzzCase, ...changes },
      { status: 400, headers, body: { error: 'email: is required' }, ...answer },
      app,
    );

  test('accepts a documented error', () => {
    expect(judge({})).toBeUndefined();
  });

  test.each<[string, Partial<Answer>]>([
    ['is 500', { status: 500 }],
    ['is 503', { status: 503 }],
    ['not of the documented shape', { body: { error: 'no', stack: 'x' } }],
    ['not of the documented shape', { body: { error: { message: 'no' } } }],
    ['without JSON', { headers: { ...headers, 'content-type': 'text/html' } }],
    ['security headers', { headers: { 'content-type': 'application/json' } }],
    ['reveals too much', { body: { error: 'Error: no\n    at Object.run (/app/src/x.ts:5:3)' } }],
    ['reveals too much', { body: { error: 'invalid input syntax for type bigint: "x"' } }],
    ['reveals too much', { body: { error: "Cannot read properties of undefined (reading 'a')" } }],
    ['repeats what was sent', { body: { error: 'x'.repeat(1000) } }],
    ['not described', { status: 404 }],
    ['405 without Allow', { status: 405 }],
    ['without its flag', { status: 200, body: {} }],
  ])('reports an answer that has a fault: %s', (fault, answer) => {
    expect(judge(answer)).toContain(fault);
  });

  test('accepts other statuses if the case changes the documented method or path', () => {
    expect(judge({ status: 404 }, { isDocumented: false })).toBeUndefined();
  });
});
