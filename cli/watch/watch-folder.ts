import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { Problem, ProblemCode } from '#model/kernel/problem.ts';
import { orCannotWrite } from '../output-folder.ts';
import { renderRows, type RenderListener, type RenderOutcome } from '../render.ts';
import type { Wording } from '../wording.ts';
import { type Claim, type ClaimEnd, openClaims } from './claims.ts';
import { writeErrors } from './file-errors.ts';
import { lockFolder } from './folder-lock.ts';
import { createInbox } from './inbox.ts';
import type { WatchArguments } from './watch-options.ts';

/** What is told while a folder is watched. */
export interface WatchListener extends RenderListener {
  /** At the start, and when what keeps it from looking at the folder has changed: null when nothing does. */
  looks(trouble: Problem | null): void;
  taken(name: string): void;
  /** Work on the file begins, also on one that an earlier process has taken, or is tried again. */
  goesOn(name: string): void;
  /** The file cannot be gone on with yet. */
  waits(name: string, reason: Problem): void;
  ended(claim: Claim, end: ClaimEnd, outcome: Result<RenderOutcome>): void;
}

/** A file must be looked at twice in any case, and what the system tells of changes is not told of every network drive. */
const LOOK_MS = 500;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** Nothing that a file could do about it, and nothing that goes by itself. */
const ENDS_ALL: ReadonlySet<ProblemCode> = new Set([
  'assistant.notPaired',
  'assistant.wrongCode',
  'assistant.printerUnknown',
]);

/**
 * Prints or renders each file of the folder until the signal ends it, those that an earlier process has begun first. Problems: those of
 * `lockFolder`, `output.cannotWrite`, and those of the way to the printer that do not go by themselves.
 */
export async function watchFolder(
  args: WatchArguments,
  signal: AbortSignal,
  listener: WatchListener,
  wording: Wording,
): Promise<Result<null>> {
  const { directory, settleMs } = args;
  const opened = await orCannotWrite(directory, () => openClaims(directory, () => new Date()));
  if (!opened.ok) return opened;
  const claims = opened.value;
  const lock = lockFolder(directory);
  if (!lock.ok) return lock;
  using _held = lock.value;
  const inbox = createInbox(directory, settleMs, () => performance.now());

  /** One file to its end, or until the signal. */
  async function work(claim: Claim): Promise<Result<null>> {
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
      listener.goesOn(claim.name);
      const outcome = await renderRows(argumentsFor(args, claim), signal, listener);
      const trouble = outcome.ok ? outcome.value.stopped : outcome.error;
      if (signal.aborted && trouble !== null) return ok(null);
      if (trouble !== null && ENDS_ALL.has(trouble.code)) return err(trouble);
      let waits = trouble !== null && goesByItself(trouble, args) ? trouble : null;
      if (waits === null) {
        const ended = await finish(claim, outcome);
        if (ended.ok) return ended;
        waits = ended.error;
      }
      listener.waits(claim.name, waits);
      await pause(waitMs, signal);
      if (signal.aborted) return ok(null);
    }
  }

  async function finish(claim: Claim, outcome: Result<RenderOutcome>): Promise<Result<null>> {
    const reason = outcome.ok ? outcome.value.stopped : outcome.error;
    const summary = outcome.ok ? outcome.value.summary : null;
    const isDone = reason === null && summary !== null && summary.refused + summary.pagesInDoubt === 0;
    const end = isDone ? 'done' : 'failed';
    const moved = await orCannotWrite(claim.folder, async () => {
      if (!isDone) await writeErrors(claim.path, reportOf(claim), { name: claim.name, reason, summary }, wording);
      await claims.end(claim, end);
    });
    if (!moved.ok) return moved;
    listener.ended(claim, end, outcome);
    return ok(null);
  }

  const left = await orCannotWrite(directory, () => claims.left());
  if (!left.ok) return left;
  listener.looks(null);
  for (const claim of left.value) {
    if (signal.aborted) break;
    const worked = await work(claim);
    if (!worked.ok) return worked;
  }
  for (let lastTrouble = ''; !signal.aborted;) {
    const next = await orCannotWrite(directory, async () => {
      for (const name of await inbox.ready()) {
        const claim = await claims.take(name);
        if (claim !== null) return claim;
      }
      return null;
    });
    // The drive may be away for a while.
    if (!next.ok) {
      const trouble = JSON.stringify(next.error);
      if (trouble !== lastTrouble) listener.looks(next.error);
      lastTrouble = trouble;
      await pause(Math.min(LOOK_MS, settleMs), signal);
      continue;
    }
    if (lastTrouble !== '') listener.looks(null);
    lastTrouble = '';
    if (next.value !== null) {
      listener.taken(next.value.name);
      const worked = await work(next.value);
      if (!worked.ok) return worked;
      continue;
    }
    await pause(Math.min(LOOK_MS, settleMs), signal);
  }
  return ok(null);
}

function argumentsFor({ render, pagesDirectory }: WatchArguments, claim: Claim): WatchArguments['render'] {
  return {
    ...render,
    dataPath: claim.path,
    outputDirectory: pagesDirectory === null ? join(claim.folder, 'pages') : join(pagesDirectory, claim.id),
    reportPath: reportOf(claim),
    resume: true,
  };
}

function reportOf({ path }: Claim): string {
  return `${path}.report.jsonl`;
}

/** Whether it is not for the file: the assistant is away, a disk is full, the template is being replaced. */
function goesByItself({ code, path = '' }: Problem, { render }: WatchArguments): boolean {
  return code.startsWith('assistant.') || code === 'output.cannotWrite' || path.startsWith(render.templatePath);
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
