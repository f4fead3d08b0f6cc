import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { LocalTime } from '#model/kernel/local-time.ts';
import type { Fingerprints } from './fingerprints.ts';
import { openOutputFile, type OutputFile } from '#headless/output-file.ts';
import { JOURNAL_FILE } from '#headless/output-folder.ts';
import type { PagePosition } from '#headless/page-writers.ts';
import type { PrintJob } from './page-printer.ts';
import type { RunCounts } from '#headless/report-file.ts';

/** Identity of a run, to detect whether another one is the same. */
export interface JournalHead extends Fingerprints {
  /** The time that all labels show, including later ones. */
  readonly now: LocalTime;
  /** Absent where pages become files. */
  readonly job?: PrintJob;
}

/** A point from which a run can continue: everything before it is written. */
export interface Checkpoint extends RunCounts, PagePosition {
  /** Index of the next record. */
  readonly next: number;
  /** Length of the report; null when it is not a file. */
  readonly reportBytes: number | null;
}

/** Content of a journal. */
export interface ReadJournal {
  readonly head: JournalHead;
  readonly checkpoints: readonly Checkpoint[];
  readonly isComplete: boolean;
}

/**
 * Records what a run has written, in lines of JSON, each after the data it describes. Its calls throw as the file
 * system does.
 */
export interface RunJournal {
  add(checkpoint: Checkpoint): void;
  /** Called when all is done. */
  complete(): void;
  close(): void;
}

type Line =
  | ({ readonly type: 'run'; readonly version: number } & JournalHead)
  // Earlier versions did not count unconfirmed pages: they printed none.
  | ({ readonly type: 'checkpoint' } & Omit<Checkpoint, 'pagesInDoubt'> & Partial<Pick<Checkpoint, 'pagesInDoubt'>>)
  | { readonly type: 'complete' };

const VERSION = 1;

/** Begins a journal, with the checkpoints that are valid already. It replaces another one atomically. */
export function openJournal(directory: string, head: JournalHead, checkpoints: readonly Checkpoint[]): RunJournal {
  const path = join(directory, JOURNAL_FILE);
  const file: OutputFile = openOutputFile(`${path}.part`);
  const write = (line: Line): void => file.write(Buffer.from(`${JSON.stringify(line)}\n`));
  write({ type: 'run', version: VERSION, ...head });
  for (const checkpoint of checkpoints) write({ type: 'checkpoint', ...checkpoint });
  renameSync(`${path}.part`, path);
  return {
    add: (checkpoint) => write({ type: 'checkpoint', ...checkpoint }),
    complete: () => write({ type: 'complete' }),
    close: () => file.close(),
  };
}

/** Null when there is no usable one. A truncated line counts as not written, and so does what follows it. */
export function readJournal(directory: string): ReadJournal | null {
  let text: string;
  try {
    text = readFileSync(join(directory, JOURNAL_FILE), 'utf8');
  } catch {
    return null;
  }
  const lines: Line[] = [];
  for (const line of text.split('\n').slice(0, -1)) {
    try {
      lines.push(JSON.parse(line) as Line);
    } catch {
      break;
    }
  }
  const [first, ...others] = lines;
  if (first?.type !== 'run' || first.version !== VERSION) return null;
  const { type: _, version: _version, ...head } = first;
  return {
    head,
    checkpoints: others.filter((line) => line.type === 'checkpoint').map((line) => ({ pagesInDoubt: 0, ...line })),
    isComplete: others.at(-1)?.type === 'complete',
  };
}
