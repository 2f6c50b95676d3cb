import type { OpenApiDocument } from '../../openapi/document.ts';
import type { Answer } from '../support/client.ts';
import type { FuzzCase } from './case.ts';

/** Details that no error may reveal: code locations, libraries, SQL. */
const TELLTALE = new RegExp(
  [
    String.raw`\bat \S+ \(|\.[tj]s:\d+|node_modules|file:\/\/`,
    String.raw`\bselect\b.+\bfrom\b|insert into|syntax error|violates|duplicate key|relation "|invalid input syntax`,
    String.raw`postgres|drizzle|\bzod\b|\bundefined\b|\[object |TypeError|ECONN|polluted`,
  ].join('|'),
  'i',
);

/** Returns the fault of an answer; undefined if it is correct. */
export function findFault(
  fuzzCase: FuzzCase,
  { status, headers, body }: Answer,
  document: OpenApiDocument,
): string | undefined {
  if (status >= 500) return `is ${status}`;
  if (({} as Record<string, unknown>)['polluted'] !== undefined) return 'changed the prototype of all objects';
  if (headers['x-content-type-options'] !== 'nosniff') return 'has no security headers';
  if (fuzzCase.method === 'HEAD' || headers['content-encoding'] !== undefined) return undefined;
  const isJson = String(headers['content-type'] ?? '').startsWith('application/json');
  if (status >= 400) {
    if (!isJson) return `is ${status} without JSON`;
    if (Object.keys(body as object).join() !== 'error' || typeof body.error !== 'string' || body.error === '') {
      return `is ${status} and not of the documented shape`;
    }
    if (TELLTALE.test(body.error)) return `reveals too much`;
    if (body.error.length > 400) return 'repeats what was sent';
  }
  if (status === 405 && headers['allow'] === undefined) return 'is 405 without Allow';
  if (!fuzzCase.isDocumented) return undefined;
  const [method = '', path = ''] = fuzzCase.call.split(' ');
  const responses = document.paths[path]?.[method.toLowerCase()]?.['responses'] as Record<string, unknown> | undefined;
  if (!responses?.[status]) return `is ${status}, which is not described`;
  if (status === 200 && (!isJson || body.success !== true)) return 'is a success without its flag';
  return undefined;
}
