import { numeric } from '@inaam/contracts/common/text';
import { z } from 'zod';

/** Converts Zod schemas to JSON Schema 2020-12, the dialect of OpenAPI 3.1, with the texts of their `.meta()`. */

export interface JsonSchema {
  [keyword: string]: unknown;
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  enum?: unknown[];
  description?: string;
  examples?: unknown[];
  $ref?: string;
}

/** A query or a body is described before transforms, an answer after them. */
export type SchemaUse = 'query' | 'body' | 'answer';

const COMPONENTS = '#/components/schemas/';

/** Converts named schemas. A named schema inside another schema becomes a reference. */
export function buildNamedSchemas(named: Record<string, z.ZodType>, place: SchemaUse): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { ...conversion(place), uri: (id) => COMPONENTS + id });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _schema, $id: _id, ...schema }]) => [id, schema as JsonSchema]),
  );
}

const conversion = (place: SchemaUse) => ({
  io: place === 'answer' ? ('output' as const) : ('input' as const),
  override: ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: object }) => {
    const json = jsonSchema as JsonSchema;
    if (zodSchema._zod.def.type === 'nullable') describeOutside(json);
    if (place === 'answer') {
      // Clients must accept fields that are added later.
      if (json['additionalProperties'] === false) delete json['additionalProperties'];
      return;
    }
    if (zodSchema._zod.def.type === 'default') json['default'] = zodSchema._zod.def.defaultValue;
    requirePreprocessed(zodSchema, json);
    const documented = (place === 'query' && withoutEmpty(zodSchema)) || toDocumentedSchema(zodSchema);
    if (documented) {
      for (const key of Object.keys(json)) delete json[key];
      Object.assign(json, documented);
    }
    // The library drops the examples of a schema with a transform. Our examples show the input, so they are restored.
    Object.assign(json, z.globalRegistry.get(zodSchema));
  },
});

/**
 * Moves the description of a nullable value to the field itself, and writes a simple type with null as a list of types.
 */
function describeOutside(json: JsonSchema): void {
  const [{ description, examples, ...value } = {}, ...others] = json.anyOf ?? [];
  if (description === undefined) return;
  Object.assign(json, { description }, examples && { examples }, { anyOf: [value, ...others] });
  if (typeof value.type !== 'string' || value.enum || value.properties) return;
  delete json.anyOf;
  Object.assign(json, value, { type: [value.type, 'null'] });
}

/** Documents a filter without the empty value. Forms may send the empty value, which means the first value. */
function withoutEmpty({ _zod: { def } }: z.core.$ZodTypes): JsonSchema | undefined {
  const [empty, values] = def.type === 'union' ? (def.options as z.core.$ZodTypes[]) : [];
  if (!empty || !values || !isEmptyText(empty)) return undefined;
  const json = toPlainJsonSchema(values);
  return json.enum ? { ...json, default: json.enum[0] } : toDocumentedSchema(values);
}

function isEmptyText({ _zod: { def } }: z.core.$ZodTypes): boolean {
  if (def.type === 'pipe') return isEmptyText(def.in as z.core.$ZodTypes);
  return def.type === 'literal' && def.values.includes('');
}

/**
 * Returns the documented schema of a lenient input. A number in a query may come as digits, and the limits of a text
 * apply after trimming.
 */
function toDocumentedSchema(schema: z.core.$ZodTypes): JsonSchema | undefined {
  if (schema === numeric) return { type: 'number' };
  if (schema._zod.def.type !== 'pipe') return undefined;
  const { in: read, out: checked } = schema._zod.def;
  // The input of a transform can have any type, so the schema of its result is documented.
  const before = read._zod.def.type === 'transform' ? {} : toPlainJsonSchema(read);
  if (before.type !== 'string' && before.type !== 'number') return undefined;
  // After a transform a number has another unit (paise instead of rupees), so the limits of the result do not apply.
  const isSame = before.type === 'string' || read === numeric;
  return isSame && checked._zod.def.type !== 'transform' ? { ...before, ...toPlainJsonSchema(checked) } : before;
}

/**
 * Marks preprocessed fields as required. The library documents all of them as optional, but only `.optional()` fields
 * are.
 */
function requirePreprocessed({ _zod: { def } }: z.core.$ZodTypes, json: JsonSchema): void {
  if (def.type !== 'object') return;
  const preprocessed = Object.entries(def.shape).filter(([, field]) => isPreprocessed(field));
  if (preprocessed.length > 0) json.required = [...(json.required ?? []), ...preprocessed.map(([name]) => name)];
}

function isPreprocessed({ _zod: { def } }: z.core.$ZodType): boolean {
  const known = def as z.core.$ZodTypes['_zod']['def'];
  return known.type === 'transform' || (known.type === 'pipe' && isPreprocessed(known.in));
}

function toPlainJsonSchema(schema: z.core.$ZodType): JsonSchema {
  const { $schema: _schema, ...json } = z.toJSONSchema(schema, conversion('body')) as JsonSchema;
  const choices = json.anyOf?.map((choice) => choice['const']) ?? [undefined];
  return choices.includes(undefined) ? json : { enum: choices };
}

/**
 * Builds an example that matches the schema from the examples of its fields.
 * @param schemas named schemas, for references
 */
export function buildExample(schema: JsonSchema, schemas: Record<string, JsonSchema>): unknown {
  if (schema.$ref) return buildExample(schemas[schema.$ref.slice(COMPONENTS.length)] ?? {}, schemas);
  if ('const' in schema) return schema['const'];
  if (schema.examples) return schema.examples[0];
  if (schema.enum) return schema['default'] ?? schema.enum[0];
  if (schema.properties) {
    return Object.fromEntries(
      Object.entries(schema.properties).map(([name, each]) => [name, buildExample(each, schemas)]),
    );
  }
  if (schema.items) return [buildExample(schema.items, schemas)];
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  if (choice) return buildExample(choice, schemas);
  if ('default' in schema) return schema['default'];
  throw new Error(`No example for ${JSON.stringify(schema)}: add one to the .meta() of the field`);
}
