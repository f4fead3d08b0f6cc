import type { Problem } from '#model/kernel/problem.ts';
import type { Result } from '#model/kernel/result.ts';
import type { LabelOutcome } from '#protocol/render.ts';
import { HELP, parseArguments } from './arguments.ts';
import { askForCode } from './printing/ask-for-code.ts';
import type * as Renderer from './render.ts';
import type { RenderListener } from './render.ts';
import { openParent } from './watch/parent.ts';
import { parseWatchArguments, WATCH_HELP } from './watch/watch-options.ts';
import type * as Watch from './watch/watch-command.ts';
import { createWording, type Wording } from './wording.ts';

/** Exit statuses, as `--help` explains them. */
const ALL_VERIFIED = 0;
/** Or some pages are in doubt. */
const SOME_REFUSED = 1;
const BAD_INPUT = 2;
const STOPPED = 3;
const INTERRUPTED = 4;

async function main(argv: readonly string[]): Promise<number> {
  const wording = await createWording(process.env['LC_ALL'] || process.env['LANG'] || 'en');
  const [first, ...others] = argv;
  return first === 'watch' ? watchMain(others, wording) : renderMain(argv, wording);
}

/** What was asked for, or the exit status where the command line asks for help or cannot be understood, which is said. */
function readOr<T>(
  args: Result<T | 'help'>,
  help: string,
  wording: Wording,
): { readonly args: T } | { readonly status: number } {
  if (!args.ok) {
    console.error(wording.problem(args.error));
    return { status: BAD_INPUT };
  }
  if (args.value !== 'help') return { args: args.value };
  process.stdout.write(help);
  return { status: ALL_VERIFIED };
}

/** Aborts when the program is to end. */
function createAbort(): AbortController {
  const abort = new AbortController();
  // Ctrl-C may arrive twice: from the terminal, and passed on by npm.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => abort.abort());
  // Whoever read the output has gone, as `head` does; the pages and the report are wanted all the same.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  return abort;
}

async function watchMain(argv: readonly string[], wording: Wording): Promise<number> {
  const read = readOr(parseWatchArguments(argv), WATCH_HELP, wording);
  if ('status' in read) return read.status;
  const { listener } = createListener(wording, false);
  const abort = createAbort();
  const parent = openParent(() => abort.abort());
  const { runWatch } = await loadWatch();
  const ended = await runWatch(read.args, abort.signal, { shown: listener, parent }, wording);
  if (!ended.ok) {
    sayWhyNot(ended.error, wording);
    parent.tell({ type: 'cannot', reason: ended.error });
  }
  return ended.ok ? ALL_VERIFIED : BAD_INPUT;
}

/** Says what becomes of labels and the printer; `done` counts the labels. */
function createListener(
  wording: Wording,
  showProgress: boolean,
): { readonly listener: RenderListener; done(): number } {
  let done = 0;
  const told = new Set<string>();
  const onLabels = (labels: readonly LabelOutcome[], total: number): void => {
    done += labels.length;
    for (const { elementName, problem } of labels.flatMap((label) => label.warnings)) {
      // A font that is unknown is so for every row: it is told once, here. Other warnings depend on the row and stand
      // in the report.
      if (problem.code !== 'font.unknown') continue;
      const line = wording.say('warned', { element: elementName, reason: wording.problem(problem) });
      if (!told.has(line)) console.error(line);
      told.add(line);
    }
    for (const label of labels.filter((l) => !l.verified)) {
      for (const { elementName, problem } of label.problems) {
        console.log(wording.say('refused', { row: label.row, element: elementName, reason: wording.problem(problem) }));
      }
    }
    if (showProgress) process.stderr.write(`\r${done} / ${total}`);
  };
  const onNotice = (notice: Problem): void =>
    console.error(wording.say('noticed', { reason: wording.problem(notice) }));
  const onResumed = (labels: number): void => {
    done = labels;
    console.error(wording.say('resumed', { labels }));
  };
  const listener: RenderListener = {
    notice: onNotice,
    resumed: onResumed,
    labels: onLabels,
    inDoubt(pages) {
      for (const page of pages) console.log(wording.say('inDoubt', { page }));
    },
    pairingCode: (pageUrl, signal) => askForCode(wording.say('pairing', { address: pageUrl }), signal),
    faults(faults) {
      const reason = faults.map((fault) => wording.fault(fault)).join(' ');
      console.error(faults.length === 0 ? wording.say('printerReady') : wording.say('printerWaits', { reason }));
    },
    away: (reason) => console.error(wording.say('assistantAway', { reason: wording.problem(reason) })),
  };
  return { listener, done: () => done };
}

function sayWhyNot(problem: Problem, wording: Wording): void {
  const { code, params } = problem;
  // How one comes to be paired was said when the code was asked for.
  if (code !== 'assistant.notPaired') console.error(wording.problem(problem));
  if (code === 'assistant.printerUnknown') console.error(wording.say('printers', { names: params?.['known'] ?? '' }));
}

async function renderMain(argv: readonly string[], wording: Wording): Promise<number> {
  const read = readOr(parseArguments(argv), HELP, wording);
  if ('status' in read) return read.status;
  const abort = createAbort();
  const showProgress = process.stderr.isTTY;
  const { listener, done } = createListener(wording, showProgress);
  const { renderRows } = await loadRenderer();
  const { print, outputDirectory } = read.args;
  const report = await renderRows(read.args, abort.signal, listener);
  if (showProgress && done() > 0) process.stderr.write('\n');
  if (!report.ok) {
    sayWhyNot(report.error, wording);
    return BAD_INPUT;
  }
  const { summary, stopped } = report.value;
  const { asked, verified, refused, pages, pagesInDoubt, symbols, symbolsRead } = summary;
  const counts = { asked, verified, refused, pages, read: symbolsRead, symbols };
  if (outputDirectory === null && stopped === null) console.log(wording.say('checked', { asked, refused }));
  else if (print === null) console.log(wording.say('report', counts));
  else console.log(wording.say('printed', { ...counts, printer: print.printer, inDoubt: pagesInDoubt }));
  if (stopped === null) return refused + pagesInDoubt === 0 ? ALL_VERIFIED : SOME_REFUSED;
  const left = asked - verified - refused;
  console.error(wording.say('stopped', { reason: wording.problem(stopped), left }));
  return stopped.code === 'aborted' ? INTERRUPTED : STOPPED;
}

function loadRenderer(): Promise<typeof Renderer> {
  withoutExperiments();
  return import('./render.ts');
}

function loadWatch(): Promise<typeof Watch> {
  withoutExperiments();
  return import('./watch/watch-command.ts');
}

/**
 * Node warns of every imported WebAssembly module that this is experimental, which does not help anyone who prints
 * labels.
 */
function withoutExperiments(): void {
  process.removeAllListeners('warning');
  process.on('warning', (warning) => {
    if (warning.name !== 'ExperimentalWarning') console.error(`${warning.name}: ${warning.message}`);
  });
}

process.exitCode = await main(process.argv.slice(2));
