import { randomUUID } from 'node:crypto';
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openPrivateFolder, writeWhole } from './files.ts';
import { createJobLog, openJobLog, type JobLog } from './job-log.ts';
import type { JobHeader } from './printers/printer-driver.ts';

/** A record that nobody has asked for in this time leaves the memory; it is read again when somebody does. */
const IDLE_MS = 60_000;

export interface JobStore {
  /** An id of this folder of records that never changes. */
  readonly instance: string;
  find(jobId: string): Promise<JobLog | null>;
  /** Null when too many jobs are busy. */
  create(header: JobHeader): Promise<JobLog | null>;
}

interface Loaded {
  readonly job: Promise<JobLog | null>;
  usedAt: number;
}

/**
 * The records of all jobs, a file each in `folder`. `onRecovered` sees each job that is read from the disk before
 * anyone else does: pages that an earlier process left half handed over are settled there.
 */
export async function openJobStore(
  folder: string,
  maxJobs: number,
  onRecovered: (job: JobLog) => Promise<void>,
): Promise<JobStore> {
  await openPrivateFolder(folder);
  const instance = await readInstance(join(folder, 'instance'));
  const jobs = new Map<string, Loaded>();
  const pathOf = (jobId: string): string => join(folder, `${jobId}.log`);

  async function load(jobId: string): Promise<JobLog | null> {
    const path = pathOf(jobId);
    if (!(await exists(path))) return null;
    const job = await openJobLog(path);
    await onRecovered(job);
    return job;
  }

  function remember(jobId: string, job: Promise<JobLog | null>): Promise<JobLog | null> {
    jobs.set(jobId, { job, usedAt: performance.now() });
    // Only jobs that exist stay in memory. An answer that there is none, or a failure, is not remembered.
    job.then(
      (found) => (found === null ? jobs.delete(jobId) : undefined),
      () => jobs.delete(jobId),
    );
    return job;
  }

  /** Jobs that have ended are not busy, and neither are those of which nobody has heard for a while. */
  async function forgetIdle(): Promise<void> {
    for (const [jobId, loaded] of jobs) {
      const log = await loaded.job;
      if (log === null || jobs.get(jobId) !== loaded) continue;
      const inHand = [...log.pages().values()].some((page) => page.state === 'accepted');
      const idle = log.state() !== 'open' || performance.now() - loaded.usedAt >= IDLE_MS;
      if (idle && !inHand) jobs.delete(jobId);
    }
  }

  return {
    instance,
    find(jobId) {
      const present = jobs.get(jobId);
      if (present === undefined) return remember(jobId, load(jobId));
      present.usedAt = performance.now();
      return present.job;
    },
    async create(header) {
      if (jobs.size >= maxJobs) await forgetIdle();
      if (jobs.size >= maxJobs) return null;
      return remember(header.jobId, createJobLog(pathOf(header.jobId), header));
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
