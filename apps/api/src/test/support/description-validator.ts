import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { OpenApiDocument } from '../../openapi/document.ts';

type Json = Record<string, unknown>;

/** Validates values against the schemas of an API description. Additional fields are faults. */
export class DescriptionValidator {
  readonly #ajv = new Ajv2020({ allErrors: true, strict: false });
  readonly #document: OpenApiDocument;

  constructor(document: OpenApiDocument) {
    this.#document = document;
    formats.default(this.#ajv);
    this.#ajv.addSchema(closeObjects(document) as Json, 'host');
  }

  /** Lists the faults of a value against the schema at a place such as `#/components/schemas/Error`. */
  findFaults(place: string, value: unknown): string[] {
    const validate = this.#ajv.getSchema(`host${place}`) as ValidateFunction | undefined;
    if (!validate) throw new Error(`${place} is not in the description`);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
    );
  }

  /** Lists the faults of an answer to a documented call. */
  findReplyFaults(method: string, path: string, status: number, body: unknown): string[] {
    const responses = this.#operation(method, path)['responses'] as Record<string, Json>;
    const response = responses[status];
    if (!response) return [`${method} ${path} does not describe ${status}`];
    if (typeof response['$ref'] === 'string')
      return this.findFaults(`${response['$ref']}/content/${JSON_BODY}/schema`, body);
    return this.findFaults(
      `#/paths/${escapePointer(path)}/${method.toLowerCase()}/responses/${status}/content/${JSON_BODY}/schema`,
      body,
    );
  }

  #operation(method: string, path: string): Json {
    const operation = this.#document.paths[path]?.[method.toLowerCase()];
    if (!operation) throw new Error(`${method} ${path} is not described`);
    return operation;
  }
}

const escapePointer = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');
const JSON_BODY = escapePointer('application/json');

/** Disallows additional fields in every object of a description. */
function closeObjects(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closeObjects);
  if (typeof value !== 'object' || value === null) return value;
  const copy: Json = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, closeObjects(inner)]));
  const isObject = copy['type'] === 'object' && 'properties' in copy && !('additionalProperties' in copy);
  return isObject ? { ...copy, additionalProperties: false } : copy;
}
