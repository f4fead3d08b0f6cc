import { randomUUID } from 'node:crypto';
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openPrivateFolder, writeWhole } from './files.ts';
import { createJobLog, openJobLog, type JobLog } from './job-log.ts';
import type { JobHeader } from './printers/printer-driver.ts';

/** A job's record, in memory until it is disposed of: concurrent users share one. */
export interface HeldJob extends JobLog, Disposable {}

export interface JobStore {
  /** A permanent id of this folder of records. */
  readonly instance: string;
  find(jobId: string): Promise<HeldJob | null>;
  /** The record of this job, created if missing. */
  open(header: JobHeader): Promise<HeldJob>;
}

interface Loaded {
  job: Promise<JobLog | null>;
  /** Null until it is read, and when there is none. */
  log: JobLog | null;
  holders: number;
}

/**
 * The records of all jobs, a file each in `folder`. Any number of jobs may be open: unused ones are read again on use,
 * and `maxIdle` of them stay in memory. `onRecovered` gets each job that is read from the disk before anyone else: it
 * settles pages that an earlier process left half submitted.
 */
export async function openJobStore(
  folder: string,
  maxIdle: number,
  onRecovered: (job: JobLog) => Promise<void>,
): Promise<JobStore> {
  await openPrivateFolder(folder);
  const instance = await readInstance(join(folder, 'instance'));
  /** Unused ones are in the order in which they were released. */
  const jobs = new Map<string, Loaded>();
  const pathOf = (jobId: string): string => join(folder, `${jobId}.log`);

  async function load(jobId: string): Promise<JobLog | null> {
    const path = pathOf(jobId);
    if (!(await exists(path))) return null;
    const job = await openJobLog(path);
    await onRecovered(job);
    return job;
  }

  function entryOf(jobId: string): Loaded {
    const present = jobs.get(jobId);
    if (present !== undefined) return present;
    const made: Loaded = { job: load(jobId), log: null, holders: 0 };
    jobs.set(jobId, made);
    return made;
  }

  async function hold(jobId: string, entry: Loaded): Promise<HeldJob | null> {
    entry.holders++;
    let isHeld = true;
    const release = (): void => {
      if (!isHeld) return;
      isHeld = false;
      letGo(jobId, entry);
    };
    try {
      const log = await entry.job;
      if (log === null) {
        release();
        return null;
      }
      entry.log = log;
      return { ...log, [Symbol.dispose]: release };
    } catch (error) {
      release();
      throw error;
    }
  }

  function letGo(jobId: string, entry: Loaded): void {
    if (--entry.holders > 0) return;
    jobs.delete(jobId);
    // A missing record or a failure is not cached.
    if (entry.log === null) return;
    jobs.set(jobId, entry);
    forgetOne();
  }

  /** Removes one when too many are idle: the longest idle one of the owner who has most of them. */
  function forgetOne(): void {
    const idle = [...jobs].filter(([, { holders }]) => holders === 0);
    if (idle.length <= maxIdle) return;
    const counts = new Map<string | undefined, number>();
    for (const [, { log }] of idle) counts.set(log?.header.owner, (counts.get(log?.header.owner) ?? 0) + 1);
    const [[greediest] = []] = [...counts].toSorted(([, a], [, b]) => b - a);
    const out = idle.find(([, { log }]) => log?.header.owner === greediest);
    if (out !== undefined) jobs.delete(out[0]);
  }

  return {
    instance,
    find: (jobId) => hold(jobId, entryOf(jobId)),
    async open(header) {
      const entry = entryOf(header.jobId);
      // One promise for all who open it at this moment: of two records the second would miss what the first knows.
      entry.job = entry.job.then((found) => found ?? createJobLog(pathOf(header.jobId), header));
      const job = await hold(header.jobId, entry);
      if (job === null) throw new Error('a record that was created is missing');
      return job;
    },
  };
}

async function readInstance(path: string): Promise<string> {
  if (!(await exists(path))) await writeWhole(path, randomUUID());
  return readFile(path, 'utf8');
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
