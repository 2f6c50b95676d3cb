import { numeric } from '@inaam/contracts/common/text';
import { z } from 'zod';
import { type FieldNote, fieldNotes } from './field-notes.ts';

/**
 * Zod schemas as JSON Schema 2020-12, which OpenAPI 3.1 speaks: the shapes are theirs, the words are the field notes'.
 */

export interface JsonSchema {
  [keyword: string]: unknown;
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  enum?: unknown[];
  $ref?: string;
}

export type Direction = 'input' | 'output';

const COMPONENTS = '#/components/schemas/';

/**
 * Converts named schemas; where one holds another, it refers to it by its name.
 * @param direction `input`: what is sent, before transforms; `output`: what is answered
 */
export function namedSchemas(named: Record<string, z.ZodType>, direction: Direction): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { ...conversion(direction), uri: (id) => COMPONENTS + id });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _schema, $id: _id, ...schema }]) => [
      id,
      annotated(schema as JsonSchema),
    ]),
  );
}

const conversion = (direction: Direction) => ({
  io: direction,
  override: ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: object }) => {
    if (direction === 'output') {
      // Callers are to live with fields that come later.
      if ('additionalProperties' in jsonSchema && jsonSchema.additionalProperties === false) {
        delete jsonSchema.additionalProperties;
      }
      return;
    }
    // The library keeps a default to itself where a transform follows; ours are the same before and after theirs.
    if (zodSchema._zod.def.type === 'default') Object.assign(jsonSchema, { default: zodSchema._zod.def.defaultValue });
    requirePrepared(zodSchema, jsonSchema as JsonSchema);
    const told = withoutEmpty(zodSchema, jsonSchema as JsonSchema) ?? asPromised(zodSchema);
    if (!told) return;
    for (const key of Object.keys(jsonSchema)) delete (jsonSchema as JsonSchema)[key];
    Object.assign(jsonSchema, told);
  },
});

/** A filter may be left empty, as a form sends it: what is told are its values, the first of which filters nothing. */
function withoutEmpty({ _zod: { def } }: z.core.$ZodTypes, json: JsonSchema): JsonSchema | undefined {
  if (def.type !== 'union') return undefined;
  const [empty, words] = json.anyOf ?? [];
  const values = def.options[1];
  if (!words || !values || !(empty?.['const'] === '' || empty?.enum?.includes(''))) return undefined;
  return words.enum ? { ...words, default: words.enum[0] } : asPromised(values as z.core.$ZodTypes);
}

/**
 * What an input is promised to be, where its schema first reads leniently and then checks: digits in a query string are
 * read as a number, and the limits of a text are those of the trimmed one.
 */
function asPromised(schema: z.core.$ZodTypes): JsonSchema | undefined {
  if (schema === numeric) return { type: 'number' };
  if (schema._zod.def.type !== 'pipe') return undefined;
  const { in: read, out: checked } = schema._zod.def;
  // What is prepared first may come in any form: what it must be then is what is told.
  const before = read._zod.def.type === 'transform' ? {} : plain(read);
  if (before.type !== 'string' && before.type !== 'number') return undefined;
  // Behind a transform a number counts something else: paise, where rupees are sent.
  const isSame = before.type === 'string' || read === numeric;
  return isSame && checked._zod.def.type !== 'transform' ? { ...before, ...plain(checked) } : before;
}

/**
 * A field that is prepared before it is checked counts as optional for the library; that it may be absent says
 * `.optional()` alone.
 */
function requirePrepared({ _zod: { def } }: z.core.$ZodTypes, json: JsonSchema): void {
  if (def.type !== 'object') return;
  const prepared = Object.entries(def.shape).filter(([, field]) => isPrepared(field));
  if (prepared.length > 0) json.required = [...(json.required ?? []), ...prepared.map(([name]) => name)];
}

function isPrepared({ _zod: { def } }: z.core.$ZodType): boolean {
  const known = def as z.core.$ZodTypes['_zod']['def'];
  return known.type === 'transform' || (known.type === 'pipe' && isPrepared(known.in));
}

function plain(schema: z.core.$ZodType): JsonSchema {
  const { $schema: _schema, ...json } = z.toJSONSchema(schema, conversion('input')) as JsonSchema;
  const choices = json.anyOf?.map((choice) => choice['const']) ?? [undefined];
  return choices.includes(undefined) ? json : { enum: choices };
}

/** Adds to every property what its name means. */
export function annotated(schema: JsonSchema): JsonSchema {
  const result: JsonSchema = { ...schema };
  if (schema.properties) {
    result.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, each]) => [name, noted(annotated(each), name)]),
    );
  }
  if (schema.items) result.items = annotated(schema.items);
  if (schema.anyOf) result.anyOf = schema.anyOf.map(annotated);
  if (schema.oneOf) result.oneOf = schema.oneOf.map(annotated);
  return result;
}

function noted(schema: JsonSchema, name: string): JsonSchema {
  const note = noteOf(schema, name);
  if (!note) return schema;
  const { about, example: _, whole, format } = note;
  const result: JsonSchema = { description: about, ...schema };
  if (whole) narrow(result, 'number', { type: 'integer' });
  if (format) narrow(result, 'string', { format });
  return result;
}

/** A name may stand for a flag here, for a figure there: the note whose example could be of the type. */
function noteOf({ type }: JsonSchema, name: string | undefined): FieldNote | undefined {
  const notes = name === undefined ? [] : [fieldNotes[name] ?? []].flat();
  const types = [type ?? []].flat();
  return notes.find(({ example }) => {
    const kind = Array.isArray(example) ? 'array' : typeof example;
    return types.length === 0 || types.some((each) => each === kind || (each === 'integer' && kind === 'number'));
  });
}

/** Says more of a type, also where it stands beside null. */
function narrow(schema: JsonSchema, type: string, more: { type?: string; format?: string }): void {
  const types = [schema.type ?? []].flat();
  if (!types.includes(type)) return;
  if (more.format) schema['format'] = more.format;
  if (more.type) {
    const narrowed = types.map((each) => (each === type ? (more.type ?? each) : each));
    schema.type = narrowed.length === 1 && narrowed[0] !== undefined ? narrowed[0] : narrowed;
  }
}

/**
 * An example that the schema allows, made of the examples of its fields.
 * @param schemas the named ones, for references
 */
export function exampleOf(schema: JsonSchema, schemas: Record<string, JsonSchema>, name?: string): unknown {
  if (schema.$ref) return exampleOf(schemas[schema.$ref.slice(COMPONENTS.length)] ?? {}, schemas, name);
  if ('const' in schema) return schema['const'];
  const example = noteOf(schema, name)?.example;
  if (schema.enum) return schema.enum.includes(example) ? example : (schema['default'] ?? schema.enum[0]);
  if (schema.properties) {
    return Object.fromEntries(
      Object.entries(schema.properties).map(([key, each]) => [key, exampleOf(each, schemas, key)]),
    );
  }
  if (example !== undefined) return example;
  if (schema.items) return [exampleOf(schema.items, schemas)];
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  if (choice) return exampleOf(choice, schemas, name);
  if ('default' in schema) return schema['default'];
  throw new Error(`${name ?? 'A schema'} has no example: say in the field notes what it means`);
}
