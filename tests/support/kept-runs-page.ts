/** Runs in the browser, for the test of the same name: stored data of runs, in the real database. */
import { openDB } from 'idb';
import { rowSetOf } from '#model/data/row-set.ts';
import type { DevicePrinter } from '#protocol/device-printer.ts';
import { DEFAULT_PRINTER_SETUP } from '#protocol/printer-setup.ts';
import { KEPT_FORMAT, type JournalPage, type KeptRun, type Reading } from '#protocol/printing.ts';
import { databaseName, openDatabase } from '#services/storage/database.ts';
import { openJournal } from '#services/storage/journal.ts';
import { createDeviceStore } from '#services/storage/device-store.ts';
import { createKeptRuns } from '#services/storage/kept-runs.ts';
import { createRunLocks } from '#services/storage/run-locks.ts';
import { createSpreadsheetStore } from '#services/storage/spreadsheet-store.ts';

const OWNER = 'keeper';

function createKept(jobId: string, connection: string): KeptRun {
  const label = { name: 'Tags', assets: new Map([['a', Uint8Array.of(1, 2)]]) };
  const edits = [{ connection, sheet: 'Data', edits: [{ row: 1, column: 'A', text: 'x' }] }];
  return {
    format: KEPT_FORMAT,
    jobId,
    jobName: 'Tags',
    printer: 'Folder',
    templateHash: 't',
    dataHash: 'd',
    startedAt: 5,
    template: label as unknown as KeptRun['template'],
    templateId: null,
    data: { count: 9, rows: rowSetOf([1, 2, 7]), copiesColumn: null, mostCopies: 9, edits },
    dpi: 300,
    minGrade: 'C',
    overflow: 'refuse',
    copies: 1,
    asked: 3,
    editedCells: 1,
    fonts: [],
    now: { year: 2026, month: 1, day: 2, hour: 3, minute: 4, second: 5 },
    instance: 'i',
  };
}

function createReading(row: number): Reading {
  const read = { symbology: null, expected: '', decoded: null, grade: null, measures: null };
  return { row, elementName: '', ...read, printed: true, reasons: [] };
}

/** List entry of a run at its start, with a page, and at its end. */
async function keep(): Promise<unknown> {
  const runs = createKeptRuns(() => OWNER);
  const journal = await openJournal(OWNER);
  if (!journal.ok) return journal.error.code;
  const kept = createKept('kept', 'sha256:kept');
  await journal.value.begin(kept, kept);
  const page = { jobId: 'kept', sequence: 1, rows: [2], places: [0], labels: 1, refused: [], pngHash: 'a' };
  await journal.value.intend([page], []);
  const found = await runs.get('kept');
  const listed = await runs.list();
  await journal.value.end('kept', 'cancelled');
  journal.value.close();
  const after = await runs.get('kept');
  const ended = await runs.find('kept');
  return {
    same: found.ok && JSON.stringify(found.value?.run.data) === JSON.stringify(kept.data),
    asset: found.ok && found.value?.run.template.assets instanceof Map,
    pages: listed.ok && listed.value.map((job) => job.pages.map(({ state, places }) => ({ state, places }))),
    after: after.ok && after.value,
    ended: ended.ok && ended.value?.run.jobId === 'kept' && ended.value.pages.length,
  };
}

/** Three parts of two labels each; the remaining ones when a run continues with the fourth label, and with the ninth. */
async function trim(): Promise<unknown> {
  const runs = createKeptRuns(() => OWNER);
  const journal = await openJournal(OWNER);
  if (!journal.ok) return journal.error.code;
  for (const part of [0, 1, 2]) {
    const places = [2 * part, 2 * part + 1];
    await journal.value.keepReadings('trimmed', part, places.map(createReading), { places, through: 2 * part + 2 });
  }
  journal.value.close();
  const left = async (nextPlace: number): Promise<unknown> => {
    const rows: number[] = [];
    const kept = await runs.trimReadings('trimmed', nextPlace, (part) => rows.push(...part.map(({ row }) => row)));
    return [kept.ok && kept.value, rows];
  };
  return [await left(9), await left(3), await left(4)];
}

/** The ended runs whose labels can be printed once more. */
async function end(): Promise<unknown> {
  const runs = createKeptRuns(() => OWNER);
  const journal = await openJournal(OWNER);
  if (!journal.ok) return journal.error.code;
  for (let i = 0; i < 25; i++) {
    const kept = { ...createKept(`ended-${i}`, 'sha256:kept'), startedAt: 1000 + i };
    await journal.value.begin(kept, kept);
    await journal.value.end(kept.jobId, 'finished');
  }
  journal.value.close();
  const found = [];
  for (let i = 0; i < 25; i++) {
    const run = await runs.find(`ended-${i}`);
    if (run.ok && run.value !== null) found.push(i);
  }
  return found;
}

/** Numbers of jobs with pages, readings and an entry of their own; the first one has no end. */
async function forget(): Promise<unknown> {
  const journal = await openJournal('forgetful');
  if (!journal.ok) return journal.error.code;
  for (let i = 0; i < 60; i++) {
    const kept = { ...createKept(`job-${i}`, 'sha256:kept'), startedAt: 1000 + i };
    const { jobId } = kept;
    await journal.value.begin(kept, kept);
    await journal.value.intend(
      [{ jobId, sequence: 1, rows: [2], places: [0], labels: 1, refused: [], pngHash: 'a' }],
      [],
    );
    await journal.value.keepReadings(jobId, 0, [createReading(2)], { places: [0], through: 1 });
    if (i > 0) await journal.value.end(jobId, 'finished');
  }
  journal.value.close();
  const database = await openDatabase('forgetful');
  if (!database.ok) return database.error.code;
  const { value } = database;
  const pages = (await value.getAllKeys('printSteps')).map(([jobId]) => jobId);
  const counts = [await value.count('printJobs'), pages.length, await value.count('printReadings')];
  value.close();
  return [...counts, pages.includes('job-0'), pages.includes('job-1')];
}

/** Whether a spreadsheet that a run needs is there after many others; and after the run has ended and many more. */
async function crowd(): Promise<unknown> {
  let clock = 0;
  const store = createSpreadsheetStore({ now: () => ++clock, owner: () => OWNER });
  const journal = await openJournal(OWNER);
  if (!journal.ok) return journal.error.code;
  await store.put('sha256:needed', 'needed.csv', new Blob(['a']));
  const kept = createKept('needing', 'sha256:needed');
  await journal.value.begin(kept, kept);
  const isThere = async (): Promise<boolean> => {
    const found = await store.get('sha256:needed');
    return found.ok && found.value !== null;
  };
  for (let i = 0; i < 25; i++) await store.put(`sha256:${i}`, `${i}.csv`, new Blob(['a']));
  const before = await isThere();
  await journal.value.end('needing', 'finished');
  journal.value.close();
  await store.put('sha256:last', 'last.csv', new Blob(['a']));
  return [before, await isThere()];
}

const DEVICE: DevicePrinter = {
  name: 'Thermal',
  address: { type: 'usb', vendorId: 1, productId: 2, serialNumber: null },
  setup: { ...DEFAULT_PRINTER_SETUP, language: 'zpl' },
};

function createPage(sequence: number): JournalPage {
  const place = sequence - 1;
  return { jobId: 'old', sequence, rows: [place + 2], places: [place], labels: 1, refused: [], pngHash: 'a' };
}

/** Content of a database of the previous version when this one opens it. */
async function upgrade(): Promise<unknown> {
  const old = await openDB(databaseName('before'), 7, {
    upgrade(database) {
      for (const name of ['drafts', 'rowChoices', 'cellEdits']) database.createObjectStore(name, { keyPath: 'key' });
      database.createObjectStore('spreadsheets', { keyPath: 'connection' });
      database.createObjectStore('printJobs', { keyPath: 'jobId' });
      database.createObjectStore('printPages', { keyPath: ['jobId', 'sequence'] });
      database.createObjectStore('printReadings', { keyPath: ['jobId', 'part'] });
      database.createObjectStore('pairings');
      for (const name of ['keptRuns', 'untoldRuns']) database.createObjectStore(name, { keyPath: 'jobId' });
      database.createObjectStore('endedRuns', { keyPath: 'jobId' }).createIndex('startedAt', 'startedAt');
    },
  });
  await old.put('drafts', { key: 'a draft', editedAt: 3 });
  await old.put('printJobs', { jobId: 'old', state: 'open' });
  await old.put('keptRuns', createKept('old', 'sha256:old'));
  const pages = [1, 2, 3, 4].map(createPage);
  for (const page of pages.slice(0, 3)) await old.put('printPages', { ...page, state: 'sent' });
  old.close();
  const database = await openDatabase('before');
  if (!database.ok) return database.error.code;
  const draft = await database.value.get('drafts', 'a draft');
  database.value.close();
  const kept = createKeptRuns(() => 'before');
  const runs = await kept.list();
  const journal = await openJournal('before');
  if (!journal.ok) return journal.error.code;
  const [first, second, , fourth] = pages;
  if (first === undefined || second === undefined || fourth === undefined) return 'no pages';
  await journal.value.settle([
    { ...first, end: 'spooled' },
    { ...second, end: 'notPrinted' },
  ]);
  await journal.value.intend([second, fourth], []);
  const resumed = await openJournal('before');
  if (!resumed.ok) return resumed.error.code;
  await resumed.value.settle([{ ...second, end: 'inDoubt' }]);
  resumed.value.close();
  await journal.value.end('old', 'cancelled');
  journal.value.close();
  const ended = await kept.find('old');
  const store = createDeviceStore(() => 'before');
  await store.put(DEVICE);
  const other = createDeviceStore(() => 'somebody else');
  return {
    draft,
    devices: await store.all(),
    devicesOfOthers: await other.all(),
    runs: runs.ok && runs.value.map(({ run }) => run.jobId),
    ended: ended.ok && ended.value?.run.jobId,
    pages: ended.ok && ended.value?.pages.map(({ sequence, rows, state }) => ({ sequence, rows, state })),
  };
}

async function lock(): Promise<unknown> {
  const locks = createRunLocks();
  const first = await locks.take('run');
  const second = await locks.take('run');
  const whileHeld = await locks.isTaken('run');
  const free = locks.untilFree('run');
  first?.release();
  await free;
  return [first !== null, second !== null, whileHeld, await locks.isTaken('run')];
}

export interface KeptRunsPage {
  keep(): Promise<unknown>;
  trim(): Promise<unknown>;
  crowd(): Promise<unknown>;
  forget(): Promise<unknown>;
  end(): Promise<unknown>;
  upgrade(): Promise<unknown>;
  lock(): Promise<unknown>;
}

Object.assign(globalThis, { keptRunsPage: { keep, trim, crowd, forget, end, upgrade, lock } satisfies KeptRunsPage });
