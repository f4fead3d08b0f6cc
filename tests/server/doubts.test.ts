import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { API_CODES, type PageInDoubt } from '#protocol/api.ts';
import { startFakeIppServer } from '#tests/assistant/fake-ipp-server.ts';
import { createRenderFolder } from '#tests/support/command-line.ts';
import { printedIn, printerIn, startBound, startBoundHere, startCutLine } from './bound-assistant.ts';
import { createTestServer, createUser } from './create-test-server.ts';
import { asking, saveLabel, startWorker, tokenOf, untilEnd, type Ask, type Run } from './v1-program.ts';

const PAGES = 80;

interface Printing extends Run {
  readonly reprint_of: string | null;
  readonly printer: { readonly state: string; readonly printed: number; readonly in_doubt: number };
}

const runOf = async (ask: Ask, id: string): Promise<Printing> =>
  (await (await ask(`/v1/runs/${id}`)).json()) as Printing;
const doubtsOf = async (ask: Ask, id: string): Promise<readonly PageInDoubt[]> =>
  ((await (await ask(`/v1/runs/${id}/doubts`)).json()) as { items: PageInDoubt[] }).items;

async function create() {
  const server = await createTestServer();
  const owner = await createUser(server.url, 'owner');
  const template = await saveLabel(owner, await createRenderFolder());
  const ask = asking(server.url, await tokenOf(owner));
  await startWorker(server);
  const start = async (printer: string, count: number): Promise<string> => {
    const rows = Array.from({ length: count }, (_, i) => ({ name: `Tea ${i}`, code: `A-${i}` }));
    const answer = await ask('/v1/runs', { template, printer, dpi: 203, rows });
    expect(answer.status).toBe(202);
    return ((await answer.json()) as Run).id;
  };
  return { server, owner, ask, start };
}

/** A run on the folder printer of an assistant that was killed after ten pages. */
async function killedOver() {
  const context = await create();
  const { ask, owner, server, start } = context;
  const assistant = await startBound(server.url, owner);
  const id = await start((await printerIn(ask, 'Folder', 'idle')).id, PAGES);
  await expect.poll(async () => (await runOf(ask, id)).printer.printed, { interval: 5 }).toBeGreaterThanOrEqual(10);
  await assistant.process().signal('SIGKILL');
  await expect.poll(async () => (await runOf(ask, id)).printer.state).toBe('uncertain');
  return { ...context, assistant, id };
}

/** The numbers of the printed pages, by their jobs. */
async function pagesByJob(folder: string): Promise<readonly { readonly job: string; readonly page: number }[]> {
  return [...(await printedIn(folder)).keys()].map((name) => ({
    job: name.split('/')[0] ?? '',
    page: Number(/page-(\d+)/.exec(name)?.[1]),
  }));
}

describe('pages of an assistant that disconnected before it answered', () => {
  test('that were printed are never sent again, and the run continues', async () => {
    const { ask, assistant, id, server, owner } = await killedOver();
    const before = await runOf(ask, id);
    const open = await doubtsOf(ask, id);
    expect(open.length).toBeGreaterThan(0);
    expect(open.every(({ state, assistant: name }) => state === 'unanswered' && name !== '')).toBe(true);
    const other = await createUser(server.url, 'other');
    const asOther = asking(server.url, await tokenOf(other));
    expect((await asOther(`/v1/runs/${id}/doubts`)).status).toBe(404);
    expect((await asOther(`/v1/runs/${id}/doubts`, { decision: 'printed' })).status).toBe(404);
    expect(await other.api.call('decideServerRun', { id, decision: 'printed' })).toMatchObject({
      error: { apiCode: API_CODES.notFound },
    });
    for (const body of [
      {},
      { decision: 'maybe' },
      { decision: 'printed', pages: '0' },
      { decision: 'printed', pages: 'x' },
    ]) {
      expect((await ask(`/v1/runs/${id}/doubts`, body)).status).toBe(422);
    }
    expect(await doubtsOf(ask, id)).toEqual(open);
    // Ten concurrent requests count once.
    await Promise.all(Array.from({ length: 10 }, () => ask(`/v1/runs/${id}/doubts`, { decision: 'printed' })));
    expect(await doubtsOf(ask, id)).toEqual([]);
    expect((await runOf(ask, id)).printer.printed).toBe(before.printer.printed + open.length);
    const events = expectOk(await owner.api.call('getAuditLog', { size: 50 })).list.map(({ event }) => event);
    expect(events.filter((event) => event === 'runDecided')).toHaveLength(1);
    await assistant.restart();
    expect(await untilEnd(ask, id)).toMatchObject({ state: 'done', printer: { printed: PAGES, in_doubt: 0 } });
    const out = (await pagesByJob(assistant.folder)).map(({ page }) => page);
    expect(new Set(out).size).toBe(out.length);
    const decided = open.map(({ page }) => page);
    expect([...new Set([...out, ...decided])].toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: PAGES }, (_, i) => i + 1),
    );
    // The following pages were not sent before, and are now; no decided page was printed again.
    const last = Math.max(...decided);
    expect(out.filter((page) => page > last)).toHaveLength(PAGES - last);
  });

  test('that are to be printed again are sent once, also by the same assistant', async () => {
    const { ask, assistant, id, server, owner } = await killedOver();
    const open = (await doubtsOf(ask, id)).map(({ page }) => page);
    const [first = 0] = open;
    const one = expectOk(await owner.api.call('decideServerRun', { id, decision: 'again', pages: [first] }));
    expect(one.in_doubt).toBe(open.length - 1);
    const ten = Array.from({ length: 10 }, () => ask(`/v1/runs/${id}/doubts`, { decision: 'again' }));
    expect((await Promise.all(ten)).map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    // A decision is final.
    await ask(`/v1/runs/${id}/doubts`, { decision: 'printed', pages: String(first) });
    const { db } = server.server.services;
    const job = await db.selectFrom('print_job').select('rounds').where('run_id', '=', id).executeTakeFirstOrThrow();
    expect(job.rounds).toBe(1);
    await assistant.restart();
    expect(await untilEnd(ask, id)).toMatchObject({ state: 'done', printer: { printed: PAGES, in_doubt: 0 } });
    const out = await pagesByJob(assistant.folder);
    const job1 = createHash('sha256').update(`${id}-1`).digest('hex').slice(0, 8);
    const again = out.filter(({ job: name }) => name.endsWith(job1)).map(({ page }) => page);
    expect(again.toSorted((a, b) => a - b)).toEqual(open);
    const others = out.filter(({ job: name }) => !name.endsWith(job1)).map(({ page }) => page);
    expect(new Set(others).size).toBe(others.length);
    expect(await db.selectFrom('print_recall').selectAll().execute()).toEqual([]);
  });

  test('are returned by it when it reconnects, and another assistant prints them', async () => {
    const { ask, server, owner, start } = await create();
    await using ipp = await startFakeIppServer();
    const printers = { ASSISTANT_PRINTERS: JSON.stringify({ Shared: `${ipp.uri}?uuid=6b6f-1` }) };
    const lines = [await startCutLine(() => server.url), await startCutLine(() => server.url)] as const;
    await startBoundHere(lines[0].url, owner, printers);
    await startBoundHere(lines[1].url, owner, printers);
    const shared = await printerIn(ask, 'Shared', 'idle');
    await expect.poll(async () => (await printerIn(ask, 'Shared', 'idle')).assistants.length).toBe(2);
    // The printer has the fifth page, and its assistant is disconnected before it can report it; others wait behind it.
    ipp.behave(() => (ipp.printed.length === 4 ? 'hang' : 'print'));
    const id = await start(shared.id, 30);
    await expect.poll(() => ipp.printed.length, { interval: 10 }).toBe(5);
    const { db } = server.server.services;
    const { holder } = await db
      .selectFrom('printer')
      .select('holder')
      .where('id', '=', shared.id)
      .executeTakeFirstOrThrow();
    const assistants = await db.selectFrom('assistant').select('id').orderBy('created_at').execute();
    const holding = lines[assistants[0]?.id === holder ? 0 : 1];
    // While it is connected, it will answer: no page is unconfirmed.
    expect(await doubtsOf(ask, id)).toEqual([]);
    await ask(`/v1/runs/${id}/doubts`, { decision: 'again' });
    holding.close(true);
    await expect.poll(async () => (await runOf(ask, id)).printer.state).toBe('uncertain');
    const open = (await doubtsOf(ask, id)).map(({ page }) => page);
    expect([open[0], open.length]).toEqual([5, 16]);
    await ask(`/v1/runs/${id}/doubts`, { decision: 'printed', pages: '5' });
    await ask(`/v1/runs/${id}/doubts`, { decision: 'again' });
    expect(await untilEnd(ask, id)).toMatchObject({ state: 'done', printer: { printed: 30, in_doubt: 0 } });
    expect(ipp.printed).toHaveLength(30);
    holding.close(false);
    // It has reconnected, and is asked before its printer has answered for its current page.
    await expect
      .poll(async () => (await printerIn(ask, 'Shared', 'idle')).assistants.filter(({ online }) => online).length)
      .toBe(2);
    await wait(1500);
    ipp.release();
    await expect.poll(() => db.selectFrom('print_recall').selectAll().execute()).toEqual([]);
    await wait(1500);
    expect(ipp.printed).toHaveLength(30);
  });

  test('end the run where all are decided and no assistant is connected', async () => {
    const { ask, server, owner, start } = await create();
    await using ipp = await startFakeIppServer();
    const printers = { ASSISTANT_PRINTERS: JSON.stringify({ Alone: ipp.uri }) };
    const assistant = await startBound(server.url, owner, printers);
    ipp.behave(() => 'hang');
    const id = await start((await printerIn(ask, 'Alone', 'idle')).id, 3);
    await expect.poll(() => ipp.printed.length, { interval: 10 }).toBe(1);
    await expect
      .poll(async () => (await server.server.services.db.selectFrom('print_page').selectAll().execute()).length)
      .toBe(3);
    await assistant.process().signal('SIGKILL');
    await expect.poll(async () => (await doubtsOf(ask, id)).length).toBe(3);
    const decided = expectOk(await owner.api.call('decideServerRun', { id, decision: 'printed' }));
    expect(decided).toMatchObject({ state: 'done', printing: 'ended', printed: 3, in_doubt: 0 });
  });
});

describe('unconfirmed pages of a completed run', () => {
  test('are counted, or printed by one run of their own', async () => {
    const { ask, server, owner, start } = await create();
    const assistant = await startBoundHere(server.url, owner);
    const id = await start((await printerIn(ask, 'Folder', 'idle')).id, 6);
    await untilEnd(ask, id);
    // The state that an assistant leaves when it can't know.
    const { db } = server.server.services;
    const doubt = { run_id: id, state: 'doubt', assistant_id: null, record: null } as const;
    await db
      .insertInto('print_page')
      .values([2, 3, 4, 5].map((page) => ({ ...doubt, page })))
      .execute();
    await db.updateTable('print_job').set({ printed: 2 }).where('run_id', '=', id).execute();
    await ask(`/v1/runs/${id}/doubts`, { decision: 'printed', pages: '2' });
    expect((await runOf(ask, id)).printer).toMatchObject({ printed: 3, in_doubt: 3 });
    // The state that a server leaves if it is killed before it starts a decision's run.
    const name = 'a decision';
    await db.updateTable('print_page').set({ state: 'again', record: name, round: 1 }).where('page', '=', 3).execute();
    const ten = Array.from({ length: 10 }, () => ask(`/v1/runs/${id}/doubts`, { decision: 'again', pages: '4-5' }));
    expect((await Promise.all(ten)).map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    const runs = ((await (await ask('/v1/runs')).json()) as { items: Printing[] }).items;
    const again = runs.filter(({ reprint_of: first }) => first === id);
    expect(again).toHaveLength(2);
    const ends = await Promise.all(again.map((run) => untilEnd(ask, run.id)));
    expect(ends.map(({ pages }) => pages).toSorted()).toEqual([1, 2]);
    expect((await pagesByJob(assistant.folder)).length).toBe(9);
    expect(await doubtsOf(ask, id)).toEqual([]);
    expect((await runOf(ask, id)).printer).toMatchObject({ printed: 3, in_doubt: 0 });
  });
});
