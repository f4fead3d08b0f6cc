import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectOk, ok } from '#model/kernel/result.ts';
import { writeTemplate } from '#model/template/file-format.ts';
import { sizedTemplate, type SizingRenderer } from '#printing/sized-template.ts';
import { columnSource, createPrintFixture, createRecord } from '#tests/print/create-print-core-fixture.ts';
import {
  checkpointsIn,
  type Outcome,
  readReport,
  renderIn,
  renderInterrupted,
  visibleIn,
} from '#tests/support/command-line.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';

const ROWS = 300;
/** The longest text is among the last rows, which no thread has seen when the first page is made. */
const nameOf = (i: number): string => (i === 280 ? 'The longest name of all rows' : `Name ${i}`);
const createTemplate = (sameSizeInRun: boolean): ReturnType<typeof createTestTemplate> =>
  createTestTemplate(
    [
      createTestElement('text', {
        sources: [columnSource('name')],
        fontFamily: 'Roboto',
        fontSize: 20,
        minFontSize: 2,
        fit: 'shrink',
        sameSizeInRun,
        xMm: 2,
        yMm: 2,
        widthMm: 30,
        heightMm: 8,
      }),
    ],
    { widthMm: 40, heightMm: 12 },
  );
const TEMPLATE = createTemplate(true);

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'labelwright-run-sizes-'));
  await writeFile(join(folder, 'label.tprt'), writeTemplate(TEMPLATE));
  await writeFile(join(folder, 'own.tprt'), writeTemplate(createTemplate(false)));
  await writeFile(join(folder, 'rows.csv'), `name\n${Array.from({ length: ROWS }, (_, i) => nameOf(i)).join('\n')}\n`);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const RUN = ['--template', 'label.tprt', '--data', 'rows.csv', '--dpi', '100'];
const argsFor = (out: string, workers: number, ...more: readonly string[]): string[] => [
  ...RUN,
  '--workers',
  String(workers),
  '--out',
  out,
  '--report',
  `${out}.jsonl`,
  ...more,
];
const render = (out: string, workers: number, ...more: readonly string[]): Promise<Outcome> =>
  renderIn(folder, argsFor(out, workers, ...more));

async function hashesOf(out: string): Promise<readonly string[]> {
  return (await readReport(join(folder, `${out}.jsonl`))).pages.map(({ pngHash }) => pngHash);
}

test('the pages are those of a run in the browser, with any number of workers', async () => {
  const { core } = await createPrintFixture();
  const records = Array.from({ length: ROWS }, (_, i) => createRecord(i + 2, { name: nameOf(i) }));
  const source = { count: ROWS, read: async (first: number, count: number) => ok(records.slice(first, first + count)) };
  const renderer: SizingRenderer = {
    async openRun(setup) {
      const { runId } = expectOk(await core.openRun(setup));
      return ok({
        callsAtOnce: 2,
        sizeRecords: (some) => core.sizeRecords(runId, some),
        close: () => void core.closeRun(runId),
      });
    },
  };
  const setup = { template: TEMPLATE, dpi: 100 };
  const template = expectOk(await sizedTemplate(renderer, setup, source, new AbortController().signal));
  const { runId } = expectOk(await core.openRun({ ...setup, template }));
  const printed = expectOk(await core.printRecords(runId, records, 'print')).pages.map(({ pngHash }) => pngHash);
  core.dispose();
  for (const workers of [1, 3]) {
    const out = `workers-${workers}`;
    expect(await render(out, workers)).toMatchObject({ status: 0, errors: '' });
    expect(await hashesOf(out)).toEqual(printed);
  }
  await render('own', 2, '--template', 'own.tprt');
  const own = await hashesOf('own');
  // Only on the row with the longest text is its own size that of the run.
  expect(own.flatMap((hash, i) => (hash === printed[i] ? [nameOf(i)] : []))).toEqual([nameOf(280)]);
});

test('a run that continues after an interruption has the sizes of the whole run', async () => {
  await render('whole', 2, '--format', 'zpl');
  const args = argsFor('resumed', 2, '--format', 'zpl');
  const first = await renderInterrupted(folder, args, () => checkpointsIn(join(folder, 'resumed')) >= 1);
  expect(first.status).toBe(4);
  expect(await render('resumed', 1, '--format', 'zpl', '--resume')).toMatchObject({ status: 0 });
  expect(await visibleIn(join(folder, 'resumed'))).toEqual(['pages.zpl']);
  const pages = (out: string): Promise<Buffer> => readFile(join(folder, out, 'pages.zpl'));
  expect((await pages('resumed')).equals(await pages('whole'))).toBe(true);
});

test('the rows of a run are those that are chosen', async () => {
  await render('some', 2, '--rows', '2-100');
  await render('own-some', 2, '--template', 'own.tprt', '--rows', '2-100');
  // None of these rows needs a smaller size.
  expect(await hashesOf('some')).toEqual(await hashesOf('own-some'));
  expect(await hashesOf('some')).toHaveLength(99);
});
