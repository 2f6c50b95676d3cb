import type { z } from 'zod';

/** Reads which controls a zod schema needs, so that a form always matches its schema. */

interface Leaf {
  kind: 'text' | 'number' | 'flag';
  /** True if an empty field means null. */
  isNullable: boolean;
  /** The schema's default, as text in the field. */
  initial: string;
  /** The text's format: `date` or `url`. */
  format: string | undefined;
}
export interface Choice {
  kind: 'choice';
  values: readonly string[];
  initial: string;
}
export interface Fields {
  kind: 'fields';
  fields: Readonly<Record<string, Shape>>;
  /** How an absent object is sent; undefined for an object that is always present. */
  absent: 'null' | 'omitted' | undefined;
}
/** A discriminated union: the value of one field decides which other fields exist. */
export interface Variants {
  kind: 'variants';
  by: string;
  options: Readonly<Record<string, Readonly<Record<string, Shape>>>>;
}
/** A list of texts, one per line. */
interface Texts {
  kind: 'texts';
}
export interface List {
  kind: 'list';
  item: Fields;
}
/** A record, edited as lines of a key and a value. */
export interface Pairs {
  kind: 'pairs';
  value: Choice;
}
export type Shape = Leaf | Choice | Fields | Variants | Texts | List | Pairs;

/** The parts of a zod definition that this file reads. */
interface Definition {
  type: string;
  innerType?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
  options?: readonly z.ZodType[];
  discriminator?: string;
  shape?: Readonly<Record<string, z.ZodType>>;
  element?: z.ZodType;
  keyType?: z.ZodType;
  valueType?: z.ZodType;
  entries?: Readonly<Record<string, string>>;
  values?: readonly unknown[];
  defaultValue?: unknown;
  format?: string;
}

const define = (schema: z.ZodType): Definition => schema.def;

/** @throws Error for a schema without a control; a test covers all settings */
export function readShape(schema: z.ZodType, isNullable = false, initial = ''): Shape {
  const def = define(schema);
  const readInner = (inner: z.ZodType | undefined, nullable = isNullable, start = initial): Shape => {
    if (!inner) throw new Error(`a schema of type ${def.type} has no inner schema`);
    return readShape(inner, nullable, start);
  };
  switch (def.type) {
    case 'string':
      return { kind: 'text', isNullable, initial, format: def.format };
    case 'number':
      return { kind: 'number', isNullable, initial, format: def.format };
    case 'boolean':
      return { kind: 'flag', isNullable, initial, format: def.format };
    case 'enum': {
      const values = Object.values(def.entries ?? {});
      return { kind: 'choice', values, initial: initial || (values[0] ?? '') };
    }
    case 'nullable':
      return readInner(def.innerType, true);
    case 'optional':
      return readInner(def.innerType);
    case 'default':
      return readInner(def.innerType, isNullable, typeof def.defaultValue === 'string' ? def.defaultValue : initial);
    case 'pipe':
      return readInner(def.in);
    case 'object':
      return {
        kind: 'fields',
        fields: Object.fromEntries(Object.entries(def.shape ?? {}).map(([name, field]) => [name, readShape(field)])),
        absent: isNullable ? 'null' : undefined,
      };
    case 'array': {
      const item = readInner(def.element, false, '');
      if (item.kind === 'fields') return { kind: 'list', item };
      if (item.kind === 'text') return { kind: 'texts' };
      throw new Error(`a list of ${item.kind} has no control`);
    }
    case 'record':
      return readRecord(def);
    case 'union':
      return readUnion(def, isNullable, initial);
    default:
      throw new Error(`a schema of type ${def.type} has no control`);
  }
}

/** A record with fixed keys has one group of fields for each key; other records are edited as lines. */
function readRecord({ keyType, valueType }: Definition): Shape {
  if (!keyType || !valueType) throw new Error('a record has no types');
  const key = readShape(keyType);
  const value = readShape(valueType);
  if (key.kind === 'choice' && value.kind === 'fields') {
    const part: Fields = { ...value, absent: 'omitted' };
    return { kind: 'fields', fields: Object.fromEntries(key.values.map((name) => [name, part])), absent: undefined };
  }
  if (value.kind !== 'choice') throw new Error(`a record of ${value.kind} has no control`);
  return { kind: 'pairs', value };
}

function readUnion({ options = [], discriminator }: Definition, isNullable: boolean, initial: string): Shape {
  if (discriminator === undefined) {
    // An option that is null, or that parses an empty text to null, makes the field optional.
    const isEmpty = (option: z.ZodType): boolean =>
      option.safeParse('').data === null || define(option).type === 'null';
    const [first] = options.filter((option) => !isEmpty(option));
    if (!first) throw new Error('a union has no values');
    return readShape(first, isNullable || options.some(isEmpty), initial);
  }
  const variants = options.map((option) => {
    const { shape = {} } = define(option);
    const { [discriminator]: literal } = shape;
    if (!literal) throw new Error('a variant has no name');
    const kind = String(define(literal).values?.[0]);
    const fields = Object.entries(shape).filter(([name]) => name !== discriminator);
    return [kind, Object.fromEntries(fields.map(([name, field]) => [name, readShape(field)]))] as const;
  });
  return { kind: 'variants', by: discriminator, options: Object.fromEntries(variants) };
}
