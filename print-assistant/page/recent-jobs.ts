import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openOwnFile } from '../files.ts';
import { readJobLog, type JobState } from '../job-log.ts';
import type { JobHeader } from '../printers/printer-driver.ts';

export interface RecentJob {
  readonly header: JobHeader;
  readonly state: JobState;
  readonly spooled: number;
  readonly waiting: number;
  readonly doubt: number;
  readonly failed: number;
}

/** The jobs that were changed last, the latest first. Only reads their records. */
export async function recentJobs(folder: string, most: number): Promise<readonly RecentJob[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.log'));
  const times = await Promise.all(
    names.map(async (name) => {
      const found = await lstat(join(folder, name)).catch(() => null);
      return { name, at: found?.mtimeMs ?? 0 };
    }),
  );
  const latest = times.toSorted((a, b) => b.at - a.at).slice(0, most);
  const jobs = await Promise.all(latest.map(({ name }) => readJob(join(folder, name))));
  return jobs.filter((job) => job !== null);
}

async function readText(path: string): Promise<string> {
  await using file = await openOwnFile(path, 'read');
  return file.readFile('utf8');
}

async function readJob(path: string): Promise<RecentJob | null> {
  const text = await readText(path).catch(() => '');
  const job = readJobLog(text);
  if (job === null) return null;
  const states = [...job.pages.values()].map(({ state }) => state);
  const count = (wanted: string): number => states.filter((state) => state === wanted).length;
  return {
    header: job.header,
    state: job.state,
    spooled: count('spooled'),
    waiting: count('accepted'),
    doubt: count('doubt'),
    failed: count('failed'),
  };
}
