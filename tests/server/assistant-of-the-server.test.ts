import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { assistantTicket as call } from '#protocol/api.ts';
import { createTickets } from '#print-assistant/pairing/tickets.ts';
import { createTestFolder, createTestServer, createUser } from './create-test-server.ts';

const KEY = 'the launcher’s key';

describe('tickets for the assistant', () => {
  test('are good at the assistant that has the same key', async () => {
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

  test('are given to nobody where no assistant was started with the server', async () => {
    const { url } = await createTestServer();
    const { api } = await createUser(url, 'owner');
    expect(expectOk(await api.call('assistantTicket', {}))).toEqual({ ticket: null });
  });

  test('are given to nobody who is on another machine', async () => {
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

describe('the assistant’s executables', () => {
  test('are listed and served to be saved, and nothing else of their folder is', async () => {
    const dataDir = await createTestFolder();
    await mkdir(join(dataDir, 'assistant'));
    await writeFile(join(dataDir, 'assistant/labelwright-assistant-linux-x64'), 'ELF');
    await writeFile(join(dataDir, 'assistant/notes.txt'), 'mine');
    const { url } = await createTestServer({ dataDir, assistantFolder: join(dataDir, 'assistant') });
    const { api } = await createUser(url, 'owner');
    const { list } = expectOk(await api.call('assistantFiles', {}));
    expect(list).toEqual([{ system: 'linux-x64', url: '/assistant-files/labelwright-assistant-linux-x64', bytes: 3 }]);
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

  test('are none where none was built', async () => {
    const { url } = await createTestServer();
    const { api } = await createUser(url, 'owner');
    expect(expectOk(await api.call('assistantFiles', {}))).toEqual({ list: [] });
  });
});
