import { randomUUID } from 'node:crypto';
import { lstat, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseJsonObject } from '#model/kernel/json-object.ts';
import { DAY_MS } from '#model/kernel/time.ts';
import { openOwnFile, writeWhole } from './files.ts';
import { jobFolder } from './printers/folder-printer.ts';
import type { JobHeader } from './printers/printer-driver.ts';

/** How much of what was printed is kept. */
export interface KeepLimits {
  readonly days: number;
  readonly bytes: number;
}

export const KEEP_LIMITS: KeepLimits = { days: 90, bytes: 4 * 1024 * 1024 * 1024 };

/** Younger files stay, however little space there is: a run may still request them. */
const YOUNG_MS = DAY_MS;
/** The header is the first line of a record, the end its last. */
const HEAD_BYTES = 4096;
const TAIL_BYTES = 16;
const ENDED = /\n(finished|cancelled)\n$/;

export interface CleaningOptions {
  readonly pagesFolder: string;
  readonly jobsFolder: string;
  readonly keep: KeepLimits;
  readonly now: () => number;
  readonly log: (line: string) => void;
}

/** A job's record, with its pages where the folder printer printed it. */
interface Kept {
  /** Null for pages whose record is missing. */
  readonly record: string | null;
  /** Null where other printers printed it. */
  readonly pages: string | null;
  readonly ended: boolean;
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
  /** Empty where the record does not contain it. */
  readonly site: string;
}

/**
 * Deletes what has expired, and beyond the size limit the oldest first: pages with their records. The record of an open
 * job says which pages were printed, so that none is printed again; it is deleted only when it has expired, `atStart`,
 * before any client can ask, and then a new `instance` shows all clients that something was forgotten. Gives the bytes
 * of younger files by site.
 */
export async function cleanUp(options: CleaningOptions, atStart: boolean): Promise<ReadonlyMap<string, number>> {
  const { keep, now, log } = options;
  const all = (await findKept(options)).toSorted((a, b) => a.changedAt - b.changedAt);
  let room = keep.bytes - all.reduce((sum, { bytes }) => sum + bytes, 0);
  let freed = 0;
  let forgotten = 0;
  const young = new Map<string, number>();
  for (const kept of all) {
    const age = now() - kept.changedAt;
    if (age <= YOUNG_MS) young.set(kept.site, (young.get(kept.site) ?? 0) + kept.bytes);
    const tooOld = age > keep.days * DAY_MS;
    const mayGo = kept.ended ? age > YOUNG_MS : atStart && tooOld;
    if (!mayGo || !(tooOld || room < 0)) continue;
    if (!kept.ended && forgotten++ === 0) await writeWhole(join(options.jobsFolder, 'instance'), randomUUID());
    if (kept.pages !== null) await rm(kept.pages, { recursive: true, force: true });
    if (kept.record !== null) await rm(kept.record, { force: true });
    room += kept.bytes;
    freed += kept.bytes;
  }
  if (freed > 0) log(`cleanup: ${Math.ceil(freed / 1024 / 1024)} MB of old jobs deleted`);
  return young;
}

async function findKept({ pagesFolder, jobsFolder }: CleaningOptions): Promise<Kept[]> {
  const folders = new Map<string, { readonly bytes: number; readonly changedAt: number }>();
  for (const name of await readdir(pagesFolder)) folders.set(name, await measure(join(pagesFolder, name)));
  const found: Kept[] = [];
  for (const name of await readdir(jobsFolder)) {
    if (!name.endsWith('.log')) continue;
    const record = join(jobsFolder, name);
    const { bytes, changedAt } = await measure(record);
    const { header, ended } = await readEnds(record, bytes);
    const folder = header === null ? null : basename(jobFolder(pagesFolder, header));
    const printed = folder === null ? undefined : folders.get(folder);
    if (folder !== null) folders.delete(folder);
    found.push({
      record,
      pages: folder === null || printed === undefined ? null : join(pagesFolder, folder),
      ended,
      bytes: bytes + (printed?.bytes ?? 0),
      changedAt: Math.max(changedAt, printed?.changedAt ?? 0),
      site: header?.site ?? '',
    });
  }
  for (const [name, sizes] of folders) {
    found.push({ record: null, pages: join(pagesFolder, name), ended: true, site: '', ...sizes });
  }
  return found;
}

/** All bytes below a path, and the time of the last change. Does not follow links. */
async function measure(path: string): Promise<{ readonly bytes: number; readonly changedAt: number }> {
  const stats = await lstat(path).catch(() => null);
  if (stats === null) return { bytes: 0, changedAt: Infinity };
  // Copies of a page are hard links to one file, which takes its space once.
  let bytes = stats.isFile() ? stats.size / Math.max(1, stats.nlink) : stats.size;
  let changedAt = stats.mtimeMs;
  if (!stats.isDirectory()) return { bytes, changedAt };
  for (const name of await readdir(path)) {
    const child = await measure(join(path, name));
    bytes += child.bytes;
    if (child.changedAt !== Infinity) changedAt = Math.max(changedAt, child.changedAt);
  }
  return { bytes, changedAt };
}

/** The site of a record and whether the job has ended, without reading the possible megabytes between. */
async function readEnds(
  path: string,
  bytes: number,
): Promise<{ readonly header: JobHeader | null; readonly ended: boolean }> {
  const file = await openOwnFile(path, 'read').catch(() => null);
  // A link, or a foreign file. It belongs to no job.
  if (file === null) return { header: null, ended: true };
  try {
    const head = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const tail = await file.read(Buffer.alloc(TAIL_BYTES), 0, TAIL_BYTES, Math.max(0, bytes - TAIL_BYTES));
    const [line = ''] = head.buffer.toString('utf8', 0, head.bytesRead).split('\n');
    const header = parseJsonObject(line);
    const ended = ENDED.test(tail.buffer.toString('latin1', 0, tail.bytesRead));
    return { header: header as JobHeader | null, ended };
  } finally {
    await file.close();
  }
}
