import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { TEMPLATE_FILE_LIMITS } from '#model/template/markup-meter.ts';
import { UPLOAD_LIMITS } from '#protocol/api.ts';
import { UPLOAD_TOKEN_LIFETIME_MS } from '#server/http/upload-tokens.ts';
import {
  createPng,
  createTemplateFile,
  createTestServer,
  createUser,
  upload,
  type TestServer,
  type TestUser,
} from './create-test-server.ts';

async function createUploader(): Promise<TestServer & { user: TestUser; token: string }> {
  const server = await createTestServer();
  const user = await createUser(server.url, 'ana');
  return { ...server, user, token: expectOk(await user.api.call('uploadToken', {})).data };
}

describe('a template file', () => {
  test('is stored packed or plain, with the extension of its form', async () => {
    const { user, token } = await createUploader();
    const packed = expectOk(await user.api.uploadTemplate(createTemplateFile(), '../../evil.sh', token));
    const plain = expectOk(await user.api.uploadTemplate(Buffer.from('\uFEFF <Template/>'), 'a.tprt', token));
    expect(packed.key).toMatch(/^[a-z0-9]+\.tprts$/);
    expect(plain.key).toMatch(/^[a-z0-9]+\.tprt$/);
    const bytes = expectOk(await user.api.fetchFile(`/files/${plain.key}`));
    expect(Buffer.from(bytes).toString()).toBe('\uFEFF <Template/>');
  });

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('hello')],
    ['packed text', gzipSync('hello')],
    ['a cut-off file', createTemplateFile().slice(0, -9)],
    ['a document type', Buffer.from('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a/>')],
    ['a packed document type', gzipSync('<?xml version="1.0"?><!doctype a><a/>')],
    ['more elements than can be opened', Buffer.from(`<a>${'<b/>'.repeat(TEMPLATE_FILE_LIMITS.elements)}</a>`)],
    ['packed ones', gzipSync(`<a>${'<b/>'.repeat(TEMPLATE_FILE_LIMITS.elements)}</a>`)],
    ['a bomb', gzipSync(Buffer.concat([Buffer.from('<a>'), Buffer.alloc(UPLOAD_LIMITS.templateUnpackedBytes)]))],
  ])('is not %s', async (_what, bytes) => {
    const { user, token } = await createUploader();
    expect(await user.api.uploadTemplate(bytes, 'a.tprt', token)).toMatchObject({
      error: { apiCode: 209, path: 'file' },
    });
  });

  test('has a size limit', async () => {
    const { user, token } = await createUploader();
    const bytes = Buffer.alloc(UPLOAD_LIMITS.templateBytes + 1, 'x');
    bytes.set(Buffer.from('<a>'));
    expect(await user.api.uploadTemplate(bytes, 'a.tprt', token)).toMatchObject({
      error: { apiCode: 413, message: 'The file is larger than 16384 KB.' },
    });
    bytes.set(Buffer.from(' <a>'));
    expectOk(await user.api.uploadTemplate(bytes.subarray(1), 'a.tprt', token));
  });
});

describe('a preview', () => {
  test.each([
    ['text', Buffer.from('hello')],
    ['a template', createTemplateFile()],
    ['only the signature', createPng().slice(0, 20)],
    ['wider than allowed', createPng(UPLOAD_LIMITS.imageMaxSidePx + 1, 1)],
    ['of too many pixels', createPng(8000, 8000)],
    ['without a width', createPng(0, 5)],
  ])('is not %s', async (_what, bytes) => {
    const { user, token } = await createUploader();
    expect(await user.api.uploadPreview(bytes, token)).toMatchObject({ error: { apiCode: 209, path: 'file' } });
  });

  test('has a size limit', async () => {
    const { user, token } = await createUploader();
    const grown = (bytes: number): Uint8Array => Buffer.concat([createPng(), Buffer.alloc(bytes - createPng().length)]);
    expectOk(await user.api.uploadPreview(grown(UPLOAD_LIMITS.imageBytes), token));
    expect(await user.api.uploadPreview(grown(UPLOAD_LIMITS.imageBytes + 1), token)).toMatchObject({
      error: { apiCode: 413 },
    });
    expect(await user.api.uploadPreview(grown(2 * UPLOAD_LIMITS.imageBytes), token)).toMatchObject({
      error: { apiCode: 413 },
    });
  });
});

describe('an upload token', () => {
  test('expires', async () => {
    const { user, token, wait } = await createUploader();
    wait(UPLOAD_TOKEN_LIFETIME_MS - 1000);
    expectOk(await user.api.uploadPreview(createPng(), token));
    wait(1001);
    expect(await user.api.uploadPreview(createPng(), token)).toMatchObject({ error: { apiCode: 401 } });
  });

  test('can’t be absent, made up or the session’s', async () => {
    const { user } = await createUploader();
    for (const token of ['', 'made-up', user.sessionCookie()?.[1] ?? '']) {
      expect(await user.api.uploadPreview(createPng(), token)).toMatchObject({ error: { apiCode: 401 } });
      expect(await user.api.uploadTemplate(createTemplateFile(), 'a', token)).toMatchObject({
        error: { apiCode: 401 },
      });
    }
  });

  test('may come before or after the file in the form', async () => {
    const { user, token } = await createUploader();
    const form = new FormData();
    form.set('file', new Blob(['<Template/>']), 'a.tprt');
    form.set('key', 'wish');
    form.set('token', token);
    const response = await user.fetch('/upload/file', { method: 'POST', body: form });
    expect(await response.json()).toMatchObject({ code: 200, data: { key: expect.stringMatching(/\.tprt$/) } });
  });
});

test('unused uploads are deleted after a day, others are kept', async () => {
  const { user, server, wait } = await createUploader();
  const used = await upload(user, 'used');
  expectOk(await user.api.call('addTemplate', { name: 'x', parent_id: '', width: 1, height: 1, ...used }));
  const unused = await upload(user, 'unused');
  wait(23 * 60 * 60 * 1000);
  await server.services.files.dropUnused();
  expectOk(await user.api.fetchFile(unused.url));
  wait(60 * 60 * 1000 + 30_000);
  await server.services.files.dropUnused();
  expect(await user.api.fetchFile(unused.url)).toMatchObject({ error: { apiCode: 404 } });
  expectOk(await user.api.fetchFile(used.url));
  expectOk(await user.api.fetchFile(used.image));
});
