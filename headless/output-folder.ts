import { constants } from 'node:fs';
import { access, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';

/** Name of the journal next to the pages; see `RunJournal`. */
export const JOURNAL_FILE = '.labelwright-run.jsonl';

/** The files that a run writes, complete or not. */
const PAGE = /^(page-\d{5,}|pages)\.[a-z]+(\.part)?$/;

/**
 * Makes the folder, and checks that it contains no pages of another run, which would stay among those of this one; with
 * `clean` it removes them, and nothing else. Problems: `output.notEmpty`, `output.cannotWrite`.
 */
export async function prepareOutput(directory: string, clean: boolean): Promise<Result<null>> {
  try {
    await mkdir(directory, { recursive: true });
    await access(directory, constants.W_OK | constants.X_OK);
    const pages = (await readdir(directory)).filter((name) => PAGE.test(name));
    if (pages.length > 0 && !clean) {
      return err(problem('output.notEmpty', { folder: directory, count: pages.length }, '--out'));
    }
    for (const name of pages) await rm(join(directory, name));
    await rm(join(directory, JOURNAL_FILE), { force: true });
    return ok(null);
  } catch (error) {
    return err(cannotWrite(directory, error));
  }
}

/** The problem of a file that cannot be written, with the system's reason. */
export function cannotWrite(file: string, error: unknown): Problem {
  const reason = error instanceof Error ? error.message : String(error);
  return problem('output.cannotWrite', { file, reason });
}

/** Runs a file operation that may fail. Problem: `output.cannotWrite`. */
export async function orCannotWrite<T>(file: string, write: () => Promise<T>): Promise<Result<T>> {
  try {
    return ok(await write());
  } catch (error) {
    return err(cannotWrite(file, error));
  }
}
