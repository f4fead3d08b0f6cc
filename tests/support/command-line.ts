import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { ColumnSource } from '#model/elements/base/content.ts';
import { writeTemplate } from '#model/template/file-format.ts';
import { packTemplate } from '#model/template/packing.ts';
import type { LabelOutcome } from '#protocol/render.ts';
import { createTestElement, createTestTemplate } from './create-elements.ts';

const MAIN = join(import.meta.dirname, '../../cli/main.ts');

/** How a run of `npm run render` ended. */
export interface Outcome {
  readonly status: number;
  readonly out: string;
  readonly errors: string;
}

/** `npm run render` with these arguments, in English, started in the folder, with these settings in its environment. */
export function renderIn(
  folder: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  return new Promise((resolve) => {
    const env = { ...process.env, LC_ALL: 'en', ...settings };
    execFile(process.execPath, [MAIN, ...args], { cwd: folder, env }, (error, out, errors) =>
      resolve({ status: error === null ? 0 : Number(error.code), out, errors }),
    );
  });
}

/** As `renderIn`; `meanwhile` is called with the process once a file is there or something else is so. */
export async function renderWhile(
  folder: string,
  args: readonly string[],
  when: string | (() => boolean),
  meanwhile: (child: ChildProcess) => Promise<void> | void,
  settings: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const env = { ...process.env, LC_ALL: 'en', ...settings };
  const child = spawn(process.execPath, [MAIN, ...args], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const texts = { out: '', errors: '' };
  child.stdout.on('data', (part: Buffer) => (texts.out += part.toString()));
  child.stderr.on('data', (part: Buffer) => (texts.errors += part.toString()));
  const ended = once(child, 'close');
  const isTime = typeof when === 'string' ? (): boolean => existsSync(join(folder, when)) : when;
  while (child.exitCode === null && !isTime()) await setTimeout(5);
  await meanwhile(child);
  const [status] = (await ended) as [number | null];
  return { status: status ?? -1, ...texts };
}

/** What a folder has, in order of names, without what is hidden: the journal of a run. */
export async function visibleIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => !name.startsWith('.')).sort();
}

/** A report of `npm run render`: its lines, by their type. */
export interface WrittenReport {
  readonly labels: readonly (LabelOutcome & { readonly page: number | null })[];
  readonly pages: readonly { readonly page: number; readonly bitsHash: string }[];
  readonly end: Readonly<Record<string, unknown>>;
}

export async function readReport(path: string): Promise<WrittenReport> {
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
  const read = lines.map((line) => JSON.parse(line) as { readonly type: string });
  const of = (type: string): unknown[] => read.filter((one) => one.type === type).map(withoutType);
  return { labels: of('label'), pages: of('page'), end: of('end')[0] } as WrittenReport;
}

function withoutType(line: object): object {
  return Object.fromEntries(Object.entries(line).filter(([name]) => name !== 'type'));
}

/** A column of a spreadsheet that was bound to the label under another file's name. */
export function boundColumn(column: string): ColumnSource {
  return {
    type: 'column',
    connection: 'sha256:0',
    fileName: 'old.xlsx',
    sheet: 'rows',
    column,
    firstValue: '',
    text: '',
  };
}

/**
 * A new folder with `label.tprt` (a text, a barcode and a QR code that shows the text), the same label packed, and
 * `rows.csv`: three rows, the second of which the barcode cannot have. To be removed by the caller.
 */
export async function createRenderFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'labelwright-cli-'));
  const name = createTestElement('text', { sources: [boundColumn('name')], xMm: 5, yMm: 5 });
  const place = { xMm: 10, yMm: 20, widthMm: 60, heightMm: 15 };
  const template = createTestTemplate([
    name,
    createTestElement('barcode', { ...place, sources: [boundColumn('code')] }),
    createTestElement('qrcode', {
      sources: [{ type: 'reference', element: name.id, text: '' }],
      xMm: 70,
      yMm: 48,
      widthMm: 20,
      heightMm: 20,
    }),
  ]);
  await writeFile(join(folder, 'label.tprt'), writeTemplate(template));
  await writeFile(join(folder, 'label.tprts'), packTemplate(writeTemplate(template)));
  await writeFile(join(folder, 'rows.csv'), 'name,code\nStraße 标签,00123\nno Chinese,标签\n"q, u",Z-9\n');
  return folder;
}

/** That folder with `long.csv`: so many rows, each tenth of which the barcode cannot have. */
export async function createLongRenderFolder(rows: number): Promise<string> {
  const folder = await createRenderFolder();
  const lines = Array.from({ length: rows }, (_, i) => `Tea ${i},${i % 10 === 3 ? '标签' : `A-${i}`}\n`);
  await writeFile(join(folder, 'long.csv'), `name,code\n${lines.join('')}`);
  return folder;
}

/** How many chunks of the run into this folder are done with for good. */
export function checkpointsIn(out: string): number {
  const path = join(out, '.labelwright-run.jsonl');
  return existsSync(path) ? readFileSync(path, 'utf8').split('"checkpoint"').length - 1 : 0;
}

/** The text of a PDF, as poppler finds it. */
export async function textOfPdf(file: string): Promise<string> {
  return (await promisify(execFile)('pdftotext', [file, '-'])).stdout;
}
