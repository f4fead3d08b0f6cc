import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';
import type { RenderArguments } from './arguments.ts';
import type { Fingerprints } from './fingerprints.ts';
import { pagePath, pagesPath } from '#headless/page-writers.ts';
import { type Checkpoint, readJournal, type ReadJournal } from './run-journal.ts';

/**
 * The journal of the run to continue; null when the folder has none, and the run begins. Problems:
 * `output.otherTemplate`, `output.otherData` and `output.otherOptions` when it is not the same run.
 */
export function journalToResume(directory: string, own: Fingerprints): Result<ReadJournal | null> {
  const journal = readJournal(directory);
  if (journal === null) return ok(null);
  const { template, data, options } = journal.head;
  if (template !== own.template) return err(problem('output.otherTemplate', {}, '--resume'));
  if (data !== own.data) return err(problem('output.otherData', {}, '--resume'));
  if (options !== own.options) return err(problem('output.otherOptions', {}, '--resume'));
  return ok(journal);
}

/**
 * The checkpoints up to the last one whose pages and report exist: after a crash of the machine, the last ones may be
 * lost or empty. `pagesAtMost`: of the whole run. Throws as the file system does.
 */
export function checkpointsThatHold(
  directory: string,
  { format, reportPath, print }: Pick<RenderArguments, 'format' | 'reportPath' | 'print'>,
  checkpoints: readonly Checkpoint[],
  pagesAtMost: number,
): readonly Checkpoint[] {
  const { path, isOne } = pagesPath(directory, format);
  // A PDF with shapes has parts that are known only at its end: it is either complete or restarted.
  if (format === 'pdf-vector' && sizeOf(path) === null) return [];
  const reportBytes = reportPath === null ? 0 : (sizeOf(reportPath) ?? 0);
  const bytes = isOne ? (sizeOf(`${path}.part`) ?? sizeOf(path) ?? 0) : 0;
  // The assistant has what was printed.
  const written = checkpoints.at(-1)?.pages ?? 0;
  const pages = isOne || print !== null ? Infinity : firstPagesThere(directory, format, written, pagesAtMost);
  const last = checkpoints.findLastIndex(
    (point) => point.pages <= pages && point.bytes <= bytes && (point.reportBytes ?? 0) <= reportBytes,
  );
  return checkpoints.slice(0, last + 1);
}

/** Removes pages after the given number that have a file each, complete or not. Throws as the file system does. */
export function removePagesAfter(directory: string, page: number): void {
  for (const name of readdirSync(directory)) {
    const number = /^page-(\d{5,})\.[a-z]+(\.part)?$/.exec(name);
    if (number !== null && (Number(number[1]) > page || number[2] !== undefined)) rmSync(join(directory, name));
  }
}

function firstPagesThere(directory: string, format: RenderArguments['format'], most: number, pages: number): number {
  let page = 0;
  while (page < most && (sizeOf(pagePath(directory, format, page + 1, pages)) ?? 0) > 0) page++;
  return page;
}

function sizeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.size ?? null;
}
