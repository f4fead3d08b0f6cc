import { problem, type Problem } from '#model/kernel/problem.ts';
import { ok, type Result } from '#model/kernel/result.ts';
import { startCounters } from '#headless/rows/counter-starts.ts';
import { openTemplateFile } from '#headless/rows/open-files.ts';
import { openPrinterLink } from '../printer-link.ts';
import type { RenderListener } from '../render.ts';
import { type Terminal, writeLine } from '../terminal.ts';
import type { Wording } from '../wording.ts';
import { watchFolder, type WatchListener } from './watch-folder.ts';
import type { Parent } from './parent.ts';
import type { OpenThreads } from '#headless/threads/worker-pool.ts';
import type { WatchArguments } from './watch-options.ts';

/** The environment of the watching, and the receiver of its reports. */
interface WatchSurroundings extends Pick<Terminal, 'signal' | 'output' | 'errors'> {
  readonly shown: RenderListener;
  readonly parent: Parent;
  readonly openThreads: OpenThreads | undefined;
}

/** Watches until the signal ends it, and reports what happens. Problems: those of `watchFolder` and of the template. */
export async function runWatch(
  args: WatchArguments,
  { signal, output, errors, shown, parent, openThreads }: WatchSurroundings,
  wording: Wording,
): Promise<Result<null>> {
  const usable = await checkTemplate(args, shown);
  if (!usable.ok) return usable;
  let lastNotice = '';
  const listener: WatchListener = {
    ...shown,
    looks(trouble) {
      // The parent has received a file's problem already; a person has read it before.
      const text = trouble === null ? '' : wording.problem(trouble);
      if (trouble !== null && text !== lastNotice) shown.notice(trouble);
      lastNotice = text;
      parent.send({ type: 'watching', trouble });
    },
    goesOn: (file) => parent.send({ type: 'taken', file }),
    taken: (file) => writeLine(output, wording.say('taken', { file })),
    waits(file, reason) {
      writeLine(errors, wording.say('waitsWith', { file, reason: wording.problem(reason) }));
      parent.send({ type: 'waits', file, reason });
    },
    ended({ id, name: file }, end, outcome) {
      parent.send({ type: 'ended', file });
      const {
        verified,
        refused,
        pagesInDoubt: inDoubt,
      } = outcome.ok ? outcome.value.summary : { verified: 0, refused: 0, pagesInDoubt: 0 };
      const trouble = outcome.ok ? outcome.value.stopped : outcome.error;
      const reason = trouble === null ? '' : wording.problem(trouble);
      if (end === 'done') writeLine(output, wording.say('fileDone', { file, id, verified }));
      else writeLine(output, wording.say('fileFailed', { file, id, verified, refused, inDoubt, reason }).trimEnd());
    },
  };
  const { print } = args.render;
  if (print !== null) {
    // Pairs now, while a user is present; an absent assistant is temporary.
    const link = await openPrinterLink(print, listener, signal);
    if (link.ok) link.value.client.close();
    else if (!PASSES.has(link.error.code)) return link;
    else listener.away(link.error);
  }
  if (!signal.aborted) writeLine(errors, wording.say('watching', { folder: args.directory }));
  const watched = await watchFolder(args, signal, listener, wording, openThreads);
  if (watched.ok) writeLine(errors, wording.say('watchEnded'));
  return watched;
}

const PASSES: ReadonlySet<Problem['code']> = new Set([
  'assistant.notRunning',
  'assistant.wentAway',
  'assistant.timeout',
  'aborted',
]);

/**
 * Reports problems that affect every file before any is taken. Each file would begin at the same number of a counting
 * sequence.
 */
async function checkTemplate({ render }: WatchArguments, shown: RenderListener): Promise<Result<null>> {
  const template = await openTemplateFile(render.templatePath, (notice) => shown.notice(notice));
  if (!template.ok) return template;
  if (template.value.elements.length === 0)
    return { ok: false, error: problem('template.empty', {}, render.templatePath) };
  const counting = startCounters(template.value, []);
  return counting.ok ? ok(null) : counting;
}
