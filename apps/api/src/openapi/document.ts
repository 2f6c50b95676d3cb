import { type ErrorCode, errorTable } from '@inaam/contracts/errors';
import { z } from 'zod';
import type { Operation, Operations } from './operation.ts';
import { exampleOf, type JsonSchema, namedSchemas } from './schemas.ts';

/** Composes what OpenAPI 3.1 says of a host from the descriptions of its operations. */

export interface HostDescription {
  title: string;
  description: string;
  tags: { name: string; description: string }[];
  /** The session's cookie. */
  cookie: string;
  /** May a service key stand in for the cookie? */
  serviceKeys: boolean;
  operations: Operations;
  /** Shapes that answers hold, by their names. */
  entities: Record<string, z.ZodType>;
}

const VERSION = '1.0.0';
const ERROR = { $ref: '#/components/schemas/Error' };

export type OpenApiDocument = Record<string, unknown> & {
  paths: Record<string, Record<string, Record<string, unknown>>>;
  components: { schemas: Record<string, JsonSchema>; [kind: string]: Record<string, unknown> };
};

export function describeHost(host: HostDescription): OpenApiDocument {
  const listed = Object.entries(host.operations).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const requests = listed.flatMap(({ operation: { id, body } }) => (body ? [[`${capital(id)}Request`, body]] : []));
  const queries = listed.flatMap(({ operation: { id, query } }) => (query ? [[id, query]] : []));
  const replies = listed.flatMap(({ operation: { id, reply, orReply } }) => [
    [`${capital(id)}Reply`, withSuccess(reply)],
    ...(orReply ? [[`${orReply.name}Reply`, withSuccess(orReply.schema)]] : []),
  ]);
  const inputs = namedSchemas(Object.fromEntries(requests), 'input');
  for (const { operation } of listed) {
    if (operation.bodyRule) Object.assign(inputs[`${capital(operation.id)}Request`] ?? {}, operation.bodyRule);
  }
  const schemas = {
    ...inputs,
    ...namedSchemas({ ...host.entities, ...Object.fromEntries(replies) }, 'output'),
    Error: {
      type: 'object',
      properties: { error: { type: 'string', description: 'What a person may read' } },
      required: ['error'],
    } satisfies JsonSchema,
  };
  const parameters = namedSchemas(Object.fromEntries(queries), 'input');
  const paths: OpenApiDocument['paths'] = {};
  for (const { path, method, operation } of listed) {
    const methods = (paths[path] ??= {});
    methods[method.toLowerCase()] = describeOperation(host, method, operation, schemas, parameters[operation.id]);
  }
  return {
    openapi: '3.1.1',
    info: { title: host.title, version: VERSION, description: host.description },
    servers: [{ url: '/', description: 'This host' }],
    tags: host.tags,
    paths,
    components: {
      schemas,
      responses: Object.fromEntries(
        shared.map((code) => [code, describeRefusal(errorTable[code].http, [[code, errorTable[code].text]])]),
      ),
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description:
            'A name that the caller gives this call. Asking again with the same name and the same body gets the first answer and does nothing twice; the same name with another body is a 409.',
          schema: {
            type: 'string',
            minLength: 1,
            maxLength: 255,
            pattern: '^[ -~]+$',
            examples: ['5b0c2f0e-6c1b-4f3c-9a53-0f6a2f1d7c11'],
          },
        },
      },
      headers: {
        RetryAfter: {
          description: 'When to come back, in whole seconds',
          required: true,
          schema: { type: 'integer', minimum: 1 },
          example: 2,
        },
      },
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: host.cookie,
          description: `What signing in sets: httpOnly, so browsers send it by themselves. On https its name is \`__Host-${host.cookie}\`.`,
        },
        ...(host.serviceKeys && {
          serviceKey: {
            type: 'http',
            scheme: 'bearer',
            description:
              'A key for an internal service, issued by an admin under Admin Settings. A key of scope *read* may only GET.',
          },
        }),
      },
    },
  };
}

function describeOperation(
  host: HostDescription,
  method: string,
  operation: Operation,
  schemas: Record<string, JsonSchema>,
  query: JsonSchema | undefined,
): Record<string, unknown> {
  const { id, tag, summary, description, access, body } = operation;
  const parameters = [
    ...Object.entries(query?.properties ?? {}).map(([name, { description: about, ...schema }]) => ({
      name,
      in: 'query',
      required: query?.required?.includes(name) ?? false,
      ...(about === undefined ? {} : { description: about }),
      // In the schema, where the page to try it leaves the field empty: a call that is only looked at finds all there is.
      schema: 'default' in schema ? schema : { ...schema, examples: [exampleOf(schema, schemas, name)] },
    })),
    ...(method === 'POST' ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    security: access === 'none' ? [] : [{ session: [] }, ...(host.serviceKeys ? [{ serviceKey: [] }] : [])],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: describeBody(operation, schemas) }),
    responses: {
      200: {
        description: 'Done',
        content: { 'application/json': describeReply(operation, schemas) },
      },
      ...describeRefusals(host, method, operation, body ? schemas[`${capital(id)}Request`] : query),
    },
  };
}

const withSuccess = (reply: z.ZodObject) => z.object({ success: z.literal(true), ...reply.shape });

function describeReply({ id, orReply }: Operation, schemas: Record<string, JsonSchema>): Record<string, unknown> {
  const name = `${capital(id)}Reply`;
  const schema = { $ref: `#/components/schemas/${name}` };
  const value = exampleOf(schemas[name] ?? {}, schemas);
  if (!orReply) return { schema, example: value };
  const other = `${orReply.name}Reply`;
  return {
    schema: { anyOf: [schema, { $ref: `#/components/schemas/${other}` }] },
    examples: { [name]: { value }, [other]: { value: exampleOf(schemas[other] ?? {}, schemas) } },
  };
}

function describeBody(operation: Operation, schemas: Record<string, JsonSchema>): Record<string, unknown> {
  const { id, isForm, bodyExamples } = operation;
  const name = `${capital(id)}Request`;
  const examples = bodyExamples && Object.entries(bodyExamples).map(([key, value]) => [key, { value }]);
  const media = {
    schema: { $ref: `#/components/schemas/${name}` },
    ...(examples ? { examples: Object.fromEntries(examples) } : { example: exampleOf(schemas[name] ?? {}, schemas) }),
  };
  const lists = Object.fromEntries(
    listsOf(schemas[name] ?? {}).map((field) => [field, { style: 'form', explode: false }]),
  );
  return {
    required: true,
    content: {
      ...(isForm && { 'application/x-www-form-urlencoded': { ...media, encoding: lists } }),
      'application/json': media,
    },
  };
}

/** The fields that are lists, in any of the forms that a body may have. */
const listsOf = ({ properties = {}, oneOf = [], anyOf = [] }: JsonSchema): string[] => [
  ...new Set([
    ...Object.keys(properties).filter((field) => properties[field]?.type === 'array'),
    ...[...oneOf, ...anyOf].flatMap(listsOf),
  ]),
];

/** What many calls answer alike. */
const shared: readonly ErrorCode[] = [
  'NOT_SIGNED_IN',
  'FOREIGN_ORIGIN',
  'TOO_LARGE',
  'WRONG_CONTENT_TYPE',
  'TOO_MANY_REQUESTS',
  'INTERNAL',
  'UNAVAILABLE',
];

/** Statuses that say when to come back. */
const COME_BACK = new Set([429, 503]);

/** Every status that the call may end with, each with the texts of its refusals. */
function describeRefusals(
  host: HostDescription,
  method: string,
  operation: Operation,
  input: JsonSchema | undefined,
): Record<string, unknown> {
  const { access, refusals = [] } = operation;
  const codes: ErrorCode[] = [
    'BAD_INPUT',
    ...(access === 'session' ? (['NOT_SIGNED_IN'] as const) : []),
    ...(access === 'session' && !host.serviceKeys ? (['SUSPENDED', 'BLOCKED'] as const) : []),
    ...(method === 'GET' ? [] : (['FOREIGN_ORIGIN'] as const)),
    ...(method !== 'GET' && access === 'session' && host.serviceKeys ? (['KEY_READ_ONLY'] as const) : []),
    ...refusals,
    ...(method === 'POST' ? (['IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_KEY_BUSY'] as const) : []),
    ...(method === 'GET' ? [] : (['TOO_LARGE', 'WRONG_CONTENT_TYPE'] as const)),
    'TOO_MANY_REQUESTS',
    'INTERNAL',
    'UNAVAILABLE',
  ];
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set(codes)) {
    const { http } = errorTable[code];
    byStatus.set(http, [...(byStatus.get(http) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, ofStatus]) => {
      const [only] = ofStatus;
      const isShared = only !== undefined && ofStatus.length === 1 && shared.includes(only);
      return [
        status,
        isShared
          ? { $ref: `#/components/responses/${only}` }
          : describeRefusal(
              status,
              ofStatus.map((code) => [code, exampleText(code, input)]),
            ),
      ];
    }),
  );
}

/** @param texts of the refusals that this status has, by their codes */
function describeRefusal(status: number, texts: [ErrorCode, string][]): Record<string, unknown> {
  return {
    description: texts.map(([code]) => errorTable[code].text).join(' · '),
    ...(COME_BACK.has(status) && { headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } }),
    content: {
      'application/json': {
        schema: ERROR,
        examples: Object.fromEntries(texts.map(([code, error]) => [code, { value: { error } }])),
      },
    },
  };
}

/** A refusal of bad input names the field. */
function exampleText(code: ErrorCode, input: JsonSchema | undefined): string {
  if (code !== 'BAD_INPUT') return errorTable[code].text;
  const [required] = input?.required ?? [];
  const [first] = Object.keys(input?.properties ?? {});
  if (!first) return errorTable.BAD_INPUT.text;
  return required ? `${required}: is required` : `${first}: must be a number`;
}

const capital = (id: string): string => id.charAt(0).toUpperCase() + id.slice(1);
