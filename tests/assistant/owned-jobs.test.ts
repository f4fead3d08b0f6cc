import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { expectOk, ok } from '#model/kernel/result.ts';
import { createJobManager, unknownJob, type JobManager } from '#print-assistant/job-manager.ts';
import { createOwnedJobs } from '#print-assistant/pairing/owned-jobs.ts';
import { createImagePuller } from '#print-assistant/image-puller.ts';
import { handOverParts, type HandOver, type PrinterDriver } from '#print-assistant/printers/printer-driver.ts';
import type { Printers } from '#print-assistant/printers/printer-list.ts';
import { createImageMemory } from '#print-assistant/image-memory.ts';
import { problem } from '#model/kernel/problem.ts';
import type { AnnouncedPage } from '#protocol/assistant.ts';
import { createOutputPage } from './create-page.ts';
import { createFolder } from './start-assistant.ts';

const A = { site: 'https://shop.example', owner: 'a' };
const B = { site: 'https://shop.example', owner: 'b' };
const never = (): AbortSignal => new AbortController().signal;

test('pages of one job reach the printer in their order of arrival, whatever another client of the site requests', async () => {
  const printed: number[] = [];
  let answerB: (owner: null) => void = () => undefined;
  const slow = new Promise<null>((resolve) => (answerB = resolve));
  const manager = {
    ownerOf: (jobId: string) => (jobId === 'of-b' ? slow : Promise.resolve(null)),
    status: (jobId: string) => Promise.resolve(ok(unknownJob(jobId))),
    output: ({ sequence }: { readonly sequence: number }) => {
      printed.push(sequence);
      return Promise.resolve(ok({ jobId: 'of-a', sequence, outcome: 'spooled' }));
    },
  } as unknown as JobManager;
  const jobs = createOwnedJobs(manager);
  const image = { isHere: true, read: () => Promise.reject(new Error('not read here')) };
  const page = (sequence: number) => jobs.output(A, { ...createOutputPage({ jobId: 'of-a', sequence }) }, image);
  const first = page(1);
  const asked = jobs.status(B, 'of-b');
  const second = page(2);
  await first;
  const third = page(3);
  await sleep(0);
  answerB(null);
  await Promise.all([asked, second, third]);
  expect(printed).toEqual([1, 2, 3]);
});

test('a job that its page and the assistant’s own page end at once is closed at its printer one at a time', async () => {
  await using folder = await createFolder();
  let closing = 0;
  let most = 0;
  const driver = {
    name: 'Printer',
    prepare: () => Promise.resolve(ok(() => Promise.resolve<HandOver>({ type: 'spooled' }))),
    recall: () => Promise.resolve('unknown'),
    close: async () => {
      most = Math.max(most, ++closing);
      await sleep(20);
      closing--;
      return ok(null);
    },
  } as unknown as PrinterDriver;
  const printers = { find: () => Promise.resolve(driver) } as unknown as Printers;
  const options = {
    jobsFolder: folder.path,
    printers,
    maxIdleRecords: 10,
    now: () => new Date(),
    log: () => undefined,
  };
  const manager = await createJobManager(options);
  const { image, ...order } = createOutputPage({ sequence: 1, jobId: 'both' });
  const png = Buffer.from(image ?? '', 'base64');
  const read = () => Promise.resolve(ok({ png, done: () => undefined }));
  expectOk(await manager.output({ ...order, ...A }, { isHere: true, read }));
  await Promise.all([
    manager.end(A, 'both', 'finished'),
    manager.end({ site: 'assistant', owner: 'assistant' }, 'both', 'cancelled'),
  ]);
  await manager.stop();
  expect(most).toBe(1);
});

test('an image without room returns the printer to others, and names the limit', async () => {
  const memory = createImageMemory(100);
  const other = await memory.take(B, 500, never());
  const puller = createImagePuller(() => undefined, memory, 50);
  const page = { jobId: 'large', sequence: 1, imageBytes: 500 } as unknown as AnnouncedPage;
  expect(await puller.pull(A, page, never())).toMatchObject({ ok: false, error: { code: 'assistant.bytesWaiting' } });
  other?.();
});

describe('a page whose copies are sent in parts', () => {
  const busy: HandOver = { type: 'failed', problem: problem('assistant.deliveryFailed') };
  const spooled: HandOver = { type: 'spooled' };

  test('is offered again when the printer rejects a later part while it prints the one before', async () => {
    const answers = [spooled, busy, spooled, spooled];
    const send = () => Promise.resolve(answers.shift() ?? spooled);
    expect(await handOverParts([send, send, send], never())).toEqual(spooled);
    expect(answers).toEqual([]);
  });

  test('has failed, and may be sent again, when the printer rejects its first part', async () => {
    expect(await handOverParts([() => Promise.resolve(busy), () => Promise.resolve(spooled)], never())).toEqual(busy);
  });
});
