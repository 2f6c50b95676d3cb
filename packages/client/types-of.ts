import openapiTS, { astToString, COMMENT_HEADER, type OpenAPI3 } from 'openapi-typescript';

/** The TypeScript types of an OpenAPI description, as the text of a module. */
export async function typesOf(description: object): Promise<string> {
  // A copy: the library works on what it is given.
  const nodes = await openapiTS(structuredClone(description) as OpenAPI3, {
    // A field with a default may be left out.
    defaultNonNullable: false,
  });
  return `${COMMENT_HEADER}${astToString(nodes)}`;
}
