import { describe, expect, test } from 'vitest';
import { Compile } from 'typebox/compile';
import { API_CODES, CALLS, type CallName } from '#protocol/api.ts';
import { buildOpenApi } from '#server/docs/openapi.ts';
import { httpStatus } from '#server/core/api-error.ts';
import { createTestServer, createVisitor } from './create-test-server.ts';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly security: readonly object[];
  readonly parameters?: readonly { name: string; example: unknown }[];
  readonly requestBody?: { readonly content: Record<string, { readonly example?: unknown }> };
  readonly responses: Record<
    string,
    {
      description: string;
      content?: Record<string, { examples?: Record<string, { value: { data: unknown; code: number } }> }>;
    }
  >;
}
type Paths = Record<string, Record<string, Operation>>;

const NAMES = Object.keys(CALLS) as CallName[];
const document = buildOpenApi() as { paths: Paths; openapi: string; tags: { name: string }[] };

describe('the description of the calls', () => {
  test.each(NAMES)('%s has a text, a valid example, and its errors', (name) => {
    const { method, path, access, input, answer } = CALLS[name];
    const operation = document.paths[path]?.[method.toLowerCase()];
    expect(operation?.operationId).toBe(name);
    expect(operation?.summary, `a comment above ${name} in src/protocol/api`).toMatch(/^[A-Z].{8,}[.!?]$/);
    expect(operation?.security.length).toBe(access === 'public' ? 0 : 1);
    const example =
      method === 'GET'
        ? Object.fromEntries((operation?.parameters ?? []).map((one) => [one.name, one.example]))
        : operation?.requestBody?.content['application/json']?.example;
    expect(Compile(input).Check(example)).toBe(true);
    const { examples = {} } = operation?.responses['200']?.content?.['application/json'] ?? {};
    expect(Compile(answer).Check(examples['success']?.value.data)).toBe(true);
    const statuses = Object.keys(operation?.responses ?? {}).map(Number);
    expect(statuses).toEqual(expect.arrayContaining([200, 403, 413, 415, 429, 500, 503]));
    if (access === 'session') expect(statuses).toContain(httpStatus(API_CODES.signedOut));
    expect(examples['invalid']?.value.code).toBe(API_CODES.invalid);
  });

  test('describes only existing calls', async () => {
    const { server } = await createTestServer();
    const routes = new Set(
      server.routes.map(({ method, url }) => `${method.toLowerCase()} ${url.replace(/:(\w+)/g, '{$1}')}`),
    );
    const described = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((m) => `${m} ${path}`),
    );
    expect(described.filter((one) => !routes.has(one))).toEqual([]);
    const calls = [...routes].filter(
      (one) => /^(get|post) \/(interface|hanma|net|upload)\//.test(one) || /^get \/(files|metrics)/.test(one),
    );
    expect(calls.filter((one) => !described.includes(one))).toEqual([]);
  });

  test('is valid OpenAPI 3.1: every reference resolves, every id, path and tag is unique and known', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d$/);
    const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    const text = JSON.stringify(document);
    for (const [, pointer = ''] of text.matchAll(/"\$ref":"#([^"]+)"/g)) {
      const found = pointer
        .split('/')
        .slice(1)
        .reduce<unknown>((node, key) => (node as Record<string, unknown>)?.[key], document);
      expect(found, pointer).toBeTypeOf('object');
    }
    expect(text).not.toContain('"~');
    for (const [path, item] of Object.entries(document.paths)) {
      expect(path).toMatch(/^\//);
      for (const [method, operation] of Object.entries(item)) {
        expect(['get', 'post']).toContain(method);
        for (const response of Object.values(operation.responses)) expect(response.description).not.toBe('');
        for (const [, parameter = ''] of path.matchAll(/\{(\w+)\}/g)) {
          expect(operation.parameters?.map(({ name }) => name)).toContain(parameter);
        }
      }
    }
  });

  test('is served, with a page without inline scripts and a viewer of our own', async () => {
    const { url } = await createTestServer();
    const visitor = createVisitor(url);
    expect(await (await visitor.fetch('/docs/openapi.json')).json()).toEqual(JSON.parse(JSON.stringify(document)));
    const page = await visitor.fetch('/docs');
    const html = await page.text();
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self' 'wasm-unsafe-eval';");
    expect(html).not.toMatch(/<script>|https?:/);
    for (const [, script = ''] of html.matchAll(/src="([^"]+)"/g)) {
      const answer = await visitor.fetch(script);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
      expect((await answer.text()).length).toBeGreaterThan(50);
    }
    expect((await visitor.fetch('/docs/none.js')).status).toBe(404);
  });
});
