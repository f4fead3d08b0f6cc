import { problemAnswer } from './v1-answers.ts';
import { CALL_SHAPES, JSON_TYPE } from './v1-call-shapes.ts';
import { codeSamples, SAMPLE_ADDRESS } from './code-samples.ts';
import { V1_CALLS, type V1CallName } from '../api-v1/v1-calls.ts';

type Json = Readonly<Record<string, unknown>>;

/** Problems of calls by status. */
const PROBLEMS: Readonly<Record<number, string>> = {
  400: 'The request cannot be read.',
  401: 'There is no token, or it does not hold.',
  403: 'The token lacks the scope, or the account may not do this.',
  404: 'The account has no such thing.',
  409: 'The run has no result yet, the schedule is paused, or its idempotency key was used with another request.',
  413: 'The request is too large.',
  415: 'The request is not JSON.',
  422: 'A field is not valid, or the label cannot be printed: `errors` has rows and fields.',
  429: 'A limit is reached; `Retry-After` says for how many seconds.',
  503: 'No worker has taken the work in time; `Retry-After` says when to ask again.',
};

/** The description of the calls for programs, OpenAPI 3.1, generated from their input checks. */
export function buildV1OpenApi(): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const name of Object.keys(V1_CALLS) as V1CallName[]) {
    const { method, url } = V1_CALLS[name];
    const path = url.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(name) };
  }
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: {
      title: 'Labelwright for programs',
      version: '1',
      description:
        'Labels of an account’s templates, made without a browser. Who asks shows a token of the account (personal centre, ' +
        '“API tokens”) and never a cookie. Problems are `application/problem+json` (RFC 9457); `code` names them, and `detail` ' +
        'says them in the language of the header `language` (zh, en, pt, es, ru). All calls of a token together may be ' +
        '2,000 a minute.',
    },
    servers: [{ url: SAMPLE_ADDRESS, description: 'In the examples; the address of your own server takes its place.' }],
    security: [{ token: [] }],
    paths,
    webhooks: { runEnded: { post: webhook() } },
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'Begins with `lwt_`.' } },
      schemas: { Problem: plain(problemAnswer) },
      headers: { RetryAfter: { description: 'Seconds until it may be tried again.', schema: { type: 'integer' } } },
    },
  };
}

function operation(name: V1CallName): Json {
  const { title, url, scope, perMinute, text } = V1_CALLS[name];
  const { query = {}, body, status = 200, takesKey = false, media, answer } = CALL_SHAPES[name];
  const inPath = [...url.matchAll(/:(\w+)/g)].map(([, key = '']) => ({
    name: key,
    in: 'path',
    required: true,
    schema: { type: key === 'page' ? 'integer' : 'string' },
  }));
  const inQuery = Object.entries(query).map(([key, description]) => ({
    name: key,
    in: 'query',
    description,
    schema: { type: key === 'page' || key === 'size' ? 'integer' : 'string' },
  }));
  const inHead = takesKey ? [IDEMPOTENCY_KEY] : [];
  const done = {
    description: 'Done.',
    content: Object.fromEntries(
      media.map((type) => [type, type === JSON_TYPE && answer !== undefined ? { schema: plain(answer) } : {}]),
    ),
  };
  return {
    operationId: name,
    summary: title,
    description:
      scope === null
        ? `${text} At most ${perMinute} a minute for an address.`
        : `${text} Scope: \`${scope}\`. At most ${perMinute} a minute for a token.`,
    ...(scope === null ? { security: [] } : {}),
    parameters: [...inPath, ...inQuery, ...inHead],
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { [JSON_TYPE]: { schema: plain(body.schema), example: body.example } },
          },
        }),
    responses: {
      [status]: done,
      ...(takesKey ? { 200: { ...done, description: 'The run that this key has started before.' } } : {}),
      ...Object.fromEntries(problemsOf(name).map((one) => [one, problemResponse(one)])),
    },
    'x-codeSamples': codeSamples(name),
  };
}

const IDEMPOTENCY_KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Whatever is sent again with the same key and body is the same run. 1 to 100 characters of ASCII.',
  schema: { type: 'string', maxLength: 100 },
};

function problemsOf(name: V1CallName): number[] {
  const { method, url } = V1_CALLS[name];
  const asksForThing = url.includes(':') || name === 'startRun' || name === 'addSchedule';
  return [
    ...(method === 'POST' ? [400, 413, 415] : []),
    401,
    ...(V1_CALLS[name].scope === null ? [] : [403]),
    ...(asksForThing ? [404] : []),
    ...(CALL_SHAPES[name].takesKey === true || ['pages', 'page', 'report'].includes(name) ? [409] : []),
    ...(CALL_SHAPES[name].body === undefined ? [] : [422]),
    429,
    ...(name === 'preview' || name === 'fitProof' ? [503] : []),
  ];
}

function problemResponse(status: number): Json {
  return {
    description: PROBLEMS[status] ?? '',
    ...(status === 429 || status === 503
      ? { headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } }
      : {}),
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  };
}

/** The message that a run's `webhook` receives. */
function webhook(): Json {
  return {
    summary: 'The end of a run',
    description:
      'Signed as Standard Webhooks says: `webhook-signature` is `v1,` and the base64 of the HMAC-SHA256 of ' +
      '`webhook-id.webhook-timestamp.body`, with the bytes that are behind `whsec_` in base64 as its key. Sent until it is ' +
      'answered with 2xx, for about an hour: the same `webhook-id` may come twice. Only addresses on the internet get it, ' +
      'and those that the operator has named; redirects are not followed.',
    requestBody: {
      content: {
        [JSON_TYPE]: {
          schema: {
            type: 'object',
            required: ['type', 'timestamp', 'data'],
            properties: {
              type: { enum: ['run.done', 'run.failed', 'run.cancelled'] },
              timestamp: { type: 'string', format: 'date-time' },
              data: plain(CALL_SHAPES.run.answer),
            },
          },
        },
      },
    },
    responses: { 200: { description: 'Taken.' } },
  };
}

/** A schema as JSON, without the library's own properties. */
function plain(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema, (key, value: unknown) => (key.startsWith('~') ? undefined : value)));
}
