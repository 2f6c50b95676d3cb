import type { OpenApiDocument } from '../../openapi/document.ts';
import { callerNames, type Draft, type FuzzCase, type HostName, type Operation } from './case.ts';
import { anyMutation } from './mutations.ts';
import { SeededRandom } from './seeded-random.ts';
import { badText, write } from './values.ts';

/** Lists the calls of a description with their valid bodies. */
export function listOperations(host: HostName, document: OpenApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      const { parameters = [], requestBody } = described as {
        parameters?: { name?: string; in?: string; schema?: { default?: unknown; examples?: unknown[] } }[];
        requestBody?: {
          content: Record<string, { example?: unknown; examples?: Record<string, { value: unknown }> }>;
        };
      };
      const [bodyType, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
      const bodies = media?.examples ? Object.values(media.examples).map(({ value }) => value) : [media?.example ?? {}];
      return {
        host,
        method: method.toUpperCase(),
        path,
        parameters: parameters.flatMap(({ name, in: place, schema }) =>
          name !== undefined && place === 'query'
            ? [{ name, example: schema?.examples?.[0] ?? schema?.default ?? '' }]
            : [],
        ),
        bodyType,
        bodies: bodies as Record<string, unknown>[],
      };
    }),
  );
}

/** Empties most passwords, because hashing a valid one takes tens of milliseconds. */
function withoutHashing(body: Record<string, unknown>, random: SeededRandom): Record<string, unknown> {
  return 'password' in body && !random.isOneIn(100) ? { ...body, password: '' } : body;
}

/** Generates the case with this number; the same seed and descriptions give the same case. */
export function generateCase(operations: readonly Operation[], seed: number, number: number): FuzzCase {
  const random = new SeededRandom(seed, number);
  const operation = random.pick(operations);
  const { host, method, path, parameters, bodyType, bodies } = operation;
  const callers = callerNames.filter((name) => name !== (host === 'app' ? 'admin' : 'user'));
  const body = bodyType === undefined ? undefined : withoutHashing(random.pick(bodies), random);
  const draft: Draft = {
    host,
    caller: random.pick(callers),
    method,
    url: path,
    headers: bodyType === undefined ? {} : { 'content-type': bodyType },
    payload: undefined,
    call: `${method} ${path}`,
    isDocumented: true,
    query: random.isOneIn(2)
      ? parameters.map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`)
      : [],
    body,
    operation,
  };
  for (let times = 1 + random.below(3); times > 0; times--) anyMutation(random)(draft, random);
  if (draft.payload === undefined && draft.body !== undefined) {
    const isForm = bodyType === 'application/x-www-form-urlencoded' && !random.isOneIn(5);
    draft.payload = isForm ? encodeForm(draft.body, random) : write(draft.body, random);
  }
  const { query, body: _, operation: __, ...fuzzCase } = draft;
  return { ...fuzzCase, url: query.length > 0 ? `${fuzzCase.url}?${query.join('&')}` : fuzzCase.url };
}

const encodeForm = (body: unknown, random: SeededRandom): string =>
  Object.entries(body as object)
    .map(([name, value]) => `${encodeURIComponent(name.toWellFormed())}=${formValue(value, random)}`)
    .join('&');

function formValue(value: unknown, random: SeededRandom): string {
  if (random.isOneIn(4)) return badText(random);
  return encodeURIComponent((typeof value === 'string' ? value : write(value, random)).toWellFormed());
}
