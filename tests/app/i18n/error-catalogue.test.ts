import { readFileSync } from 'node:fs';
import i18next, { type TFunction } from 'i18next';
import { beforeAll, describe, expect, test } from 'vitest';
import { placeText, noticeText } from '#app/state/i18n/problem-text.ts';
import { createApiClient, type ApiClient, type ApiResult } from '#services/api/api-client.ts';

/** Section 8 of the specification. `null`: no message. */
interface Case {
  readonly code: number;
  readonly envelope: Readonly<Record<string, unknown>>;
  readonly shown: string | null;
}

const ALL = { Reason: 'The reason', message: 'The message', msg: 'The msg' };
const SHOWS_REASON: readonly Case[] = [209, 401, 500, 404, 408, 409, 413, 415, 429, 503, 507, 999].flatMap((code) => [
  { code, envelope: ALL, shown: 'The reason' },
  { code, envelope: { message: 'The message', msg: 'The msg' }, shown: 'The message' },
  { code, envelope: { msg: 'The msg' }, shown: 'The msg' },
]);
const CASES: readonly Case[] = [
  ...SHOWS_REASON,
  { code: 405, envelope: ALL, shown: 'The message' },
  { code: 405, envelope: { Reason: 'The reason' }, shown: 'The reason' },
  { code: 403, envelope: ALL, shown: null },
  // The dialog that asks to sign in again has the reason.
  { code: 301, envelope: ALL, shown: null },
  { code: 999, envelope: {}, shown: 'The server refused the request.' },
  { code: 500, envelope: { message: '' }, shown: 'The server refused the request.' },
];

/** Every way in which the program makes calls. */
const CALLERS: Readonly<Record<string, (api: ApiClient) => Promise<ApiResult<unknown>>>> = {
  'a list': (api) => api.call('templateList', {}),
  'a form': (api) => api.call('login', { account: 'a', password: 'b' }),
  'an action': (api) => api.call('deleteTemplate', { id: 'x' }),
  'adding a template': (api) =>
    api.call('addTemplate', { name: 'x', parent_id: '', width: 1, height: 1, url: '', image: '' }),
  'covering a template': (api) =>
    api.call('coverTemplate', { id: 'x', name: 'x', parent_id: '', width: 1, height: 1, url: '', image: '' }),
  'a call by GET': (api) => api.call('configuration', {}),
  'a quiet call': (api) => api.call('member', {}, { quiet: true }),
  'a call with a sign of waiting': (api) => api.call('member', {}, { loading: true }),
  'an uploaded preview': (api) => api.uploadPreview(new Uint8Array(1), 'token'),
  'an uploaded file': (api) => api.uploadTemplate(new Uint8Array(1), 'x.tprts', 'token'),
  'a fetched file': (api) => api.fetchFile('/files/x'),
};
/** Codes that report a limit of the account; the specification shows 402 for adding a template only. */
const SHOWS_402 = new Set(['adding a template', 'an uploaded preview', 'an uploaded file', 'a fetched file']);

let t: TFunction;
beforeAll(async () => {
  const read = (name: string): object => JSON.parse(readFileSync(`locales/en/${name}.json`, 'utf8')) as object;
  const resources = { en: { problems: read('problems'), tips: read('tips'), common: read('common') } };
  t = await i18next
    .createInstance()
    .init({ lng: 'en', resources, keySeparator: '.', interpolation: { escapeValue: false } });
});

interface Heard {
  readonly shown: string | null;
  readonly inPlace: string;
  readonly signedOut: readonly string[];
  readonly waits: readonly string[];
}

async function hear(
  call: (api: ApiClient) => Promise<ApiResult<unknown>>,
  fetch: typeof globalThis.fetch,
  language = 'en',
): Promise<Heard> {
  const signedOut: string[] = [];
  const waits: string[] = [];
  const api = createApiClient({
    baseUrl: 'http://labels.test',
    language: () => language,
    onSignedOut: (reason) => signedOut.push(reason),
    onLoading: () => {
      waits.push('begin');
      return () => waits.push('end');
    },
    fetch,
  });
  const answer = await call(api);
  if (answer.ok) throw new Error('the call succeeded');
  return { shown: noticeText(t, answer.error), inPlace: placeText(t, answer.error), signedOut, waits };
}

/** Both read the body, as a network does: an unread form breaks the connection. */
function answering(body: object, status: number): typeof globalThis.fetch {
  return async (input) => {
    await (input as Request).arrayBuffer();
    return new Response(JSON.stringify(body), { status });
  };
}

const noNetwork: typeof globalThis.fetch = async (input) => {
  await (input as Request).arrayBuffer();
  throw new TypeError('Failed to fetch');
};

describe.each(Object.keys(CALLERS))('%s', (caller) => {
  const call = CALLERS[caller] as (typeof CALLERS)[string];

  test.each(CASES)('$code with $envelope shows the message of the catalog', async ({ code, envelope, shown }) => {
    for (const named of [{ code }, { ResultCode: code }]) {
      const heard = await hear(call, answering({ ...named, ...envelope }, 400));
      expect(heard.shown).toBe(shown);
      expect(heard.signedOut).toEqual(code === 301 ? ['The reason'] : []);
      expect(heard.inPlace).not.toBe('');
      if (shown !== null) expect(heard.inPlace).toBe(shown);
      if (shown === null) expect(heard.inPlace).not.toContain('The ');
    }
  });

  test('402 is reported only where the specification requires it', async () => {
    const heard = await hear(call, answering({ code: 402, ...ALL }, 400));
    expect(heard.shown).toBe(SHOWS_402.has(caller) ? 'The reason' : null);
    expect(heard.inPlace).toBe(SHOWS_402.has(caller) ? 'The reason' : 'Your account is not allowed to see this.');
  });

  test('402 for a missing membership shows no message, and is not reported as a lost connection', async () => {
    const heard = await hear(call, answering({ code: 402, ...ALL, data: { privilege: 'quickPrint' } }, 400));
    expect([heard.shown, heard.inPlace]).toEqual([null, 'This is for members only.']);
  });

  test('a network failure shows tip46', async () => {
    const heard = await hear(call, noNetwork);
    expect(heard.shown).toMatch(/^Network Error! /);
  });

  test('a request that cannot be set up reports the reason', async () => {
    const heard = await hear(call, answering({}, 200), 'no\nheader');
    expect(heard.shown).toMatch(/^The request could not be made: .*no/s);
  });

  test('a progress indicator is shown on request, and ends with any answer', async () => {
    const asked = caller === 'a call with a sign of waiting' ? ['begin', 'end'] : [];
    expect((await hear(call, answering({ code: 500 }, 500))).waits).toEqual(asked);
    expect((await hear(call, noNetwork)).waits).toEqual(asked);
  });
});

test('the quiet option overrides the progress indicator', async () => {
  const heard = await hear(
    (api) => api.call('member', {}, { loading: true, quiet: true }),
    answering({ code: 500 }, 500),
  );
  expect(heard.waits).toEqual([]);
});
