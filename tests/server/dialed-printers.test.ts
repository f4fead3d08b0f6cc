import { once } from 'node:events';
import { stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { DIAL_PATH, UNBIND_PATH } from '#protocol/dialed-assistant.ts';
import { openServerConnection } from '#print-assistant/server-connection/server-connection.ts';
import { startAssistantProcess } from '#tests/assistant/assistant-process.ts';
import { createRenderFolder, spawnRender } from '#tests/support/command-line.ts';
import { pairCommandLine } from '#tests/support/paired-command-line.ts';
import {
  bind,
  bindTestAssistant,
  newCode,
  printedIn,
  printerIn,
  printersOf,
  startBoundHere,
} from './bound-assistant.ts';
import { createTestFolder, createTestServer, createUser } from './create-test-server.ts';
import { asking, saveLabel, startWorker, tokenOf, untilEnd, type Run } from './v1-program.ts';

/** The printer states in a run's events, each once. */
function statesOfPrinter(events: string): string[] {
  const lines = events.split('\n').filter((line) => line.startsWith('data: '));
  const runs = lines.map((line) => JSON.parse(line.slice('data: '.length)) as { printer: { state: string } });
  return runs.map(({ printer }) => printer.state).filter((state, i, all) => state !== all[i - 1]);
}

describe('connected print assistants', () => {
  test('print a run as the command line prints it, byte for byte', async () => {
    const server = await createTestServer();
    const owner = await createUser(server.url, 'owner');
    const folder = await createRenderFolder();
    const template = await saveLabel(owner, folder);
    const ask = asking(server.url, await tokenOf(owner));
    const assistant = await startBoundHere(server.url, owner);
    expect((await stat(join(assistant.folder, 'server.json'))).mode & 0o777).toBe(0o600);
    await startWorker(server);
    const printer = await printerIn(ask, 'Folder', 'idle');
    const lines = Array.from({ length: 60 }, (_, i) => `Tea ${i},${i === 3 ? '标签' : `A-${i}`}`);
    const csv = `name,code\n${lines.join('\n')}\n`;
    const started = await ask('/v1/runs', { template, csv, printer: printer.id, dpi: 203 });
    expect(await started.clone().json()).toMatchObject({ printer: { id: printer.id, state: 'waiting', printed: 0 } });
    const { id } = (await started.json()) as Run;
    expect(await untilEnd(ask, id)).toMatchObject({
      state: 'done',
      pages: 59,
      refused: 1,
      printer: { name: 'Folder', state: 'ended', printed: 59, in_doubt: 0, problem: null },
    });
    const printed = [...(await printedIn(assistant.folder)).values()];
    expect(printed).toHaveLength(59);

    await writeFile(join(folder, 'rows.csv'), csv);
    const other = join(await createTestFolder(), 'assistant');
    await using local = await startAssistantProcess({ ASSISTANT_DIR: other });
    const paired = await pairCommandLine(local, await createTestFolder());
    const rendered = await spawnRender(
      folder,
      ['--template', 'label.tprts', '--data', 'rows.csv', '--out', 'run', '--printer', 'Folder', '--dpi', '203'],
      paired,
    );
    expect([rendered.status, rendered.errors]).toEqual([1, expect.any(String)]);
    const expected = [...(await printedIn(other)).values()];
    expect(expected).toHaveLength(59);
    expect(printed.map((png, i) => png.equals(expected[i] ?? Buffer.alloc(0)))).toEqual(printed.map(() => true));
  });

  test('print a run that another server process received, and each process shows the state', async () => {
    const server = await createTestServer();
    const owner = await createUser(server.url, 'owner');
    const template = await saveLabel(owner, await createRenderFolder());
    const token = await tokenOf(owner);
    await startBoundHere(server.url, owner);
    await startWorker(server);
    const other = await createTestServer({ dataDir: server.dataDir });
    const ask = asking(other.url, token);
    const { id: printer } = await printerIn(ask, 'Folder', 'idle');
    const started = await ask('/v1/runs', { template, printer, rows: [{ name: 'Tea', code: '1' }] });
    const { id } = (await started.json()) as Run;
    // A page may be printed before the events are read: their order is guaranteed, not their completeness.
    const states = statesOfPrinter(await (await ask(`/v1/runs/${id}/events`)).text());
    expect(states.at(-1)).toBe('ended');
    expect(['waiting', 'printing', 'ended'].filter((state) => states.includes(state))).toEqual(states);
    expect(await untilEnd(asking(server.url, token), id)).toMatchObject({ state: 'done', printer: { printed: 1 } });
  });

  test('are bound with a code once, in ten minutes, and guesses are limited', async () => {
    const server = await createTestServer({ limits: { bindingsPerAddress: 30 } });
    const owner = await createUser(server.url, 'owner');
    const [first, second] = [await newCode(owner), await newCode(owner)];
    expect((await bind(server.url, first)).status).toBe(401);
    const answers = await Promise.all(Array.from({ length: 10 }, () => bind(server.url, second.toUpperCase())));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(expectOk(await owner.api.call('assistantList', {})).count).toBe(1);
    const third = await newCode(owner);
    server.wait(10 * 60_000 + 1);
    expect((await bind(server.url, third)).status).toBe(401);
    const fourth = await newCode(owner);
    const guesses: number[] = [];
    for (let i = 0; i < 30; i++) guesses.push((await bind(server.url, 'aaaa-aaaa')).status);
    expect(guesses.at(-1)).toBe(429);
    expect((await bind(server.url, fourth)).status).toBe(429);
  });

  test('belong to their owner, and are rejected once they are unbound', async () => {
    const server = await createTestServer();
    const [owner, other] = [await createUser(server.url, 'owner'), await createUser(server.url, 'other')];
    const assistant = await startBoundHere(server.url, owner);
    const ask = asking(server.url, await tokenOf(owner));
    const foreign = asking(server.url, await tokenOf(other));
    const { id: printer } = await printerIn(ask, 'Folder', 'idle');
    expect(await printersOf(foreign)).toEqual([]);
    expect(expectOk(await other.api.call('assistantList', {})).list).toEqual([]);
    const folder = await createRenderFolder();
    const template = await saveLabel(other, folder);
    const refused = await foreign('/v1/runs', { template, printer, rows: [{ name: 'Tea', code: '1' }] });
    expect([refused.status, await refused.json()]).toMatchObject([422, { errors: [{ field: 'printer' }] }]);
    const [bound] = expectOk(await owner.api.call('assistantList', {})).list;
    expect(bound).toMatchObject({ online: true, printers: [{ name: 'Folder', state: 'idle', runs: 0 }] });
    const id = bound?.id ?? '';
    expect((await other.api.call('delAssistant', { id })).ok).toBe(false);
    expectOk(await owner.api.call('delAssistant', { id }));
    await expect.poll(() => assistant.output()).toContain('no longer recognizes this assistant');
    expect(await printersOf(ask)).toEqual([]);
    const { token } = await bindTestAssistant(server.url, owner);
    const dial = (given: string): Promise<Response> =>
      fetch(server.url + DIAL_PATH, { headers: { authorization: `Bearer ${given}` } });
    expect((await dial(token)).status).toBe(404);
    expect((await dial(`${token}x`)).status).toBe(401);
    expect((await dial('')).status).toBe(401);
  });

  test('unbind themselves: with their own token, once, without effect on others', async () => {
    const server = await createTestServer();
    const owner = await createUser(server.url, 'owner');
    const [one, other] = [await bindTestAssistant(server.url, owner), await bindTestAssistant(server.url, owner)];
    const unbind = async (token: string): Promise<number> => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      return (await fetch(server.url + UNBIND_PATH, { method: 'POST', headers, body: '{}' })).status;
    };
    expect([await unbind(''), await unbind(`${one.token}x`), await unbind(await tokenOf(owner))]).toEqual([
      401, 401, 401,
    ]);
    const answers = await Promise.all(Array.from({ length: 10 }, () => unbind(one.token)));
    expect(answers.filter((status) => status === 200)).toHaveLength(1);
    expect(answers.filter((status) => ![200, 401, 404].includes(status))).toEqual([]);
    expect(expectOk(await owner.api.call('assistantList', {})).list.map(({ id }) => id)).toEqual([other.id]);
    const entries = await server.server.services.db
      .selectFrom('audit_entry')
      .selectAll()
      .where('event', '=', 'assistantUnbound')
      .execute();
    expect(entries).toHaveLength(1);
  });

  test('that connect while the server closes do not keep it open', async () => {
    const { server, url } = await createTestServer();
    const connection = connect(Number(new URL(url).port), '127.0.0.1');
    onTestFinished(() => void connection.destroy());
    await once(connection, 'connect');
    const ended = once(connection, 'close');
    connection.on('error', () => undefined).resume();
    // A request that is not complete when the server begins to close.
    connection.write(`GET ${DIAL_PATH} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n`);
    const closed = server.close();
    await expect.poll(() => fetch(url).then(Boolean, () => false)).toBe(false);
    connection.write('Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n');
    await Promise.all([ended, closed]);
  });

  test('unbind at the server when they leave it, for none or for another, also when it can’t be reached', async () => {
    const [first, second] = [await createTestServer(), await createTestServer()];
    const [owner, other] = [await createUser(first.url, 'owner'), await createUser(second.url, 'other')];
    const folder = await createTestFolder();
    const line = await openServerConnection({ folder, serve: (socket) => socket.resume(), log: () => undefined });
    onTestFinished(() => line.close());
    const assistantsOf = async ({ api }: typeof owner): Promise<number> =>
      expectOk(await api.call('assistantList', {})).count;
    expectOk(await line.bind({ server: first.url, code: await newCode(owner) }));
    expect(await assistantsOf(owner)).toBe(1);
    expectOk(await line.bind({ server: second.url, code: await newCode(other) }));
    await expect.poll(() => assistantsOf(owner)).toBe(0);
    expect(await line.unbind()).toEqual({ server: second.url, notified: true });
    expect([await assistantsOf(other), await line.unbind(), line.bound()]).toEqual([0, null, null]);

    expectOk(await line.bind({ server: second.url, code: await newCode(other) }));
    await second.server.close();
    expect(await line.unbind()).toEqual({ server: second.url, notified: false });
    await expect(stat(join(folder, 'server.json'))).rejects.toThrow('ENOENT');
  });
});
