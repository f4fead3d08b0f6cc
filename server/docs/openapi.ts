import { API_CODES, CALLS, type ApiCode, type CallName } from '#protocol/api.ts';
import { httpStatus } from '../core/api-error.ts';
import { errorsOf, ERROR_TEXTS, type ErrorName } from './call-errors.ts';
import { exampleOf, type JsonSchema } from './example.ts';
import { otherPaths } from './other-paths.ts';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../../src/protocol/api');
const CALL = /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*)?export const (\w+): Call</g;

/**
 * Descriptions of the calls by name, from the comments above their shapes in `src/protocol/api`, which readers of the
 * code and of the documentation share.
 */
function readCallTexts(): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.ts'))) {
    for (const [, comment = '', name = ''] of readFileSync(join(FOLDER, file), 'utf8').matchAll(CALL)) {
      const text = comment
        .replaceAll(/^\s*\*\s?/gm, '')
        .replaceAll(/\s+/g, ' ')
        .trim();
      if (text !== '') texts.set(name, text);
    }
  }
  return texts;
}

type Json = Readonly<Record<string, unknown>>;

/** The description of all calls, OpenAPI 3.1, generated from their shapes. */
export function buildOpenApi(): Json {
  const texts = readCallTexts();
  const paths: Record<string, Json> = {};
  for (const name of Object.keys(CALLS) as CallName[]) {
    const { method, path } = CALLS[name];
    paths[path] = { [method.toLowerCase()]: operation(name, texts.get(name) ?? '') };
  }
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: {
      title: 'Labelwright',
      version: '1',
      description:
        'Every call answers with an envelope, `code`, `data` and `message`, whose code says how it went. The session ' +
        'alone says who asks. A client with a session repeats, in the header `xsrf-token-…`, the cookie of that name with each ' +
        'request that changes something. Calls under `/hanma` carry a signature with a key that ' +
        '`sessionKeys` gives. Messages come in the language of the header `language` (zh, en, pt, es, ru). Times are ' +
        'ISO 8601 in UTC, lengths millimetres.',
    },
    servers: [{ url: '/' }],
    tags: [...new Set(Object.values(CALLS).map(({ path }) => tagOf(path))), 'files', 'health'].map((tag) => ({
      name: tag,
    })),
    paths: { ...paths, ...otherPaths() },
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'token',
          description:
            'Set by signing in. Its full name ends with that of the installation, and begins with `__Host-` over TLS.',
        },
      },
      schemas: {
        Refusal: {
          type: 'object',
          required: ['code', 'data', 'message'],
          properties: {
            code: { type: 'integer', enum: Object.values(API_CODES).filter((code) => code !== API_CODES.success) },
            data: { type: ['object', 'null'], description: 'The field that is wrong, or what prevents it.' },
            message: { type: 'string', description: 'For the user, in the language that was asked for.' },
          },
        },
      },
      headers: {
        RequestId: { description: 'Names the request in the log.', schema: { type: 'string' } },
        RetryAfter: { description: 'Seconds until it may be tried again.', schema: { type: 'integer' } },
      },
    },
  };
}

function operation(name: CallName, text: string): Json {
  const { method, path, access } = CALLS[name];
  const input = plain(CALLS[name].input);
  return {
    operationId: name,
    tags: [tagOf(path)],
    summary: text.split(/(?<=[.!?])\s/, 1)[0] ?? '',
    description: text,
    security: access === 'public' ? [] : [{ session: [] }],
    ...(method === 'GET'
      ? { parameters: parametersOf(input) }
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: input, example: exampleOf(input) } },
          },
        }),
    responses: responsesOf(name),
  };
}

function responsesOf(name: CallName): Json {
  const answer = plain(CALLS[name].answer);
  const success = {
    type: 'object',
    required: ['code', 'data', 'message'],
    properties: { code: { const: API_CODES.success }, data: answer, message: { const: '' } },
  };
  const byStatus = new Map<number, ErrorName[]>();
  for (const error of errorsOf(name)) {
    const status = httpStatus(API_CODES[error]);
    byStatus.set(status, [...(byStatus.get(status) ?? []), error]);
  }
  const refused = byStatus.get(200) ?? [];
  byStatus.delete(200);
  const responses: Record<string, Json> = {
    200: {
      description: ['Done, with code 200.', ...refused.map(errorLine)].join('\n- '),
      headers: headersFor(200),
      content: {
        'application/json': {
          schema: { anyOf: [success, { $ref: '#/components/schemas/Refusal' }] },
          examples: {
            success: { value: { code: API_CODES.success, data: exampleOf(answer), message: '' } },
            ...Object.fromEntries(refused.map((error) => [error, { value: errorExample(error) }])),
          },
        },
      },
    },
  };
  for (const [status, errors] of byStatus) {
    responses[status] = {
      description: errors.map(errorLine).join('\n- '),
      headers: headersFor(status),
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/Refusal' },
          examples: Object.fromEntries(errors.map((error) => [error, { value: errorExample(error) }])),
        },
      },
    };
  }
  return responses;
}

function headersFor(status: number): Json {
  const retry = status === API_CODES.tooMany || status === API_CODES.busy;
  return {
    'X-Request-Id': { $ref: '#/components/headers/RequestId' },
    ...(retry ? { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } : {}),
  };
}

function errorLine(error: ErrorName): string {
  return `Code ${API_CODES[error]} (${error}): ${ERROR_TEXTS[error]}`;
}

function errorExample(error: ErrorName): { code: ApiCode; data: null; message: string } {
  return { code: API_CODES[error], data: null, message: ERROR_TEXTS[error] };
}

function parametersOf({ properties = {}, required = [] }: JsonSchema): readonly Json[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
    example: exampleOf(schema, name),
  }));
}

/** The tag of a path: `/interface/api/tem.app_public/…` is of `tem.app_public`. */
function tagOf(path: string): string {
  return path.split('/')[3] ?? '';
}

/** A schema as JSON, without the library's own properties. */
function plain(schema: unknown): JsonSchema {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => (key.startsWith('~') ? undefined : value)),
  ) as JsonSchema;
}
