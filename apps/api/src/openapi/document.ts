import { errorTable } from '@inaam/contracts/common/errors';
import { z } from 'zod';
import { describeError, describeErrors, sharedErrors } from './errors.ts';
import { type HostDescription, type Operation, replyName, requestName } from './operation.ts';
import { buildExample, buildNamedSchemas, type JsonSchema } from './schemas.ts';

/** Builds the OpenAPI 3.1 description of a host from the descriptions of its operations. */

const VERSION = '1.0.0';

export type OpenApiDocument = Record<string, unknown> & {
  paths: Record<string, Record<string, Record<string, unknown>>>;
  components: { schemas: Record<string, JsonSchema>; [kind: string]: Record<string, unknown> };
};

export function describeHost(host: HostDescription): OpenApiDocument {
  const listed = Object.entries(host.operations).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const requests = listed.flatMap(({ operation: { id, body } }) => (body ? [[requestName(id), body]] : []));
  const queries = listed.flatMap(({ operation: { id, query } }) => (query ? [[id, query]] : []));
  const replies = listed.flatMap(({ operation: { id, reply, orReply } }) => [
    [replyName(id), withSuccess(reply)],
    ...(orReply ? [[replyName(orReply.name), withSuccess(orReply.schema)]] : []),
  ]);
  const inputs = buildNamedSchemas(Object.fromEntries(requests), 'body');
  for (const { operation } of listed) {
    if (operation.bodyRule) Object.assign(inputs[requestName(operation.id)] ?? {}, operation.bodyRule);
  }
  const schemas = {
    ...inputs,
    ...buildNamedSchemas({ ...host.entities, ...Object.fromEntries(replies) }, 'answer'),
    Error: {
      type: 'object',
      properties: { error: { type: 'string', description: 'A message for people' } },
      required: ['error'],
    } satisfies JsonSchema,
  };
  const parameters = buildNamedSchemas(Object.fromEntries(queries), 'query');
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
        sharedErrors.map((code) => [code, describeError(errorTable[code].http, [[code, errorTable[code].text]])]),
      ),
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description:
            'A unique key for this call. Repeating the call with the same key and body returns the first answer without doing it again; the same key with another body is a 409.',
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
          description: 'Seconds until the next attempt',
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
          description: `Set by signing in. It is httpOnly, and browsers send it by themselves. On https its name is
\`__Host-${host.cookie}\`.`,
        },
        ...(host.serviceKeys && {
          serviceKey: {
            type: 'http',
            scheme: 'bearer',
            description:
              'A key for an internal service, issued by an admin under Admin Settings. A key with the scope *read* can only GET.',
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
      // Examples are in the schema, not in the parameter. The documentation page would fill in the example of a
      // parameter, so a test call would then filter.
      schema: 'default' in schema ? schema : { ...schema, examples: [buildExample(schema, schemas)] },
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
      ...describeErrors(host, method, operation, body ? schemas[requestName(id)] : query),
    },
  };
}

const withSuccess = (reply: z.ZodObject) => z.object({ success: z.literal(true), ...reply.shape });

function describeReply({ id, orReply }: Operation, schemas: Record<string, JsonSchema>): Record<string, unknown> {
  const name = replyName(id);
  const schema = { $ref: `#/components/schemas/${name}` };
  const value = buildExample(schemas[name] ?? {}, schemas);
  if (!orReply) return { schema, example: value };
  const other = replyName(orReply.name);
  return {
    schema: { anyOf: [schema, { $ref: `#/components/schemas/${other}` }] },
    examples: { [name]: { value }, [other]: { value: buildExample(schemas[other] ?? {}, schemas) } },
  };
}

function describeBody(operation: Operation, schemas: Record<string, JsonSchema>): Record<string, unknown> {
  const { id, isForm, bodyExamples } = operation;
  const name = requestName(id);
  const examples = bodyExamples && Object.entries(bodyExamples).map(([key, value]) => [key, { value }]);
  const media = {
    schema: { $ref: `#/components/schemas/${name}` },
    ...(examples
      ? { examples: Object.fromEntries(examples) }
      : { example: buildExample(schemas[name] ?? {}, schemas) }),
  };
  const lists = Object.fromEntries(
    findListFields(schemas[name] ?? {}).map((field) => [field, { style: 'form', explode: false }]),
  );
  return {
    required: true,
    content: {
      ...(isForm && { 'application/x-www-form-urlencoded': { ...media, encoding: lists } }),
      'application/json': media,
    },
  };
}

/** Returns the names of list fields in all variants of the body. */
const findListFields = ({ properties = {}, oneOf = [], anyOf = [] }: JsonSchema): string[] => [
  ...new Set([
    ...Object.keys(properties).filter((field) => properties[field]?.type === 'array'),
    ...[...oneOf, ...anyOf].flatMap(findListFields),
  ]),
];
