/** Runs in the browser, for the test of the same name, the real client of the assistant, journal and printer lock. */
import type { Reading } from '#protocol/printing.ts';
import { createAssistantClient } from '#services/assistant/assistant-client.ts';
import { createPairingKeeper } from '#services/storage/pairing-keeper.ts';
import { openDatabase } from '#services/storage/database.ts';
import { readJournalPages } from '#services/storage/journal-steps.ts';
import { eachReadings, openJournal } from '#services/storage/journal.ts';
import { acquirePrinterLock } from '#services/storage/printer-lock.ts';

async function connect(url: string): Promise<string> {
  const client = createAssistantClient({
    url,
    pairing: { keeper: createPairingKeeper(() => 'tester'), ticket: () => Promise.resolve(null), browser: 'Test' },
  });
  const { signal } = new AbortController();
  const connected = await client.connect(signal);
  const printers = connected.ok ? await client.printers(signal) : connected;
  client.close();
  if (!connected.ok) return connected.error.code;
  return printers.ok ? printers.value.map((printer) => printer.name).join() : printers.error.code;
}

async function keepJournal(): Promise<unknown> {
  const journal = await openJournal('tester');
  if (!journal.ok) return journal.error.code;
  const job = { jobId: 'j', jobName: 'Tags', printer: 'Folder', templateHash: 't', dataHash: 'd', startedAt: 5 };
  const page = { jobId: 'j', labels: 1, refused: [] };
  const first = { ...page, sequence: 1, rows: [2], places: [0], pngHash: 'a' };
  const second = { ...page, sequence: 2, rows: [3], places: [1], pngHash: 'b' };
  const third = { ...page, sequence: 3, rows: [4], places: [2], pngHash: 'c' };
  const steps = [
    await journal.value.begin(job, null),
    await journal.value.intend([first, second], []),
    await journal.value.intend([third], [{ ...first, end: 'spooled' }]),
    await journal.value.settle([{ ...second, end: 'notPrinted' }]),
    await journal.value.end('j', 'finished'),
    await journal.value.begin(job, null),
  ];
  journal.value.close();
  const afterwards = await journal.value.intend([{ ...third, sequence: 4 }], []);
  const database = await openDatabase('tester');
  if (!database.ok) return database.error.code;
  const kept = { jobs: await database.value.getAll('printJobs'), pages: await readJournalPages(database.value, 'j') };
  database.value.close();
  return { steps: [...steps, afterwards].map((step) => (step.ok ? 'ok' : step.error.code)), ...kept };
}

function createReading(row: number): Reading {
  const read = { symbology: null, expected: '', decoded: null, grade: null, measures: null };
  return { row, elementName: '', ...read, printed: true, reasons: [] };
}

/** Seven jobs with two parts each; the rest of the first, and the content of the last. */
async function keepReadings(): Promise<unknown> {
  const journal = await openJournal('tester');
  if (!journal.ok) return journal.error.code;
  for (let n = 1; n <= 7; n++) {
    const jobId = `readings-${n}`;
    const job = { jobId, jobName: '', printer: '', templateHash: '', dataHash: '', startedAt: 10 * n };
    await journal.value.begin(job, null);
    for (const part of [0, 1]) {
      const rows = [2 * part, 2 * part + 1];
      await journal.value.keepReadings(jobId, part, rows.map(createReading), { places: rows, through: 2 * part + 2 });
    }
  }
  journal.value.close();
  const kept: Record<string, readonly object[]> = {};
  for (const jobId of ['readings-1', 'readings-3', 'readings-7']) {
    const readings: object[] = [];
    await eachReadings('tester', jobId, (part) => readings.push(...part.map(({ row }) => ({ row }))));
    kept[jobId] = readings;
  }
  return kept;
}

/** Owner of each printer, and waiting runs; in the end the waiting one has it. */
async function lockTwice(): Promise<unknown> {
  const { signal } = new AbortController();
  const givenUp = new AbortController();
  const log: string[] = [];
  const lock = async (name: string, printer: string, until = signal): Promise<{ release(): void } | null> => {
    const found = await acquirePrinterLock(printer, until, () => log.push(`${name} waits`));
    log.push(`${name} ${found.ok ? 'has it' : found.error.code}`);
    return found.ok ? found.value : null;
  };
  const first = await lock('first', 'Folder');
  const second = lock('second', 'Folder');
  const third = lock('third', 'Folder', givenUp.signal);
  await lock('other', 'Labels');
  while (log.length < 4) await new Promise((resolve) => setTimeout(resolve));
  givenUp.abort();
  await third;
  first?.release();
  await second;
  return log;
}

export interface PrintingPage {
  connect(url: string): Promise<string>;
  keepJournal(): Promise<unknown>;
  keepReadings(): Promise<unknown>;
  lockTwice(): Promise<unknown>;
}

Object.assign(globalThis, { printingPage: { connect, keepJournal, keepReadings, lockTwice } satisfies PrintingPage });
