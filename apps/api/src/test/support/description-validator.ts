import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { OpenApiDocument } from '../../openapi/document.ts';

type Json = Record<string, unknown>;

/** Holds values to the schemas of a description, here without room for fields that it does not name. */
export class DescriptionValidator {
  readonly #ajv = new Ajv2020({ allErrors: true, strict: false });
  readonly #document: OpenApiDocument;

  constructor(document: OpenApiDocument) {
    this.#document = document;
    formats.default(this.#ajv);
    this.#ajv.addSchema(closed(document) as Json, 'host');
  }

  /**
   * What is wrong with a value of the schema at a place such as `#/components/schemas/Error`; nothing is an empty list.
   */
  faults(place: string, value: unknown): string[] {
    const validate = this.#ajv.getSchema(`host${place}`) as ValidateFunction | undefined;
    if (!validate) throw new Error(`${place} is not in the description`);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
    );
  }

  /** What is wrong with an answer to a documented call. */
  replyFaults(method: string, path: string, status: number, body: unknown): string[] {
    const responses = this.#operation(method, path)['responses'] as Record<string, Json>;
    const response = responses[status];
    if (!response) return [`${method} ${path} does not describe ${status}`];
    if (typeof response['$ref'] === 'string')
      return this.faults(`${response['$ref']}/content/${JSON_BODY}/schema`, body);
    return this.faults(
      `#/paths/${escaped(path)}/${method.toLowerCase()}/responses/${status}/content/${JSON_BODY}/schema`,
      body,
    );
  }

  #operation(method: string, path: string): Json {
    const operation = this.#document.paths[path]?.[method.toLowerCase()];
    if (!operation) throw new Error(`${method} ${path} is not described`);
    return operation;
  }
}

const escaped = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');
const JSON_BODY = escaped('application/json');

/** The same description with every object closed: what an answer holds beyond it is a fault. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const copy: Json = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, closed(inner)]));
  const isObject = copy['type'] === 'object' && 'properties' in copy && !('additionalProperties' in copy);
  return isObject ? { ...copy, additionalProperties: false } : copy;
}
