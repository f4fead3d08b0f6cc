import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem, type Problem, type ProblemCode } from '#model/kernel/problem.ts';
import { orCannotWrite } from '#headless/output-folder.ts';
import { renderRows, type RenderListener, type RenderOutcome } from '../render.ts';
import type { Wording } from '../wording.ts';
import type { OpenThreads } from '#headless/threads/worker-pool.ts';
import { type Claim, type ClaimEnd, openClaims } from './claims.ts';
import { writeErrors } from './file-errors.ts';
import { lockFolder } from './folder-lock.ts';
import { isForbidden } from './plain-file.ts';
import { createInbox } from './inbox.ts';
import type { WatchArguments } from './watch-options.ts';

/** Receives the events of a watched folder. */
export interface WatchListener extends RenderListener {
  /**
   * Called at the start, after each file, and when the problem that keeps it from reading the folder or taking a file
   * changes; null when there is none.
   */
  looks(trouble: Problem | null): void;
  taken(name: string): void;
  /** Work on the file begins or is retried, also on one that an earlier process has taken. */
  goesOn(name: string): void;
  /** The file cannot be continued yet. */
  waits(name: string, reason: Problem): void;
  ended(claim: Claim, end: ClaimEnd, outcome: Result<RenderOutcome>): void;
}

/** Polling interval: a file must be checked twice in any case, and not every network drive reports changes. */
const LOOK_MS = 500;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
const PASSES: ReadonlySet<ProblemCode> = new Set(['output.cannotWrite', 'watch.otherFolder']);
/** Problems that no file can fix and that do not pass by themselves. */
const ENDS_ALL: ReadonlySet<ProblemCode> = new Set([
  'assistant.notPaired',
  'assistant.wrongCode',
  'assistant.printerUnknown',
]);

/**
 * Prints or renders each file of the folder until the signal ends it, those of an earlier process first. Problems:
 * those of `lockFolder`, `output.cannotWrite`, and those of the printer connection that do not pass by themselves.
 */
export async function watchFolder(
  args: WatchArguments,
  signal: AbortSignal,
  listener: WatchListener,
  wording: Wording,
  openThreads?: OpenThreads,
): Promise<Result<null>> {
  const { directory, settleMs } = args;
  const opened = await tried(directory, () => openClaims(directory, () => new Date()));
  if (!opened.ok) return opened;
  const claims = opened.value;
  const lock = lockFolder(claims.directory);
  if (!lock.ok) return lock;
  using _held = lock.value;
  const inbox = createInbox(claims.directory, settleMs, () => performance.now());

  /** Processes one file to its end, or until the signal. */
  async function work(claim: Claim): Promise<Result<null>> {
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
      listener.goesOn(claim.name);
      const outcome = await render(claim);
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

  async function usableFolders(): Promise<Result<null>> {
    const trouble = await claims.trouble();
    return trouble === null ? ok(null) : err(trouble);
  }

  async function render(claim: Claim): Promise<Result<RenderOutcome>> {
    if (claim.was === null) {
      return err(problem((await isForbidden(claim.path)) ? 'file.unreadable' : 'watch.notPlain', { file: claim.name }));
    }
    const usable = await tried(claim.folder, usableFolders);
    return usable.ok
      ? renderRows(argumentsFor(args, claim), signal, listener, { openThreads, openData: () => claims.open(claim) })
      : usable;
  }

  async function finish(claim: Claim, outcome: Result<RenderOutcome>): Promise<Result<null>> {
    const reason = outcome.ok ? outcome.value.stopped : outcome.error;
    const summary = outcome.ok ? outcome.value.summary : null;
    const isDone = reason === null && summary !== null && summary.refused + summary.pagesInDoubt === 0;
    const end = isDone ? 'done' : 'failed';
    const moved = await tried(claim.folder, async () => {
      const usable = await usableFolders();
      if (!usable.ok) return usable;
      if (!isDone) await writeErrors(claim.path, reportOf(claim), { name: claim.name, reason, summary }, wording);
      return claims.end(claim, end);
    });
    if (!moved.ok) return moved;
    listener.ended(claim, end, outcome);
    return ok(null);
  }

  const left = await tried(directory, () => claims.left());
  if (!left.ok) return left;
  listener.looks(null);
  for (const claim of left.value) {
    if (signal.aborted) break;
    const worked = await work(claim);
    if (!worked.ok) return worked;
  }
  let reported: Problem | null = null;
  const report = (trouble: Problem | null): void => {
    if (JSON.stringify(trouble) !== JSON.stringify(reported)) listener.looks(trouble);
    reported = trouble;
  };
  while (!signal.aborted) {
    const next = await tried(directory, async () => {
      for (const name of await inbox.ready()) {
        const claim = await claims.take(name);
        if (!claim.ok || claim.value !== null) return claim;
      }
      return ok(null);
    });
    // The drive may be away for a while.
    const [alone] = inbox.leftAlone();
    const passedOver = alone === undefined ? null : problem('watch.notPlain', { file: alone });
    report(next.ok ? passedOver : next.error);
    if (next.ok && next.value !== null) {
      listener.taken(next.value.name);
      const worked = await work(next.value);
      if (!worked.ok) return worked;
      listener.looks(reported);
      continue;
    }
    await pause(Math.min(LOOK_MS, settleMs), signal);
  }
  return ok(null);
}

/** Runs a file operation that may fail. Problems: `output.cannotWrite`, and its own. */
async function tried<T>(file: string, act: () => Promise<Result<T>>): Promise<Result<T>> {
  const done = await orCannotWrite(file, act);
  return done.ok ? done.value : done;
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

/**
 * Whether the problem is temporary and not the file's: the assistant is away, a disk is full, the template is being
 * replaced.
 */
function goesByItself({ code, path = '' }: Problem, { render }: WatchArguments): boolean {
  return PASSES.has(code) || code.startsWith('assistant.') || path.startsWith(render.templatePath);
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
