import type { Problem } from '#model/kernel/problem.ts';
import type { Result } from '#model/kernel/result.ts';
import type { LabelOutcome } from '#protocol/render.ts';
import { createPaceMeter, type Pace } from '#model/kernel/pace.ts';
import { HELP, parseArguments } from './arguments.ts';
import type * as Renderer from './render.ts';
import type { FitProof } from '#model/page/fit-proof.ts';
import type { RenderListener } from './render.ts';
import { parseWatchArguments, WATCH_HELP } from './watch/watch-options.ts';
import type * as Watch from './watch/watch-command.ts';
import { type Terminal, writeLine } from './terminal.ts';
import type { Parent } from './watch/parent.ts';
import type { OpenThreads } from '#headless/threads/worker-pool.ts';
import { createWording, type Wording } from './wording.ts';
import { createInterface } from 'node:readline/promises';

/** Exit statuses, as `--help` explains them. */
const ALL_VERIFIED = 0;
/** Some rows were rejected, or some pages are unconfirmed. */
const SOME_REFUSED = 1;
const BAD_INPUT = 2;
const STOPPED = 3;
const INTERRUPTED = 4;
const SPLIT_UNSURE = 5;

/** The environment of a command: how it was started and what it works with. */
export interface Surroundings extends Terminal {
  /** As `openParent` in `watch/parent.ts`. */
  readonly openParent: (onDisconnect: () => void) => Parent;
  /** Opens the threads that make pages; by default new ones for each run. */
  readonly openThreads?: OpenThreads;
}

/** Runs the command line with these arguments, and gives its exit status. Paths are relative to the folder of the process. */
export async function runCommand(argv: readonly string[], surroundings: Surroundings): Promise<number> {
  const { env } = surroundings;
  const wording = await createWording(env['LC_ALL'] || env['LANG'] || 'en');
  const [first, ...others] = argv;
  return first === 'watch' ? watchMain(others, wording, surroundings) : renderMain(argv, wording, surroundings);
}

/** Gives the parsed arguments, or the exit status after printing help or an error. */
function readOr<T>(
  args: Result<T | 'help'>,
  help: string,
  wording: Wording,
  { output, errors }: Terminal,
): { readonly args: T } | { readonly status: number } {
  if (!args.ok) {
    writeLine(errors, wording.problem(args.error));
    return { status: BAD_INPUT };
  }
  if (args.value !== 'help') return { args: args.value };
  output.write(help);
  return { status: ALL_VERIFIED };
}

async function watchMain(argv: readonly string[], wording: Wording, surroundings: Surroundings): Promise<number> {
  const read = readOr(parseWatchArguments(argv, surroundings.env), WATCH_HELP, wording, surroundings);
  if ('status' in read) return read.status;
  const { listener } = createListener(wording, surroundings, false);
  const disconnected = new AbortController();
  const parent = surroundings.openParent(() => disconnected.abort());
  const { output, errors, openThreads } = surroundings;
  const signal = AbortSignal.any([surroundings.signal, disconnected.signal]);
  const { runWatch } = await loadWatch();
  const ended = await runWatch(read.args, { signal, output, errors, openThreads, shown: listener, parent }, wording);
  if (!ended.ok) {
    sayWhyNot(ended.error, wording, surroundings);
    parent.send({ type: 'cannot', reason: ended.error });
  }
  return ended.ok ? ALL_VERIFIED : BAD_INPUT;
}

/** Reports the progress of labels and the printer; `done` counts the labels. */
function createListener(
  wording: Wording,
  terminal: Terminal,
  showProgress: boolean,
): { readonly listener: RenderListener; done(): number } {
  const { output, errors } = terminal;
  let done = 0;
  const reported = new Set<string>();
  const meter = createPaceMeter();
  const onLabels = (labels: readonly LabelOutcome[], total: number): void => {
    done += labels.length;
    for (const { elementName, problem } of labels.flatMap((label) => label.warnings)) {
      // An unknown font is unknown for every row, so it is reported once, here. Other warnings depend on the row and
      // are in the report.
      if (problem.code !== 'font.unknown') continue;
      const line = wording.say('warned', { element: elementName, reason: wording.problem(problem) });
      if (!reported.has(line)) writeLine(errors, line);
      reported.add(line);
    }
    for (const label of labels.filter((l) => !l.verified)) {
      for (const { elementName, problem } of label.problems) {
        const reason = wording.problem(problem);
        writeLine(output, wording.say('refused', { row: label.row, element: elementName, reason }));
      }
    }
    if (showProgress) errors.write(`\r${done} / ${total}${paceText(meter.add(done, total, performance.now()))}`);
  };
  const onNotice = (notice: Problem): void =>
    writeLine(errors, wording.say('noticed', { reason: wording.problem(notice) }));
  const onResumed = (labels: number): void => {
    done = labels;
    writeLine(errors, wording.say('resumed', { labels }));
  };
  const listener: RenderListener = {
    notice: onNotice,
    resumed: onResumed,
    measured(done, total) {
      if (showProgress) errors.write(`\r${wording.say('measuring', { done, total })}${done < total ? '' : '\n'}`);
    },
    labels: onLabels,
    inDoubt(pages) {
      for (const page of pages) writeLine(output, wording.say('inDoubt', { page }));
    },
    proofs(proofs) {
      for (const proof of proofs) writeLine(output, proofText(proof, wording));
    },
    pairingCode: (pageUrl, signal) => askForCode(wording.say('pairing', { address: pageUrl }), terminal, signal),
    faults(faults) {
      const reason = faults.map((fault) => wording.fault(fault)).join(' ');
      writeLine(errors, faults.length === 0 ? wording.say('printerReady') : wording.say('printerWaits', { reason }));
    },
    away: (reason) => writeLine(errors, wording.say('assistantAway', { reason: wording.problem(reason) })),
  };
  return { listener, done: () => done };
}

function proofText(proof: FitProof, wording: Wording): string {
  const text = outcomeText(proof, wording);
  return proof.isExceeded ? `${text} ${wording.say('fit.exceeded')}` : text;
}

function outcomeText(proof: FitProof, wording: Wording): string {
  const { outcome, elementName: name } = proof;
  const alphabet = wording.say(`fit.alphabet.${proof.alphabet}`);
  if (outcome === 'unknown')
    return wording.say('fit.unknown', { name, reason: wording.say(`fit.doubt.${proof.doubt}`) });
  const { fitsUpTo: length } = proof;
  if (outcome === 'proven') return wording.say('fit.proven', { name, length, alphabet });
  return wording.say(proof.isShortest ? 'fit.shortest' : 'fit.fails', { name, value: proof.value, length, alphabet });
}

/** Formats `, 12.3/s, 0:04:10` (the time remaining), padded with blanks over a longer previous text. */
function paceText(pace: Pace | null): string {
  if (pace === null) return '';
  const seconds = Math.ceil(pace.remainingS);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const clock = `${hours}:${String(minutes).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
  return `, ${pace.perSecond.toFixed(1)}/s, ${clock}`.padEnd(24);
}

function sayWhyNot(problem: Problem, wording: Wording, { errors }: Terminal): void {
  const { code, params } = problem;
  // The prompt for the code has already explained how to pair.
  if (code !== 'assistant.notPaired') writeLine(errors, wording.problem(problem));
  if (code === 'assistant.printerUnknown')
    writeLine(errors, wording.say('printers', { names: params?.['known'] ?? '' }));
  if (code === 'document.splitUnsure') writeLine(errors, wording.say('splitUnsure'));
}

async function renderMain(argv: readonly string[], wording: Wording, surroundings: Surroundings): Promise<number> {
  const { env, output, errors, signal, openThreads } = surroundings;
  const read = readOr(parseArguments(argv, env), HELP, wording, surroundings);
  if ('status' in read) return read.status;
  const showProgress = errors.isTTY === true;
  const { listener, done } = createListener(wording, surroundings, showProgress);
  const { renderRows } = await loadRenderer();
  const { print, outputDirectory } = read.args;
  const report = await renderRows(read.args, signal, listener, { openThreads });
  if (showProgress && done() > 0) errors.write('\n');
  if (!report.ok) {
    sayWhyNot(report.error, wording, surroundings);
    return report.error.code === 'document.splitUnsure' ? SPLIT_UNSURE : BAD_INPUT;
  }
  const { summary, stopped } = report.value;
  const { asked, verified, refused, pages, pagesInDoubt, symbols, symbolsRead } = summary;
  const counts = { asked, verified, refused, pages, read: symbolsRead, symbols };
  if (outputDirectory === null && stopped === null) writeLine(output, wording.say('checked', { asked, refused }));
  else if (print === null) writeLine(output, wording.say('report', counts));
  else writeLine(output, wording.say('printed', { ...counts, printer: print.printer, inDoubt: pagesInDoubt }));
  if (stopped === null) return refused + pagesInDoubt === 0 ? ALL_VERIFIED : SOME_REFUSED;
  const left = asked - verified - refused;
  writeLine(errors, wording.say('stopped', { reason: wording.problem(stopped), left }));
  return stopped.code === 'aborted' ? INTERRUPTED : STOPPED;
}

function loadRenderer(): Promise<typeof Renderer> {
  return import('./render.ts');
}

function loadWatch(): Promise<typeof Watch> {
  return import('./watch/watch-command.ts');
}

/** Asks in the terminal; null where there is none, or nothing was typed. */
async function askForCode(
  question: string,
  { input, errors }: Pick<Terminal, 'input' | 'errors'>,
  signal: AbortSignal,
): Promise<string | null> {
  if (input.isTTY !== true) {
    writeLine(errors, question);
    return null;
  }
  const lines = createInterface({ input, output: errors });
  try {
    const code = (await lines.question(`${question} `, { signal })).replaceAll(/\s/g, '');
    return code === '' ? null : code;
  } catch {
    return null;
  } finally {
    lines.close();
  }
}
