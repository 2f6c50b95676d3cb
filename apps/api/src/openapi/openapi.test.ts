import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, type TestApi } from '../test/support/api.ts';
import { Client } from '../test/support/client.ts';
import { DescriptionValidator } from '../test/support/description-validator.ts';
import { signInAdmin } from '../test/support/people.ts';
import { listRoutes } from '../test/support/registered-routes.ts';
import { descriptions } from './descriptions.ts';
import type { OpenApiDocument } from './document.ts';
import type { JsonSchema } from './schemas.ts';

const { app, admin } = descriptions();
const hosts = [
  ['appHost', '/api', app],
  ['adminHost', '/api/admin', admin],
] as const;

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({}, { jobs: false });
});
afterAll(() => api.close());

/** The admin host's description needs a session. */
const createReader = async (name: 'appHost' | 'adminHost') =>
  name === 'adminHost' ? (await signInAdmin(api)).client : new Client(api[name]);

interface Media {
  schema: object;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}
interface Operation {
  operationId: string;
  parameters?: {
    $ref?: string;
    name?: string;
    description?: string;
    schema?: { examples?: unknown[]; default?: unknown; description?: string };
    example?: unknown;
  }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { $ref?: string; headers?: object; content?: Record<string, Media> }>;
}
const listOperations = (document: OpenApiDocument) =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      call: `${method.toUpperCase()} ${path}`,
      path: `#/paths/${path.replaceAll('/', '~1')}/${method}`,
      operation: operation as unknown as Operation,
    })),
  );
const listCalls = (document: OpenApiDocument) => listOperations(document).map(({ call }) => call);
const listPhpRoutes = (host: Parameters<typeof listRoutes>[0]) =>
  listRoutes(host).filter((call) => call.endsWith('.php'));

describe.each(hosts)('the description of %s', (name, base, document) => {
  test('has exactly the registered .php paths and methods', async () => {
    expect(listCalls(document).sort()).toEqual(listPhpRoutes(api[name]));
  });

  test('is served', async () => {
    const { status, headers, body } = await (await createReader(name)).get(`${base}/openapi.json`);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'application/json; charset=utf-8',
      'no-store',
    ]);
    expect(body).toEqual(document);
  });

  test('has a unique id for each call', () => {
    const ids = listOperations(document).map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test.each(listOperations(document))('$call: has only examples that match its schema', ({ path, operation }) => {
    const shapes = new DescriptionValidator(document);
    let checked = 0;
    const check = (place: string, value: unknown) => {
      expect(shapes.findFaults(place, value), place).toEqual([]);
      checked += 1;
    };
    const checkMedia = (place: string, content: Record<string, Media>) => {
      for (const [type, { example, examples }] of Object.entries(content)) {
        const values = examples ? Object.values(examples).map(({ value }) => value) : [example];
        expect(values.length).toBeGreaterThan(0);
        for (const value of values) check(`${place}/content/${type.replaceAll('/', '~1')}/schema`, value);
      }
    };
    for (const [i, { schema, $ref, ...parameter }] of (operation.parameters ?? []).entries()) {
      // The documentation page would send a parameter's example in test calls: a search text, or an idempotency key
      // that was used before.
      expect(parameter).not.toHaveProperty('example');
      if ($ref) continue;
      const { examples = [], default: defaultValue } = schema ?? {};
      expect(examples.length > 0 || defaultValue !== undefined).toBe(true);
      for (const example of examples) check(`${path}/parameters/${i}/schema`, example);
    }
    if (operation.requestBody) checkMedia(`${path}/requestBody`, operation.requestBody.content);
    for (const [status, { content }] of Object.entries(operation.responses)) {
      if (content) checkMedia(`${path}/responses/${status}`, content);
    }
    expect(checked).toBeGreaterThan(0);
  });

  test('describes each filter and each field of a request', () => {
    const parameters = listOperations(document).flatMap(({ call, operation }) =>
      (operation.parameters ?? []).flatMap((parameter) =>
        parameter.$ref || parameter.description || parameter.schema?.description ? [] : [`${call}: ${parameter.name}`],
      ),
    );
    const requests = Object.entries(document.components.schemas).filter(([shape]) => shape.endsWith('Request'));
    const fields = requests.flatMap(([shape, { properties = {} }]) =>
      Object.entries(properties).flatMap(([field, { description, $ref }]) =>
        description || $ref ? [] : [`${shape}.${field}`],
      ),
    );
    expect([...parameters, ...fields]).toEqual([]);
  });

  test('has only field examples that match their schemas', () => {
    const shapes = new DescriptionValidator(document);
    const listExamples = (place: string, schema: JsonSchema): [string, unknown][] => [
      ...(schema.examples ?? []).map((example): [string, unknown] => [place, example]),
      ...Object.entries(schema.properties ?? {}).flatMap(([field, each]) =>
        listExamples(`${place}/properties/${field}`, each),
      ),
      ...(schema.items ? listExamples(`${place}/items`, schema.items) : []),
      ...(['anyOf', 'oneOf'] as const).flatMap((kind) =>
        (schema[kind] ?? []).flatMap((each, index) => listExamples(`${place}/${kind}/${index}`, each)),
      ),
    ];
    const examples = Object.entries(document.components.schemas).flatMap(([shape, schema]) =>
      listExamples(`#/components/schemas/${shape}`, schema),
    );
    expect(examples.length).toBeGreaterThan(50);
    for (const [place, example] of examples) expect([place, ...shapes.findFaults(place, example)]).toEqual([place]);
  });

  test('documents Idempotency-Key on every POST and Retry-After on every 429 and 503', () => {
    for (const { call, operation } of listOperations(document)) {
      const isKeyed = (operation.parameters ?? []).some(
        ({ $ref }) => $ref === '#/components/parameters/IdempotencyKey',
      );
      expect([call, isKeyed]).toEqual([call, call.startsWith('POST ')]);
      for (const status of ['429', '503']) {
        const described = operation.responses[status] ?? {};
        const [, code] = /^#\/components\/responses\/(\w+)$/.exec(described.$ref ?? '') ?? [];
        const response = code === undefined ? described : document.components['responses']?.[code];
        expect(response).toHaveProperty(['headers', 'Retry-After']);
      }
    }
  });
});

test('detects a registered path without a description', async () => {
  const host = Fastify();
  host.post('/api/forgotten.php', async () => ({}));
  expect(listCalls(app)).not.toEqual(expect.arrayContaining(listPhpRoutes(host)));
  await host.close();
});

test('validates the fields of a reply and their types', () => {
  const shapes = new DescriptionValidator(app);
  const user = { id: 1, firstName: 'A', lastName: 'B', email: 'a@example.com' };
  const good = { success: true, sessionId: 's', user };
  const faults = (body: unknown) => shapes.findReplyFaults('POST', '/api/login.php', 200, body);
  expect(faults(good)).toEqual([]);
  for (const bad of [
    { ...good, sessionId: 5 },
    { ...good, success: false },
    { ...good, more: 1 },
    { success: true, sessionId: 's' },
    { ...good, user: { ...user, id: '1' } },
    { ...good, user: { ...user, id: 1.5 } },
    { ...good, user: { ...user, email: 'no address' } },
  ]) {
    expect(faults(bad)).not.toEqual([]);
  }
  expect(shapes.findReplyFaults('POST', '/api/login.php', 418, { error: 'no' })).not.toEqual([]);
});

describe('the documentation page', () => {
  test.each(hosts)('loads only files of its own host on %s, under the same policy as all pages', async (name, base) => {
    const client = await createReader(name);
    const page = await client.get(`${base}/docs`);
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain("script-src 'self';");
    expect(policy).toBe(String((await client.get('/healthz')).headers['content-security-policy']));
    expect(page.body).not.toMatch(/<script(?![^>]*\ssrc=)|\son\w+=|https?:/);
    const files = [...String(page.body).matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, url = '']) => url);
    expect(files).toHaveLength(4);
    for (const url of files) {
      const { status, headers } = await client.get(url);
      const type = url.endsWith('.js') ? 'javascript' : 'css';
      expect([url, status, headers['content-type']]).toEqual([
        url,
        200,
        expect.stringMatching(`^(text|application)/${type}`),
      ]);
    }
  });

  test('is not served by the other host, and neither are its description and files', async () => {
    for (const path of [
      '/api/admin/docs',
      '/api/admin/openapi.json',
      '/api/reference/swagger-ui.js',
      '/api/reference/package.json',
    ]) {
      expect((await new Client(api.appHost).get(path)).status).toBe(404);
    }
    for (const path of ['/api/docs', '/api/openapi.json']) {
      expect((await new Client(api.adminHost).get(path)).status).toBe(404);
    }
  });
});
