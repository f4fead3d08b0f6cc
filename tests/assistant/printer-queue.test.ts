import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ok } from '#model/kernel/result.ts';
import { createFairShare } from '#print-assistant/fair-share.ts';
import { openJobStore } from '#print-assistant/job-store.ts';
import { PrinterQueue, type Pause, type QueuedPage } from '#print-assistant/printer-queue.ts';
import { createOutputPage } from './create-page.ts';
import { createFolder } from './start-assistant.ts';

describe('the fair share', () => {
  /** Takes one after the other until there is no more. */
  function takeAll(share: ReturnType<typeof createFairShare>, sharer: { site: string; owner?: string }): number {
    let taken = 0;
    while (share.take(sharer, 1) !== null) taken++;
    return taken;
  }

  test('leaves a part for every further site, and for every further pairing of a site', () => {
    const share = createFairShare(64);
    expect(['a', 'b', 'c', 'd'].map((site) => takeAll(share, { site }))).toEqual([32, 16, 8, 4]);
    const byPairing = createFairShare(64);
    expect(['1', '2', '3'].map((owner) => takeAll(byPairing, { site: 'a', owner }))).toEqual([16, 8, 4]);
    expect(takeAll(byPairing, { site: 'b', owner: '1' })).toBeGreaterThanOrEqual(8);
  });

  test('is free again once it is returned, each part once', () => {
    const share = createFairShare(4);
    const back = share.take({ site: 'a' }, 2);
    expect(share.take({ site: 'a' }, 1)).toBe(null);
    back?.();
    back?.();
    expect(takeAll(share, { site: 'a' })).toBe(2);
    expect(takeAll(share, { site: 'b' })).toBe(1);
  });
});

describe('a queue of a printer', () => {
  /** The printed pages, in order; pages wait at the printer until they are released. */
  function createQueue(parts = 1): { queue: PrinterQueue; paper: string[]; letGo: () => void } {
    const paper: string[] = [];
    let letGo = (): void => undefined;
    const first = new Promise<void>((resolve) => (letGo = resolve));
    const print = async (group: readonly QueuedPage[], pause: Pause) => {
      const [{ order } = { order: null }] = group;
      const name = `${order?.owner} ${order?.sequence}`;
      for (let part = 0; part < (order?.copies ?? 1); part += 100) {
        if (part > 0) await pause(new AbortController().signal);
        paper.push(name);
        await first;
      }
      return group.map(({ order: { jobId, sequence } }) => ok({ jobId, sequence, outcome: 'spooled' as const }));
    };
    return { queue: new PrinterQueue(() => Promise.resolve({ maxPages: parts, print })), paper, letGo };
  }

  function page(site: string, owner: string, sequence: number, copies = 1): QueuedPage {
    const { image: _, ...order } = createOutputPage({ sequence, jobId: owner, copies });
    return {
      order: { ...order, site, owner },
      image: { isHere: true, read: () => Promise.reject(new Error('unread')) },
    };
  }

  test('alternates between sites, within a site between pairings, and keeps the order of each pairing', async () => {
    const { queue, paper, letGo } = createQueue();
    const sent = [1, 2, 3, 4].map((sequence) => queue.output(page('a', 'a1', sequence)));
    await Promise.resolve();
    sent.push(...[1, 2].map((sequence) => queue.output(page('a', 'a2', sequence))));
    sent.push(...[1, 2, 3].map((sequence) => queue.output(page('b', 'b1', sequence))));
    letGo();
    await Promise.all(sent);
    expect(paper).toEqual(['a1 1', 'b1 1', 'a2 1', 'b1 2', 'a1 2', 'b1 3', 'a2 2', 'a1 3', 'a1 4']);
    await queue.drained();
    expect(queue.isEmpty).toBe(true);
  });

  test('lets others print between the parts of many copies, and alternates two such pages part by part', async () => {
    const { queue, paper, letGo } = createQueue();
    const sent = [queue.output(page('a', 'a', 1, 300)), queue.output(page('a', 'a', 2))];
    await Promise.resolve();
    sent.push(queue.output(page('b', 'b', 1, 200)));
    sent.push(queue.output(page('c', 'c', 1)));
    letGo();
    await Promise.all(sent);
    expect(paper).toEqual(['a 1', 'b 1', 'c 1', 'a 1', 'b 1', 'a 1', 'a 2']);
  });

  test('stops a paused page at once when its job is canceled, in any turn', async () => {
    const stop = new AbortController();
    const order: string[] = [];
    let letGo = (): void => undefined;
    const hanging = new Promise<void>((resolve) => (letGo = resolve));
    const queue = new PrinterQueue(() =>
      Promise.resolve({
        maxPages: 1,
        async print([{ order: { owner, jobId, sequence } } = page('', '', 1)], pause) {
          order.push(owner);
          if (owner === 'a') await pause(stop.signal);
          else await hanging;
          return [ok({ jobId, sequence, outcome: 'spooled' as const })];
        },
      }),
    );
    const a = queue.output(page('a', 'a', 1, 9999));
    const b = queue.output(page('b', 'b', 1));
    await expect.poll(() => order).toEqual(['a', 'b']);
    stop.abort();
    expect(await a).toMatchObject({ ok: true });
    const next = queue.output(page('a', 'a', 2));
    letGo();
    await Promise.all([b, next]);
    expect(order).toEqual(['a', 'b', 'a']);
  });

  test('runs tasks without a printer in parallel, after everything its client has sent before', async () => {
    const { queue, paper, letGo } = createQueue();
    const sent = queue.output(page('a', 'a', 1));
    let bind = (): void => undefined;
    const binding = queue.run({ site: 'a', owner: 'a' }, () => new Promise<void>((resolve) => (bind = resolve)));
    const later = queue.output(page('a', 'a', 2));
    letGo();
    await sent;
    await queue.output(page('b', 'b', 1));
    await queue.output(page('b', 'b', 2));
    expect(paper).toEqual(['a 1', 'b 1', 'b 2']);
    bind();
    await Promise.all([binding, later]);
    expect(paper).toEqual(['a 1', 'b 1', 'b 2', 'a 2']);
  });
});

describe('records of jobs', () => {
  const header = (jobId: string, owner: string) => ({
    jobId,
    jobName: '',
    printer: 'P',
    openedAt: '2026-01-01',
    owner,
  });

  test('are shared by all users of a job, and are evicted and read again without a loss', async () => {
    await using folder = await createFolder();
    const store = await openJobStore(folder.path, 1, () => Promise.resolve());
    {
      const [one, two] = await Promise.all([store.open(header('a', 'x')), store.open(header('a', 'x'))]);
      await one.accept([{ sequence: 1, hash: 'ab' }]);
      expect(two.page(1)).toEqual({ state: 'accepted', hash: 'ab' });
      await two.settle([{ sequence: 1, state: 'spooled' }]);
      one[Symbol.dispose]();
      two[Symbol.dispose]();
    }
    for (const jobId of ['b', 'c', 'd']) (await store.open(header(jobId, 'y')))[Symbol.dispose]();
    using again = await store.find('a');
    expect(again?.page(1)).toEqual({ state: 'spooled', hash: 'ab' });
    expect(await store.find('nobody')).toBe(null);
    expect((await readFile(join(folder.path, 'a.log'), 'utf8')).match(/jobId/g)).toHaveLength(1);
  });
});
