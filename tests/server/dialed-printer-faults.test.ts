import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startFakeIppServer } from '#tests/assistant/fake-ipp-server.ts';
import { createRenderFolder } from '#tests/support/command-line.ts';
import { startMain } from '#tests/support/server-process.ts';
import { printedIn, printerIn, recordedIn, startBound, startBoundHere, startCutLine } from './bound-assistant.ts';
import {
  createSuiteServer,
  createTestFolder,
  createUser,
  PASSWORD,
  type TestServer,
  type TestUser,
} from './create-test-server.ts';
import { storageEnvironment } from './test-storage.ts';
import { asking, saveLabel, startWorker, tokenOf, untilEnd, type Ask, type Run } from './v1-program.ts';

const PAGES = 80;
const rows = (count: number): object[] =>
  Array.from({ length: count }, (_, i) => ({ name: `Tea ${i}`, code: `A-${i}` }));

interface Printing {
  readonly state: string;
  readonly printer: { readonly state: string; readonly printed: number; readonly in_doubt: number };
}

async function runOf(ask: Ask, id: string): Promise<Printing> {
  return (await (await ask(`/v1/runs/${id}`)).json()) as Printing;
}

async function untilPrinted(ask: Ask, id: string, pages: number): Promise<void> {
  await expect.poll(async () => (await runOf(ask, id)).printer.printed, { interval: 10 }).toBeGreaterThanOrEqual(pages);
}

async function startRun(ask: Ask, template: string, printer: string, count: number): Promise<string> {
  const answer = await ask('/v1/runs', { template, printer, dpi: 203, rows: rows(count) });
  expect(answer.status).toBe(202);
  return ((await answer.json()) as Run).id;
}

/** Each page was printed once, and no other. */
async function expectEachOnce(folder: string, pages: number): Promise<void> {
  expect([...(await printedIn(folder)).keys()].map((name) => Number(/page-(\d+)/.exec(name)?.[1]))).toEqual(
    Array.from({ length: pages }, (_, i) => i + 1),
  );
  expect([...(await recordedIn(folder)).values()]).toEqual(Array.from({ length: pages }, () => 1));
}

/** A run with ten printed pages, on the folder printer of an assistant with a connection that can be cut. */
async function startPrinting(server: TestServer, owner: TestUser) {
  const template = await saveLabel(owner, await createRenderFolder());
  const ask = asking(server.url, await tokenOf(owner));
  const line = await startCutLine(() => server.url);
  const assistant = await startBound(line.url, owner);
  const { id: printer } = await printerIn(ask, 'Folder', 'idle');
  const id = await startRun(ask, template, printer, PAGES);
  await untilPrinted(ask, id, 10);
  return { template, printer, ask, line, assistant, id };
}

describe('printing through a connected assistant', () => {
  const suiteServer = createSuiteServer();
  const ends: (() => Promise<void>)[] = [];
  let users = 0;
  beforeAll(async () => {
    await startWorker(suiteServer(), (end) => ends.push(end));
  });
  afterAll(async () => {
    for (const end of ends.toReversed()) await end();
  });
  const newUser = (): Promise<TestUser> => createUser(suiteServer().url, `user-${users++}`);

  test('continues after its assistant was killed and its connection was cut, each page once', async () => {
    const { ask, line, assistant, id } = await startPrinting(suiteServer(), await newUser());
    await assistant.process().signal('SIGKILL');
    await assistant.restart();
    await untilPrinted(ask, id, 22);
    line.cut();
    await untilPrinted(ask, id, 38);
    await assistant.process().signal('SIGKILL');
    await printerIn(ask, 'Folder', 'offline');
    expect(['waiting', 'uncertain']).toContain((await runOf(ask, id)).printer.state);
    await assistant.restart();
    expect(await untilEnd(ask, id)).toMatchObject({
      state: 'done',
      printer: { state: 'ended', printed: PAGES, in_doubt: 0 },
    });
    await expectEachOnce(assistant.folder, PAGES);
  });

  test('continues after its server was killed, and waits for an absent assistant', async () => {
    const environment = {
      ...(await storageEnvironment(await createTestFolder())),
      DEMO_PASSWORD: PASSWORD,
      WORKERS: '1',
      MEMBERSHIP: 'off',
    };
    let server = await startMain(environment);
    const line = await startCutLine(() => server.url);
    const owner = await createUser(server.url, 'owner');
    const template = await saveLabel(owner, await createRenderFolder());
    const token = await tokenOf(owner);
    const assistant = await startBound(line.url, owner);
    const { id: printer } = await printerIn(asking(server.url, token), 'Folder', 'idle');
    await assistant.process().signal('SIGKILL');
    const id = await startRun(asking(server.url, token), template, printer, PAGES);
    await expect.poll(async () => (await runOf(asking(server.url, token), id)).state).toBe('printing');
    expect((await runOf(asking(server.url, token), id)).printer).toMatchObject({ state: 'waiting', printed: 0 });
    await assistant.restart();
    for (const pages of [10, 30]) {
      await untilPrinted(asking(server.url, token), id, pages);
      server.stop('SIGKILL');
      await server.ended;
      server = await startMain(environment);
    }
    expect(await untilEnd(asking(server.url, token), id)).toMatchObject({
      state: 'done',
      printer: { printed: PAGES, in_doubt: 0 },
    });
    await expectEachOnce(assistant.folder, PAGES);
  });

  test('sends pages of one printer to one of its two assistants, and never one that the other may have', async () => {
    const server = suiteServer();
    const owner = await newUser();
    const template = await saveLabel(owner, await createRenderFolder());
    const ask = asking(server.url, await tokenOf(owner));
    await using ipp = await startFakeIppServer();
    const printers = { ASSISTANT_PRINTERS: JSON.stringify({ Shared: `${ipp.uri}?uuid=6b6f-1` }) };
    const lines = [await startCutLine(() => server.url), await startCutLine(() => server.url)] as const;
    await startBoundHere(lines[0].url, owner, printers);
    await startBoundHere(lines[1].url, owner, printers);
    const shared = await printerIn(ask, 'Shared', 'idle');
    await expect.poll(async () => (await printerIn(ask, 'Shared', 'idle')).assistants.length).toBe(2);
    // The printer has the page, and its assistant is disconnected before it can report it.
    ipp.behave(() => (ipp.printed.length === 4 ? 'hang' : 'print'));
    const id = await startRun(ask, template, shared.id, 40);
    await expect.poll(() => ipp.printed.length, { interval: 10 }).toBe(5);
    const { db } = server.server.services;
    const row = db.selectFrom('printer').select('holder').where('id', '=', shared.id);
    const { holder } = await row.executeTakeFirstOrThrow();
    const assistants = await db
      .selectFrom('assistant')
      .select('id')
      .where('user_id', '=', owner.user.user_id)
      .orderBy('created_at')
      .execute();
    const holding = lines[assistants[0]?.id === holder ? 0 : 1];
    holding.close(true);
    // The other one is connected, and gets none of the following pages either: they would be out of order.
    await expect.poll(async () => (await runOf(ask, id)).printer.state).toBe('uncertain');
    const next = await startRun(ask, template, shared.id, 3);
    expect(await untilEnd(ask, next)).toMatchObject({ state: 'done', printer: { printed: 3 } });
    expect([ipp.printed.length, (await runOf(ask, id)).printer.state]).toEqual([8, 'uncertain']);
    ipp.release();
    holding.close(false);
    expect(await untilEnd(ask, id)).toMatchObject({ state: 'done', printer: { printed: 40, in_doubt: 0 } });
    // The pages of both runs have the same names: 3 of each, and 37 of the longer one only.
    expect([ipp.printed.length, new Set(ipp.printed).size, ipp.copies()]).toEqual([43, 40, 43]);
  });

  test('is not blocked by another printer that hangs, neither with pages nor with a cancel', async () => {
    const server = suiteServer();
    const owner = await newUser();
    const template = await saveLabel(owner, await createRenderFolder());
    const ask = asking(server.url, await tokenOf(owner));
    await using ipp = await startFakeIppServer();
    const line = await startCutLine(() => server.url);
    await startBoundHere(line.url, owner, { ASSISTANT_PRINTERS: JSON.stringify({ Slow: ipp.uri }) });
    const [slow, folder] = [await printerIn(ask, 'Slow', 'idle'), await printerIn(ask, 'Folder', 'idle')];
    ipp.behave(() => 'hang');
    const hanging = await startRun(ask, template, slow.id, 3);
    await expect.poll(() => ipp.printed.length, { interval: 20 }).toBe(1);
    const first = await startRun(ask, template, folder.id, 5);
    expect(await untilEnd(ask, first)).toMatchObject({ state: 'done', printer: { printed: 5 } });
    line.cut();
    const second = await startRun(ask, template, folder.id, 5);
    expect(await untilEnd(ask, second)).toMatchObject({ state: 'done', printer: { printed: 5 } });
    expect((await runOf(ask, hanging)).state).toBe('printing');
    await ask(`/v1/runs/${hanging}/cancel`, {});
    ipp.behave(() => 'print');
    ipp.release();
    const next = await startRun(ask, template, slow.id, 2);
    expect(await untilEnd(ask, next)).toMatchObject({ state: 'done', printer: { printed: 2 } });
    expect(ipp.printed).toHaveLength(3);
  });

  test('stops within two seconds of a cancel, and pages that the assistant did not get are never printed', async () => {
    const { ask, line, assistant, template, printer, id } = await startPrinting(suiteServer(), await newUser());
    await ask(`/v1/runs/${id}/cancel`, {});
    await new Promise((resolve) => setTimeout(resolve, 2000));
    const printed = (await printedIn(assistant.folder)).size;
    expect(printed).toBeLessThan(PAGES);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect((await printedIn(assistant.folder)).size).toBe(printed);
    // An absent assistant is notified when it reconnects.
    const next = await startRun(ask, template, printer, PAGES);
    await untilPrinted(ask, next, 10);
    line.close(true);
    await printerIn(ask, 'Folder', 'offline');
    await ask(`/v1/runs/${next}/cancel`, {});
    line.close(false);
    await printerIn(ask, 'Folder', 'idle');
    const third = await startRun(ask, template, printer, 5);
    expect(await untilEnd(ask, third)).toMatchObject({ state: 'done', printer: { printed: 5 } });
  });
});
