import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openCertificates } from '#print-assistant/certificate-files.ts';
import { COMMAND_LINE_ORIGIN } from '#protocol/assistant-pairing.ts';
import { DEFAULT_PRINTER_SETUP } from '#protocol/printer-setup.ts';
import {
  startAssistantHere,
  startAssistantProcess,
  type AssistantProcess,
  type WritingAssistant,
} from '#tests/assistant/assistant-process.ts';
import { startFakeIppServer } from '#tests/assistant/fake-ipp-server.ts';
import { startFakeRawPrinter } from '#tests/assistant/fake-raw-printer.ts';
import { hostStatus } from '#tests/support/host-status.ts';
import { nextCode, pairCommandLine } from '#tests/support/paired-command-line.ts';
import { createClient, createFolder, never } from '#tests/assistant/start-assistant.ts';
import {
  boundColumn,
  checkpointsIn,
  createLongRenderFolder,
  type Outcome,
  readReport,
  renderIn,
  renderInterrupted,
  renderWhile,
  spawnRender,
  startIn,
} from '#tests/support/command-line.ts';
import { expectOk } from '#model/kernel/result.ts';
import { writeTemplate } from '#model/template/file-format.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';

const ROWS = 80;
/** Each tenth row is rejected. */
const GOOD = ROWS * 0.9;
const RUN = ['--template', 'label.tprt', '--data', 'long.csv', '--workers', '2'];

let folder: string;
beforeAll(async () => {
  folder = await createLongRenderFolder(ROWS);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** An assistant paired with the command line, and runs with it. */
interface PrintSetup<Of extends WritingAssistant = WritingAssistant> {
  assistant: Of;
  readonly directory: string;
  readonly env: Readonly<Record<string, string>>;
  argsOf(out: string): readonly string[];
  print(out: string, ...args: readonly string[]): Promise<Outcome>;
  printUntil(out: string, when: () => boolean, then: (child: ChildProcess) => Promise<void> | void): Promise<Outcome>;
}

/** Storage of the test pairings; one assistant may have the port of an earlier one. */
let settings: string;
beforeEach(async () => {
  const made = await createFolder();
  settings = made.path;
  onTestFinished(() => made[Symbol.asyncDispose]());
});

/** With `ca` (PEM) the assistant uses TLS. */
function openSetup(printer: string, env: Readonly<Record<string, string>> = {}, ca?: string): Promise<PrintSetup> {
  return openSetupOf(startAssistantHere, printer, env, ca);
}

async function openSetupOf<Of extends WritingAssistant>(
  start: (env: Readonly<Record<string, string>>) => Promise<Of>,
  printer: string,
  env: Readonly<Record<string, string>> = {},
  ca?: string,
): Promise<PrintSetup<Of>> {
  const made = await createFolder();
  onTestFinished(() => made[Symbol.asyncDispose]());
  const assistant = await start({ ASSISTANT_DIR: made.path, ...env });
  const known = await pairCommandLine(assistant, settings, ca);
  const argsOf = (out: string): string[] => [...RUN, '--out', out, '--report', `${out}.jsonl`, '--printer', printer];
  const setup: PrintSetup<Of> = {
    assistant,
    directory: made.path,
    env: known,
    argsOf,
    print: (out, ...args) => renderIn(folder, [...argsOf(out), ...args], known),
    printUntil: (out, when, then) => renderWhile(folder, argsOf(out), when, then, known),
  };
  onTestFinished(() => setup.assistant[Symbol.asyncDispose]());
  return setup;
}

function checkpointsOf(out: string): number {
  return checkpointsIn(join(folder, out));
}

/** The files of the folder printer, by name. */
async function printedBy({ directory }: PrintSetup): Promise<Map<string, Buffer>> {
  const pages = join(directory, 'pages');
  const names = (await readdir(pages, { recursive: true })).filter((name) => name.endsWith('.png')).sort();
  const found = new Map<string, Buffer>();
  for (const name of names) found.set(name.split('/').at(-1) ?? name, await readFile(join(pages, name)));
  expect(found.size).toBe(names.length);
  return found;
}

async function expectAllPrinted(setup: PrintSetup): Promise<void> {
  if (!existsSync(join(folder, 'files'))) await renderIn(folder, [...RUN, '--out', 'files']);
  const printed = await printedBy(setup);
  expect(printed.size).toBe(GOOD);
  const files = (await readdir(join(folder, 'files'))).filter((name) => name.endsWith('.png')).sort();
  expect([...printed.keys()]).toEqual(files);
  for (const name of files) {
    expect(printed.get(name)?.equals(await readFile(join(folder, 'files', name))), name).toBe(true);
  }
}

function printedLine(inDoubt = 0, printer = 'Folder'): string {
  return `Requested ${ROWS}, verified ${GOOD}, rejected ${ROWS - GOOD}. Pages sent to ${printer}: ${GOOD}, of which ${inDoubt} unconfirmed.`;
}

describe('render --printer', () => {
  test('is paired once, and prints the exact pages that it writes into files', async () => {
    const setup = await openSetup('Folder');
    const pairing = join(settings, 'labelwright', `assistant-${setup.assistant.port}.json`);
    await rm(pairing);
    const code = await nextCode(setup.assistant, async () => {
      const asked = await setup.print('all');
      expect([asked.status, asked.errors]).toEqual([
        2,
        expect.stringMatching(/^The command line .*--pairing-code:\n$/),
      ]);
    });
    // The row is missing: the printer got nothing.
    const paired = await setup.print('all', '--rows', '1', '--pairing-code', code);
    expect([paired.status, paired.errors]).toEqual([2, expect.not.stringContaining('paired')]);
    expect((await stat(pairing)).mode & 0o777).toBe(0o600);
    const { status, out, errors } = await setup.print('all');
    expect([status, errors, out]).toEqual([1, '', expect.stringContaining(printedLine())]);
    await expectAllPrinted(setup);
    const report = await readReport(join(folder, 'all.jsonl'));
    expect(report.pages).toHaveLength(GOOD);
    expect(report.pages.every((page) => 'printed' in page && page.printed === 'spooled')).toBe(true);
    expect(report.end).toMatchObject({ complete: true, pages: GOOD, pagesInDoubt: 0 });
    expect((await readdir(join(folder, 'all'))).filter((name) => name.endsWith('.png'))).toEqual([]);

    // The same command does not print again without an option for it.
    const again = await setup.print('all');
    expect([again.status, again.errors]).toEqual([
      2,
      expect.stringMatching(/all has the record of a run .*--resume.*--clean/),
    ]);
    const asFiles = await renderIn(folder, [...RUN, '--out', 'all']);
    expect([asFiles.status, asFiles.errors]).toEqual([2, again.errors]);
    expect((await setup.print('all', '--resume')).out).toContain(printedLine());
    expect((await printedBy(setup)).size).toBe(GOOD);
    expect((await setup.print('all', '--clean', '--rows', '2')).status).toBe(0);
    const jobs = await readdir(join(setup.directory, 'pages'));
    expect(jobs).toHaveLength(2);
  });

  test('starts a partly used sheet at its first free label, as with files', async () => {
    const setup = await openSetup('Folder');
    const text = createTestElement('text', { sources: [boundColumn('code')], xMm: 5, yMm: 5 });
    const sheet = { widthMm: 50, heightMm: 30, rows: 2, columns: 2 };
    await writeFile(join(folder, 'sheet.tprt'), writeTemplate(createTestTemplate([text], sheet)));
    const some = ['--template', 'sheet.tprt', '--rows', '2-7', '--first-label', '3'];
    const printed = await setup.print('sheet', ...some);
    const asked = 'Requested 6, verified 6, rejected 0.';
    expect([printed.status, printed.errors, printed.out]).toEqual([0, '', expect.stringContaining(asked)]);
    expect((await renderIn(folder, [...RUN, ...some, '--out', 'sheet-files'])).status).toBe(0);
    const pages = await printedBy(setup);
    expect([...pages.keys()]).toEqual(['page-00001.png', 'page-00002.png']);
    for (const [name, png] of pages) expect(png.equals(await readFile(join(folder, 'sheet-files', name)))).toBe(true);
    const { labels } = await readReport(join(folder, 'sheet.jsonl'));
    expect(labels.map(({ page }) => page)).toEqual([1, 1, 2, 2, 2, 2]);
  });

  test.each(['SIGKILL', 'Ctrl-C'] as const)('ended by %s and resumed prints each page once', async (end) => {
    const setup = await openSetup('Folder');
    const isBegun = (): boolean => checkpointsOf(end) >= 1;
    const ended =
      end === 'SIGKILL'
        ? await setup.printUntil(end, isBegun, (child) => void child.kill(end))
        : await renderInterrupted(folder, setup.argsOf(end), isBegun, setup.env);
    expect(ended.status).toBe(end === 'SIGKILL' ? -1 : 4);
    const resumed = await setup.print(end, '--resume');
    expect([resumed.status, resumed.out]).toEqual([1, expect.stringContaining(printedLine())]);
    expect(resumed.errors).toMatch(/^Continuing after \d+ labels/);
    await expectAllPrinted(setup);
    expect(await readdir(join(setup.directory, 'pages'))).toHaveLength(1);
    expect((await readReport(join(folder, `${end}.jsonl`))).pages).toHaveLength(GOOD);
  });

  test('prints through an assistant with TLS, whose authority it knows', async () => {
    const made = await createFolder();
    onTestFinished(() => made[Symbol.asyncDispose]());
    const certificates = await openCertificates({ folder: made.path, now: Date.now, log: () => undefined });
    const known = { ASSISTANT_DIR: made.path };
    const setup = await openSetup('Folder', { ...known, ASSISTANT_TLS: 'on' }, certificates.authority);
    const print = (out: string, env: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<Outcome> =>
      // A program keeps its trusted authorities until it ends.
      spawnRender(folder, [...RUN, '--workers', '1', '--rows', '2', '--out', out, '--printer', 'Folder', ...args], {
        ...setup.env,
        ...env,
      });
    // Neither this user's data nor this installation's have it.
    const nowhere = { XDG_DATA_HOME: settings, DATA_DIR: settings };
    const stranger = await print('by tls', nowhere);
    expect([stranger.status, stranger.errors]).toEqual([
      2,
      expect.stringContaining('its certificate is not trusted here yet'),
    ]);
    const wrong = await print('by tls', nowhere, '--assistant-ca', 'label.tprt');
    expect([wrong.status, wrong.errors]).toEqual([2, expect.stringContaining('--assistant-ca')]);
    expect(await print('by tls', known)).toMatchObject({ status: 0, errors: '' });
    expect(await print('named', nowhere, '--assistant-ca', certificates.authorityPath)).toMatchObject({
      status: 0,
      errors: '',
    });
    const installed = { ...nowhere, XDG_DATA_HOME: join(settings, 'share') };
    await mkdir(join(settings, 'share/labelwright-assistant'), { recursive: true });
    await cp(join(made.path, 'tls'), join(settings, 'share/labelwright-assistant/tls'), { recursive: true });
    expect(await print('installed', installed)).toMatchObject({ status: 0, errors: '' });
    expect(await readdir(join(made.path, 'pages'))).toHaveLength(3);
  });

  test('waits for an assistant that is killed and started again, and prints nothing twice', async () => {
    const printer = await startFakeIppServer();
    onTestFinished(() => printer[Symbol.asyncDispose]());
    const env = { ASSISTANT_PRINTERS: `Labels=${printer.uri}` };
    const setup = await openSetupOf<AssistantProcess>(startAssistantProcess, 'Labels', env);
    const { port } = setup.assistant;
    const ended = await setup.printUntil(
      'killed',
      () => printer.printed.length > 20,
      async () => {
        await setup.assistant.signal('SIGKILL');
        setup.assistant = await startAssistantProcess({
          ASSISTANT_DIR: setup.directory,
          ASSISTANT_PORT: String(port),
          ...env,
        });
      },
    );
    expect([ended.status, ended.errors]).toEqual([1, expect.stringContaining('Trying again.')]);
    const doubtful = [...ended.out.matchAll(/^Page (\d+) is unconfirmed/gm)].map(([, page]) => `Test ${page}`);
    expect(ended.out).toContain(printedLine(doubtful.length, 'Labels'));
    // One page at a time is transferred, so a kill leaves one unconfirmed at most.
    expect(doubtful.length).toBeLessThanOrEqual(1);
    expect(new Set(printer.printed).size).toBe(printer.printed.length);
    const all = Array.from({ length: GOOD }, (_, i) => `Test ${i + 1}`);
    expect(all.filter((name) => !printer.printed.includes(name) && !doubtful.includes(name))).toEqual([]);
  });

  test('names pages of unknown status, in the report too, and continues after them', async () => {
    const printer = await startFakeRawPrinter();
    onTestFinished(() => printer[Symbol.asyncDispose]());
    const setup = await openSetup('Thermo', {
      ASSISTANT_PRINTERS: `Thermo=socket://127.0.0.1:${printer.port}?language=zpl`,
    });
    printer.behave('break');
    const broken = await setup.print('doubt', '--rows', '2-4');
    expect([broken.status, broken.out]).toEqual([1, expect.stringContaining('of which 3 unconfirmed.')]);
    expect(broken.out.match(/^Page [123] is unconfirmed/gm)).toHaveLength(3);
    const report = await readReport(join(folder, 'doubt.jsonl'));
    expect(report.pages).toMatchObject([1, 2, 3].map((page) => ({ page, printed: 'inDoubt' })));
    expect(report.end).toMatchObject({ pagesInDoubt: 3 });
    printer.behave('print');
    expect((await setup.print('sure', '--rows', '2-4')).status).toBe(0);
    expect(printer.taken).toHaveLength(3);
  });

  test('reports missing paper, and continues by itself', async () => {
    const printer = await startFakeRawPrinter();
    onTestFinished(() => printer[Symbol.asyncDispose]());
    let isOut = true;
    printer.say(() => hostStatus(isOut ? { paper: 1 } : {}));
    const setup = await openSetup('Thermo', {
      ASSISTANT_PRINTERS: `Thermo=socket://127.0.0.1:${printer.port}?language=zpl`,
    });
    const command = startIn(folder, [...RUN, '--out', 'paper', '--printer', 'Thermo', '--rows', '2-3'], setup.env);
    await expect.poll(() => command.errors()).toContain('The printer is waiting: Paper is out.');
    expect(printer.taken).toHaveLength(0);
    isOut = false;
    expect(await command.ended).toBe(0);
    expect(command.errors()).toMatch(/Paper is out\.\nThe printer continues\.\n$/);
    expect(printer.taken).toHaveLength(2);
  });

  test('uses the printer’s resolution and its calibration', async () => {
    const setup = await openSetup('Folder');
    const { port } = setup.assistant;
    using client = createClient(port);
    const calibration = { acrossScale: 1, alongScale: 1, rightMm: 2, downMm: 1 };
    expectOk(await client.setUpPrinter('Folder', { ...DEFAULT_PRINTER_SETUP, dpi: 203, calibration }, never()));
    expect((await setup.print('moved', '--rows', '2')).status).toBe(0);
    const [job = ''] = await readdir(join(setup.directory, 'pages'));
    const page = await readFile(join(setup.directory, 'pages', job, 'page-00001.png'));
    const own = await renderIn(folder, [...RUN, '--out', 'at203', '--rows', '2', '--dpi', '203']);
    expect(own.status).toBe(0);
    const unmoved = await readFile(join(folder, 'at203', 'page-00001.png'));
    // Width and height in dots, at the same position of every PNG.
    expect(page.subarray(16, 24)).toEqual(unmoved.subarray(16, 24));
    expect(page.equals(unmoved)).toBe(false);
    // Another calibration makes other pages: a run is not continued with them.
    const other = { ...DEFAULT_PRINTER_SETUP, dpi: 203, calibration: { ...calibration, rightMm: 0 } };
    expectOk(await client.setUpPrinter('Folder', other, never()));
    expect((await setup.print('moved', '--rows', '2', '--resume')).errors).toContain('other options');
  });

  test('does not continue when the assistant has lost its record of printed pages', async () => {
    const setup = await openSetupOf<AssistantProcess>(startAssistantProcess, 'Folder');
    await setup.printUntil(
      'forgot',
      () => checkpointsOf('forgot') >= 1,
      (child) => void child.kill('SIGKILL'),
    );
    await setup.assistant.signal('SIGTERM');
    await rm(join(setup.directory, 'jobs'), { recursive: true });
    setup.assistant = await startAssistantProcess({
      ASSISTANT_DIR: setup.directory,
      ASSISTANT_PORT: String(setup.assistant.port),
    });
    const resumed = await setup.print('forgot', '--resume');
    expect([resumed.status, resumed.errors]).toEqual([2, expect.stringContaining('has a different record')]);
  });
});

describe('reports errors before anything is printed', () => {
  test('without an assistant, with another program, a wrong code, or an unknown printer', async () => {
    const port = await freePort();
    const nobody = await renderIn(folder, [...RUN, '--out', 'x', '--printer', 'P', '--assistant-port', String(port)]);
    expect([nobody.status, nobody.errors]).toEqual([2, expect.stringContaining('start the print assistant')]);
    const setup = await openSetup('Folder');
    const unknown = await setup.print('x', '--printer', 'Nowhere');
    expect([unknown.status, unknown.errors]).toEqual([2, expect.stringMatching(/Nowhere[^]*Printers: Folder\n$/)]);
    await rm(join(settings, 'labelwright'), { recursive: true });
    const wrong = await setup.print('x', '--pairing-code', '000000');
    expect([wrong.status, wrong.errors]).toEqual([2, expect.stringMatching(/^--pairing-code: /)]);
    expect(existsSync(join(folder, 'x'))).toBe(false);
    expect(await readdir(join(setup.directory, 'jobs'))).toEqual(['instance']);
  });

  test.each([
    [['--format', 'zpl'], '--format'],
    [['--colour', 'gray'], '--colour'],
    [['--check'], '--check'],
    [['--assistant-port', '70000'], '--assistant-port'],
    [['--pairing-code', '12'], '--pairing-code'],
  ])('%s', async (args, named) => {
    const { status, errors } = await renderIn(folder, [...RUN, '--out', 'x', '--printer', 'P', ...args]);
    expect([status, errors]).toEqual([2, expect.stringContaining(named)]);
  });

  test('a page of a site cannot claim to be the command line, and the command line is on the list', async () => {
    const setup = await openSetup('Folder');
    expect(new URL(COMMAND_LINE_ORIGIN).origin).toBe('null');
    const answer = await fetch(`http://127.0.0.1:${setup.assistant.port}/`, { headers: { origin: 'null' } });
    expect(await answer.json()).toMatchObject({ originAllowed: false });
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
