import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Readable, Writable } from 'node:stream';
import { runCommand } from '#cli/command.ts';
import type { ColumnSource } from '#model/elements/base/content.ts';
import { writeTemplate } from '#model/template/file-format.ts';
import { packTemplate } from '#model/template/packing.ts';
import type { LabelOutcome } from '#protocol/render.ts';
import { createTestElement, createTestTemplate } from './create-elements.ts';
import { openKeptThreads } from './kept-threads.ts';

const MAIN = join(import.meta.dirname, '../../cli/main.ts');

/** Outcome of a command. */
export interface Outcome {
  readonly status: number;
  readonly out: string;
  readonly errors: string;
}

/** A running command. */
export interface RunningCommand {
  out(): string;
  errors(): string;
  /** Its exit status; -1 when it was killed. */
  readonly ended: Promise<number>;
}

/** A command in this process, which ends as after Ctrl-C. */
export interface OwnCommand extends RunningCommand {
  interrupt(): void;
}

/** A command as a process of its own. */
export interface CommandProcess extends RunningCommand {
  readonly child: ChildProcess;
}

type Settings = Readonly<Record<string, string>>;

/** Number of running commands of this process, all in the same folder, and the earlier folder of the process. */
const running = { count: 0, folder: '', before: '' };

/** Runs `labelwright` in this process, in English, started in the folder, with these environment variables. */
export function startIn(folder: string, args: readonly string[], settings: Settings = {}): OwnCommand {
  if (running.count > 0 && running.folder !== folder) throw new Error('a command runs in another folder');
  if (running.count++ === 0) Object.assign(running, { folder, before: process.cwd() });
  process.chdir(folder);
  const [output, errors] = [createTextSink(), createTextSink()];
  const abort = new AbortController();
  const ended = runCommand(args, {
    env: { ...process.env, LC_ALL: 'en', ...settings },
    input: Readable.from([]),
    output: output.stream,
    errors: errors.stream,
    signal: abort.signal,
    openParent: () => ({ send: () => undefined }),
    openThreads: openKeptThreads,
  }).finally(() => {
    if (--running.count === 0) process.chdir(running.before);
  });
  return { out: output.text, errors: errors.text, ended, interrupt: () => abort.abort() };
}

function createTextSink(): { readonly stream: Writable; text(): string } {
  let text = '';
  const stream = new Writable({
    decodeStrings: false,
    write(part: string, _encoding, done) {
      text += part;
      done();
    },
  });
  return { stream, text: () => text };
}

/** Outcome of a command of `startIn`. */
export function renderIn(folder: string, args: readonly string[], settings: Settings = {}): Promise<Outcome> {
  return outcomeOf(startIn(folder, args, settings));
}

async function outcomeOf(command: RunningCommand): Promise<Outcome> {
  const status = await command.ended;
  return { status, out: command.out(), errors: command.errors() };
}

/** Like `startIn`, in a process of its own, which can be killed and has pipes. */
export function spawnIn(folder: string, args: readonly string[], settings: Settings = {}): CommandProcess {
  const env = { ...process.env, LC_ALL: 'en', ...settings };
  const child = spawn(process.execPath, [MAIN, ...args], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const texts = { out: '', errors: '' };
  child.stdout.on('data', (part: Buffer) => (texts.out += part.toString()));
  child.stderr.on('data', (part: Buffer) => (texts.errors += part.toString()));
  const ended = once(child, 'close').then(([status]) => (status as number | null) ?? -1);
  return { child, out: () => texts.out, errors: () => texts.errors, ended };
}

/** Outcome of a command of `spawnIn`. */
export function spawnRender(folder: string, args: readonly string[], settings: Settings = {}): Promise<Outcome> {
  return outcomeOf(spawnIn(folder, args, settings));
}

/** Like `spawnRender`; `meanwhile` is called with the process once a file exists or another condition holds. */
export async function renderWhile(
  folder: string,
  args: readonly string[],
  when: string | (() => boolean),
  meanwhile: (child: ChildProcess) => Promise<void> | void,
  settings: Settings = {},
): Promise<Outcome> {
  const command = spawnIn(folder, args, settings);
  const isTime = typeof when === 'string' ? (): boolean => existsSync(join(folder, when)) : when;
  while (command.child.exitCode === null && !isTime()) await setTimeout(5);
  await meanwhile(command.child);
  return outcomeOf(command);
}

/** Like `renderIn`; the command is interrupted as by Ctrl-C once a condition holds. */
export async function renderInterrupted(
  folder: string,
  args: readonly string[],
  when: () => boolean,
  settings: Settings = {},
): Promise<Outcome> {
  const command = startIn(folder, args, settings);
  const hasEnded = command.ended.then(() => true);
  while (!when() && !(await Promise.race([hasEnded, setTimeout(2, false)]))) continue;
  command.interrupt();
  return outcomeOf(command);
}

/** Files of a folder, sorted by name, without the hidden journal of a run. */
export async function visibleIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => !name.startsWith('.')).sort();
}

/** A report of `npm run render`: its lines, by their type. */
export interface WrittenReport {
  readonly labels: readonly (LabelOutcome & { readonly page: number | null })[];
  readonly pages: readonly { readonly page: number; readonly pngHash: string }[];
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
 * `rows.csv`: three rows, the second of which is invalid for the barcode. The caller removes it.
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

/** That folder with `long.csv`: this many rows, each tenth of which is invalid for the barcode. */
export async function createLongRenderFolder(rows: number): Promise<string> {
  const folder = await createRenderFolder();
  const lines = Array.from({ length: rows }, (_, i) => `Tea ${i},${i % 10 === 3 ? '标签' : `A-${i}`}\n`);
  await writeFile(join(folder, 'long.csv'), `name,code\n${lines.join('')}`);
  return folder;
}

/** Number of completed chunks of the run into this folder. */
export function checkpointsIn(out: string): number {
  const path = join(out, '.labelwright-run.jsonl');
  return existsSync(path) ? readFileSync(path, 'utf8').split('"checkpoint"').length - 1 : 0;
}

/** The text of a PDF, extracted by poppler. */
export async function textOfPdf(file: string): Promise<string> {
  return (await promisify(execFile)('pdftotext', [file, '-'])).stdout;
}
