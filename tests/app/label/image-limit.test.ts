import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { problem } from '#model/kernel/problem.ts';
import { ok } from '#model/kernel/result.ts';
import { createApiClient } from '#services/api/api-client.ts';
import { imageFaultText, imageLimitKb, readBackground } from '#app/ui/background-asset.ts';
import { createPng } from '#tests/print/create-image-files.ts';

beforeEach(() => vi.stubGlobal('isSecureContext', true));
afterEach(() => vi.unstubAllGlobals());

/** A client of a server that answers every call with this. */
function apiOf(answer: () => Promise<Response>): ReturnType<typeof createApiClient> {
  vi.stubGlobal('fetch', answer);
  return createApiClient({ baseUrl: 'http://labels.test', language: () => 'en', onSignedOut: () => undefined });
}

test('the limit comes from the server', async () => {
  const answer = {
    code: 200,
    message: '',
    data: { image_size: 37, member_space: '', assistant_port: 9004, encrypted_calls: [] },
  };
  expect(await imageLimitKb(apiOf(async () => Response.json(answer)))).toBe(37);
});

test('the limit is 2 MB when the server is unreachable', async () => {
  expect(await imageLimitKb(apiOf(() => Promise.reject(new TypeError('no network'))))).toBe(2048);
});

test('accepts a file of exactly the limit, and rejects one byte more', async () => {
  const png = createPng(2, 2, () => [0, 0, 0, 255]);
  const padded = (length: number): Blob => new Blob([new Uint8Array([...png, ...new Uint8Array(length - png.length)])]);
  const read = (length: number): ReturnType<typeof readBackground> =>
    readBackground(padded(length), 1, async () => ok(null));
  expect((await read(1024)).ok).toBe(true);
  expect(await read(1025)).toEqual({ ok: false, error: problem('image.tooLarge', { limitKb: 1 }) });
});

test('the message is tip30, the limit and tip31', () => {
  const t = ((key: string) => `<${key}>`) as unknown as Parameters<typeof imageFaultText>[0];
  expect(imageFaultText(t, problem('image.tooLarge', { limitKb: 37 }))).toBe('<tips:tip30>37<tips:tip31>');
  expect(imageFaultText(t, problem('image.wrongType'))).toBe('<tips:tip39>');
});
