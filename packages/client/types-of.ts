import openapiTS, { astToString, COMMENT_HEADER, type OpenAPI3 } from 'openapi-typescript';

/**
 * Generates TypeScript types from an OpenAPI description.
 * @returns the text of a module
 */
export async function generateTypes(description: object): Promise<string> {
  // Copy first: the library mutates its input.
  const nodes = await openapiTS(structuredClone(description) as OpenAPI3, {
    // A field with a default is optional in requests.
    defaultNonNullable: false,
  });
  return `${COMMENT_HEADER}${astToString(nodes)}`;
}
