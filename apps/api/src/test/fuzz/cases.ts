import type { OpenApiDocument } from '../../openapi/document.ts';
import { anyMutation, type Draft } from './mutations.ts';
import { Dice } from './seeded-random.ts';
import { badText, write } from './values.ts';

export type HostName = 'app' | 'admin';
export const callerNames = ['nobody', 'user', 'admin', 'service'] as const;
export type CallerName = (typeof callerNames)[number];

/** One request that something is wrong with. */
export interface FuzzCase {
  host: HostName;
  caller: CallerName;
  method: string;
  url: string;
  headers: Record<string, string>;
  payload: string | Buffer | undefined;
  /** The documented call that it was made from. */
  call: string;
  /** Where the method and the path are still those, so that the answer must be a documented one. */
  isDocumented: boolean;
}

/** A documented call, with what a good one sends. */
export interface Operation {
  host: HostName;
  method: string;
  path: string;
  parameters: { name: string; example: unknown }[];
  bodyType: string | undefined;
  bodies: Record<string, unknown>[];
}

/** The calls of both descriptions, with what a good one sends. */
export function operationsOf(host: HostName, document: OpenApiDocument): Operation[] {
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

/** A good password costs a hash of tens of milliseconds: nearly all requests have one that is refused before. */
function withoutHashing(body: Record<string, unknown>, dice: Dice): Record<string, unknown> {
  return 'password' in body && !dice.onceIn(100) ? { ...body, password: '' } : body;
}

/** The case of a number: the same for the same seed and descriptions. */
export function makeCase(operations: readonly Operation[], seed: number, number: number): FuzzCase {
  const dice = new Dice(seed, number);
  const operation = dice.pick(operations);
  const { host, method, path, parameters, bodyType, bodies } = operation;
  const callers = callerNames.filter((name) => name !== (host === 'app' ? 'admin' : 'user'));
  const body = bodyType === undefined ? undefined : withoutHashing(dice.pick(bodies), dice);
  const draft: Draft = {
    host,
    caller: dice.pick(callers),
    method,
    url: path,
    headers: bodyType === undefined ? {} : { 'content-type': bodyType },
    payload: undefined,
    call: `${method} ${path}`,
    isDocumented: true,
    query: dice.onceIn(2)
      ? parameters.map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`)
      : [],
    body,
    operation,
  };
  for (let times = 1 + dice.below(3); times > 0; times--) anyMutation(dice)(draft, dice);
  if (draft.payload === undefined && draft.body !== undefined) {
    const isForm = bodyType === 'application/x-www-form-urlencoded' && !dice.onceIn(5);
    draft.payload = isForm ? written(draft.body, dice) : write(draft.body, dice);
  }
  // Without a body nothing says what it would be; some send a type all the same.
  const { query, body: _, operation: __, ...made } = draft;
  return { ...made, url: query.length > 0 ? `${made.url}?${query.join('&')}` : made.url };
}

/** The same as a form. */
const written = (body: unknown, dice: Dice): string =>
  Object.entries(body as object)
    .map(([name, value]) => `${encodeURIComponent(name.toWellFormed())}=${formValue(value, dice)}`)
    .join('&');

function formValue(value: unknown, dice: Dice): string {
  if (dice.onceIn(4)) return badText(dice);
  return encodeURIComponent((typeof value === 'string' ? value : write(value, dice)).toWellFormed());
}
