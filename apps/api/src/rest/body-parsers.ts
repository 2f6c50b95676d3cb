import { parse } from 'node:querystring';
import { DomainError } from '@inaam/contracts/common/errors';
import type { FastifyInstance } from 'fastify';

/** Far beyond any documented body. Code that walks a value level by level, such as serialising it, needs a bound. */
const MAX_DEPTH = 100;

/** Are the brackets of a JSON text nested deeper than the limit? Those inside its strings do not count. */
function isDeeperThan(limit: number, text: string): boolean {
  let depth = 0;
  let isInString = false;
  // Linear: a regular expression would scan again from each quote of an unclosed string.
  for (let at = 0; at < text.length && depth <= limit; at++) {
    const sign = text[at];
    if (isInString && sign === '\\') at += 1;
    else if (sign === '"') isInString = !isInString;
    else if (isInString) continue;
    else if (sign === '[' || sign === '{') depth += 1;
    else if (sign === ']' || sign === '}') depth -= 1;
  }
  return depth > limit;
}

/** Accepts JSON bodies only. An empty body is no body, whatever its content type says. */
export function readJson(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  const parseJson = scope.getDefaultJsonParser('error', 'error');
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') done(null, undefined);
    else if (isDeeperThan(MAX_DEPTH, text as string))
      done(new DomainError('BAD_INPUT', { text: 'The body is nested too deeply' }));
    else void parseJson(request, text as string, done);
  });
}

/**
 * Accepts forms beside JSON, for the paths of a scope that document them. A field that comes twice is a list, as in a
 * query. Only a list field takes it.
 */
export function readForms(scope: FastifyInstance): void {
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) => {
    done(null, { ...parse(text as string) });
  });
}
