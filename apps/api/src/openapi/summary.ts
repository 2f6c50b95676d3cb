import type { OpenApiDocument } from './document.ts';
import type { JsonSchema } from './schemas.ts';

/** Summarises a description for reviews: a line for each call, parameter, reply, error and field. */

interface Parameter {
  $ref?: string;
  name?: string;
  required?: boolean;
  schema?: JsonSchema;
}
interface Response {
  $ref?: string;
  content?: { 'application/json': { schema: JsonSchema; examples?: object } };
}
interface Call {
  operationId: string;
  security: object[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, Response>;
}

/** Lists the calls of a host, then the fields of their shapes, in the order of the description. */
export function summarizeHost(document: OpenApiDocument): string {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, call]) => [
      ...callLines(`${method.toUpperCase()} ${path}`, call as unknown as Call),
      '',
    ]),
  );
  const shapes = Object.entries(document.components.schemas).flatMap(([name, schema]) => [
    ...fieldLines(name, '', schema),
    '',
  ]);
  return [`# ${(document['info'] as { title: string }).title}`, '', ...calls, ...shapes].join('\n');
}

function callLines(title: string, { operationId, security, parameters = [], requestBody, responses }: Call): string[] {
  const access = security.flatMap(Object.keys).join(' or ') || 'open';
  return [
    `${title} · ${operationId} · ${access}`,
    ...parameters.flatMap(({ $ref, name = '', required, schema = {} }) =>
      $ref === undefined ? fieldLines(name, required ? '' : '?', schema) : [getLastSegment($ref)],
    ),
    ...Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => `${type}: ${formatType(schema)}`),
    ...Object.entries(responses).map(([status, { $ref, content }]) => {
      const json = content?.['application/json'];
      const refusals = status === '200' ? undefined : Object.keys(json?.examples ?? {}).join(', ');
      return `${status} ${$ref === undefined ? (refusals ?? formatType(json?.schema ?? {})) : getLastSegment($ref)}`;
    }),
  ].map((line, index) => (index === 0 ? line : `  ${line}`));
}

/** @param mark `?` after the name of an optional field */
function fieldLines(name: string, mark: string, schema: JsonSchema): string[] {
  const line = name + mark + (schema.properties ? '' : `: ${formatType(schema)}`);
  const isAny = schema.properties && schema.anyOf?.every(({ required }) => required);
  const groups = isAny ? schema.anyOf?.map(({ required = [] }) => required.join(' and ')).join(', or ') : undefined;
  return [groups === undefined ? line : `${line}, with ${groups}`, ...listNestedLines(schema)];
}

/** Lists the fields of an object, of list items, and of each variant of an object. */
function listNestedLines({ properties = {}, required = [], items, anyOf = [], oneOf = [] }: JsonSchema): string[] {
  const forms = [...anyOf, ...oneOf].map(listNestedLines).filter((lines) => lines.length > 0);
  return [
    ...Object.entries(properties).flatMap(([name, field]) =>
      fieldLines(name, required.includes(name) ? '' : '?', field).map((line) => `  ${line}`),
    ),
    ...(items ? listNestedLines(items) : []),
    ...forms.flatMap((lines, index) => (index === 0 ? lines : ['  or', ...lines])),
  ];
}

const LIMITS = [
  ['minLength', 'maxLength'],
  ['minimum', 'maximum'],
  ['minItems', 'maxItems'],
] as const;

/** Formats a type, such as `string 1..80`, `"asc" | "desc" = "desc"`, `integer | null`, `Offer[]`. */
function formatType(schema: JsonSchema): string {
  const limits = LIMITS.filter(([min, max]) => min in schema || max in schema).map(
    ([min, max]) => ` ${String(schema[min] ?? '')}..${String(schema[max] ?? '')}`,
  );
  const form = schema['format'] ?? schema['pattern'];
  const defaultText = 'default' in schema ? ` = ${JSON.stringify(schema['default'])}` : '';
  return `${formatKind(schema)}${limits.join('')}${form === undefined ? '' : ` (${String(form)})`}${defaultText}`;
}

function formatKind(schema: JsonSchema): string {
  const choices = schema.anyOf ?? schema.oneOf;
  if (schema.$ref !== undefined) return getLastSegment(schema.$ref);
  if ('const' in schema) return JSON.stringify(schema['const']);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.properties) return 'object';
  if (choices) return [...new Set(choices.map(formatType))].join(' | ');
  if (isObject(schema['additionalProperties'])) return `{ [name]: ${formatType(schema['additionalProperties'])} }`;
  if (schema.items) return `${formatType(schema.items)}[]`;
  return [schema.type ?? 'any'].flat().join(' | ');
}

const isObject = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;

const getLastSegment = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);
