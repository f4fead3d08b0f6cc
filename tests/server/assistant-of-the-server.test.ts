import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { assistantTicket as call, softwareDownload } from '#protocol/api.ts';
import { createTickets } from '#print-assistant/pairing/tickets.ts';
import {
  createTestFolder,
  createTestServer,
  createUser,
  createVisitor,
  type TestServer,
} from './create-test-server.ts';

const KEY = 'the launcher’s key';

describe('tickets for the assistant', () => {
  test('are valid at the assistant with the same key', async () => {
    const { url } = await createTestServer({ assistantKey: KEY });
    const { api } = await createUser(url, 'owner');
    const [first, second] = [
      expectOk(await api.call('assistantTicket', {})).ticket ?? '',
      expectOk(await api.call('assistantTicket', {})).ticket ?? '',
    ];
    const tickets = createTickets(KEY, Date.now);
    expect([tickets.take(first), tickets.take(second), tickets.take(first)]).toEqual([true, true, false]);
    expect(createTickets('another', Date.now).take(second)).toBe(false);
  });

  test('are not issued where no assistant was started with the server', async () => {
    const { url } = await createTestServer();
    const { api } = await createUser(url, 'owner');
    expect(expectOk(await api.call('assistantTicket', {}))).toEqual({ ticket: null });
  });

  test('are not issued to clients on another machine', async () => {
    const { url } = await createTestServer({ assistantKey: KEY, trustProxy: 1 });
    const user = await createUser(url, 'owner');
    const ask = async (address: string): Promise<unknown> => {
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': address };
      const answer = await user.fetch(url + call.path, { method: 'POST', headers, body: '{}' });
      return ((await answer.json()) as { data: { ticket: unknown } }).data.ticket;
    };
    expect(await ask('192.0.2.7')).toBeNull();
    expect(await ask('2001:db8::7')).toBeNull();
    expect(await ask('127.0.0.1')).toMatch(/^\d+\./);
    expect(await ask('::1')).toMatch(/^\d+\./);
  });
});

const LINUX = '/assistant-files/labelwright-assistant-linux-x64';
const WINDOWS = '/assistant-files/labelwright-assistant-windows-x64.exe';
const ON_LINUX = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36';
const ON_WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36';
const ON_MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15';
const ON_ANDROID = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36';

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** A server with executables for Linux and Windows; only the Linux one has a version. */
async function createDownloads(): Promise<TestServer & { readonly folder: string }> {
  const dataDir = await createTestFolder();
  const folder = join(dataDir, 'assistant');
  await mkdir(folder);
  await writeFile(join(folder, 'labelwright-assistant-linux-x64'), '0123456789');
  await writeFile(join(folder, 'labelwright-assistant-windows-x64.exe'), 'MZ');
  await writeFile(join(folder, 'versions.json'), JSON.stringify({ 'labelwright-assistant-linux-x64': '0.1.0' }));
  return { ...(await createTestServer({ dataDir, assistantFolder: folder })), folder };
}

describe('the assistant’s executables', () => {
  test('have their version and a checksum that is computed again when the file changes', async () => {
    const { url, folder } = await createDownloads();
    const { api } = createVisitor(url);
    const asked = await Promise.all(Array.from({ length: 10 }, () => api.call('assistantFiles', {})));
    for (const answer of asked) {
      expect(expectOk(answer).list).toEqual([
        { system: 'windows-x64', url: WINDOWS, bytes: 2, version: '', sha256: sha256('MZ') },
        { system: 'linux-x64', url: LINUX, bytes: 10, version: '0.1.0', sha256: sha256('0123456789') },
      ]);
    }
    await writeFile(join(folder, 'labelwright-assistant-linux-x64'), 'another');
    const { list } = expectOk(await api.call('assistantFiles', {}));
    expect(list[1]).toMatchObject({ bytes: 7, sha256: sha256('another') });
  });

  test('are served in parts, and as heads alone', async () => {
    const { url } = await createDownloads();
    const part = await fetch(url + LINUX, { headers: { range: 'bytes=2-5' } });
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([206, '2345', 'bytes 2-5/10']);
    const head = await fetch(url + LINUX, { method: 'HEAD' });
    expect([head.status, await head.text(), head.headers.get('content-length')]).toEqual([200, '', '10']);
    expect(head.headers.get('accept-ranges')).toBe('bytes');
    expect((await fetch(url + LINUX, { headers: { range: 'bytes=90-' } })).status).toBe(416);
  });

  test.each([
    ['', ON_LINUX, LINUX],
    ['', ON_WINDOWS, WINDOWS],
    ['windows-x64', ON_LINUX, WINDOWS],
    ['', ON_MAC, '/download'],
    ['', ON_ANDROID, '/download'],
    ['', '', '/download'],
    ['linux-arm64', ON_LINUX, '/download'],
    ['labelwright', ON_LINUX, LINUX],
  ])('appSoftwareDownload of “%s” in “%s” leads to %s', async (packageName, userAgent, expected) => {
    const { url } = await createDownloads();
    const query = new URLSearchParams({ language: 'en', app_type: '1', app_package_name: packageName, type: '1' });
    const answer = await fetch(`${url}${softwareDownload.path}?${query}`, { headers: { 'user-agent': userAgent } });
    expect(await answer.json()).toMatchObject({ code: 200, data: { url: expected } });
  });

  test('are listed and served for download, and no other file of their folder', async () => {
    const dataDir = await createTestFolder();
    await mkdir(join(dataDir, 'assistant'));
    await writeFile(join(dataDir, 'assistant/labelwright-assistant-linux-x64'), 'ELF');
    await writeFile(join(dataDir, 'assistant/notes.txt'), 'mine');
    const { url } = await createTestServer({ dataDir, assistantFolder: join(dataDir, 'assistant') });
    const { api } = await createUser(url, 'owner');
    const { list } = expectOk(await api.call('assistantFiles', {}));
    expect(list).toEqual([{ system: 'linux-x64', url: LINUX, bytes: 3, version: '', sha256: sha256('ELF') }]);
    const file = await fetch(url + list[0]?.url);
    expect([file.status, await file.text()]).toEqual([200, 'ELF']);
    expect(file.headers.get('content-disposition')).toBe('attachment');
    expect(file.headers.get('content-type')).toBe('application/octet-stream');
    for (const other of ['notes.txt', '', 'labelwright-assistant-windows-x64.exe', '..%2faccounts.db']) {
      const answer = await fetch(`${url}/assistant-files/${other}`);
      expect(answer.status, other).toBeGreaterThanOrEqual(400);
      await answer.text();
    }
  });

  test('are an empty list where none was built', async () => {
    const { url } = await createTestServer();
    const { api } = await createUser(url, 'owner');
    expect(expectOk(await api.call('assistantFiles', {}))).toEqual({ list: [] });
  });
});
