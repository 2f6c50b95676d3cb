import type { OpenApiDocument } from './document.ts';
import type { JsonSchema } from './schemas.ts';

/** A description in short for reviews: a line for each call, parameter, reply, refusal and field. */

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

/** The calls of a host, then the fields of the shapes that they take and answer, in the order of the description. */
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
      $ref === undefined ? fieldLines(name, required ? '' : '?', schema) : [lastOf($ref)],
    ),
    ...Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => `${type}: ${typeOf(schema)}`),
    ...Object.entries(responses).map(([status, { $ref, content }]) => {
      const json = content?.['application/json'];
      const refusals = status === '200' ? undefined : Object.keys(json?.examples ?? {}).join(', ');
      return `${status} ${$ref === undefined ? (refusals ?? typeOf(json?.schema ?? {})) : lastOf($ref)}`;
    }),
  ].map((line, index) => (index === 0 ? line : `  ${line}`));
}

/** @param mark `?` after the name of a field that may be absent */
function fieldLines(name: string, mark: string, schema: JsonSchema): string[] {
  const line = name + mark + (schema.properties ? '' : `: ${typeOf(schema)}`);
  const isAny = schema.properties && schema.anyOf?.every(({ required }) => required);
  const groups = isAny ? schema.anyOf?.map(({ required = [] }) => required.join(' and ')).join(', or ') : undefined;
  return [groups === undefined ? line : `${line}, with ${groups}`, ...nestedLines(schema)];
}

/** The fields of an object, of the objects in a list, and of each form that an object may have. */
function nestedLines({ properties = {}, required = [], items, anyOf = [], oneOf = [] }: JsonSchema): string[] {
  const forms = [...anyOf, ...oneOf].map(nestedLines).filter((lines) => lines.length > 0);
  return [
    ...Object.entries(properties).flatMap(([name, field]) =>
      fieldLines(name, required.includes(name) ? '' : '?', field).map((line) => `  ${line}`),
    ),
    ...(items ? nestedLines(items) : []),
    ...forms.flatMap((lines, index) => (index === 0 ? lines : ['  or', ...lines])),
  ];
}

const LIMITS = [
  ['minLength', 'maxLength'],
  ['minimum', 'maximum'],
  ['minItems', 'maxItems'],
] as const;

/** Such as `string 1..80`, `"asc" | "desc" = "desc"`, `integer | null`, `Offer[]`. */
function typeOf(schema: JsonSchema): string {
  const limits = LIMITS.filter(([min, max]) => min in schema || max in schema).map(
    ([min, max]) => ` ${String(schema[min] ?? '')}..${String(schema[max] ?? '')}`,
  );
  const form = schema['format'] ?? schema['pattern'];
  const otherwise = 'default' in schema ? ` = ${JSON.stringify(schema['default'])}` : '';
  return `${kindOf(schema)}${limits.join('')}${form === undefined ? '' : ` (${String(form)})`}${otherwise}`;
}

function kindOf(schema: JsonSchema): string {
  const choices = schema.anyOf ?? schema.oneOf;
  if (schema.$ref !== undefined) return lastOf(schema.$ref);
  if ('const' in schema) return JSON.stringify(schema['const']);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.properties) return 'object';
  if (choices) return [...new Set(choices.map(typeOf))].join(' | ');
  if (isObject(schema['additionalProperties'])) return `{ [name]: ${typeOf(schema['additionalProperties'])} }`;
  if (schema.items) return `${typeOf(schema.items)}[]`;
  return [schema.type ?? 'any'].flat().join(' | ');
}

const isObject = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;

const lastOf = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);
