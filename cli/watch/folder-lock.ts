import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';
import { cannotWrite } from '#headless/output-folder.ts';

/**
 * Locks the folder: two processes would process each other's files. The operating system releases the lock, however the
 * process ends: SQLite's on a file in the folder. Problems: `watch.taken`, `watch.notPlain`, `output.cannotWrite`.
 */
export function lockFolder(directory: string): Result<Disposable> {
  const path = join(directory, '.labelwright-watch.lock');
  let file: DatabaseSync | null = null;
  try {
    // SQLite would follow a link and create a file at its target.
    const present = lstatSync(path, { throwIfNoEntry: false });
    if (present !== undefined && !present.isFile()) return err(problem('watch.notPlain', { file: path }));
    file = new DatabaseSync(path);
    const held = file;
    held.exec('BEGIN EXCLUSIVE');
    return ok({ [Symbol.dispose]: () => held.close() });
  } catch (error) {
    file?.close();
    // SQLITE_BUSY (https://sqlite.org/rescode.html#busy).
    const isTaken = error instanceof Error && 'errcode' in error && error.errcode === 5;
    return err(isTaken ? problem('watch.taken', { folder: directory }) : cannotWrite(path, error));
  }
}
