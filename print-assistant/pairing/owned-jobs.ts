import pLimit, { type LimitFunction } from 'p-limit';
import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { JobStatus, PageAck, PageOrder } from '#protocol/assistant.ts';
import type { Client } from '../fair-share.ts';
import { unknownJob, type JobManager } from '../job-manager.ts';
import type { ImageSource } from '../printer-queue.ts';

/** Owners of jobs in memory per site, in addition to the jobs' records. */
const MAX_CLAIMS = 10_000;

/** The job manager from the view of one client: only its own jobs exist. */
export interface OwnedJobs {
  output(client: Client, page: PageOrder, image: ImageSource): Promise<Result<PageAck>>;
  status(client: Client, jobId: string): Promise<Result<JobStatus>>;
  end(client: Client, jobId: string, how: 'finished' | 'cancelled'): Promise<Result<JobStatus>>;
  recallPages(client: Client, jobId: string): Promise<Result<JobStatus>>;
}

export function createOwnedJobs(manager: JobManager): OwnedJobs {
  /** By site, the latest last: a site that claims many jobs does not displace those of another. */
  const claims = new Map<string, Map<string, string>>();
  const arrivals = new Map<string, LimitFunction>();

  function claimed(jobId: string): string | undefined {
    for (const ofSite of claims.values()) if (ofSite.has(jobId)) return ofSite.get(jobId);
    return undefined;
  }

  function claim(jobId: string, { site, owner }: Client): void {
    const ofSite = claims.get(site) ?? new Map<string, string>();
    claims.set(site, ofSite.set(jobId, owner));
    const [oldest] = ofSite.keys();
    if (ofSite.size > MAX_CLAIMS && oldest !== undefined) ofSite.delete(oldest);
  }

  /** A job without an owner is not another's. Records from before pairing existed belong to any client. */
  async function isOthers(jobId: string, owner: string): Promise<boolean> {
    const recorded = claimed(jobId) ?? (await manager.ownerOf(jobId));
    const present = claimed(jobId) ?? recorded;
    return present !== null && present !== owner;
  }

  /** Requests of a site are checked in order of arrival, regardless of disk access in between. */
  function inOrder<T>({ site }: Client, look: () => Promise<T>): Promise<T> {
    const queue = arrivals.get(site) ?? pLimit(1);
    arrivals.set(site, queue);
    return queue(look);
  }

  /** False where the job is another client's. */
  function isClaimed(jobId: string, client: Client): Promise<boolean> {
    return inOrder(client, async () => {
      if (await isOthers(jobId, client.owner)) return false;
      claim(jobId, client);
      return true;
    });
  }

  return {
    async output(client, page, image) {
      // Also where the job is claimed already: its pages must not overtake one that is still being checked.
      if (!(await isClaimed(page.jobId, client))) {
        return err(problem('assistant.badMessage', { reason: 'the job is another client’s' }));
      }
      return manager.output({ ...page, ...client }, image);
    },
    async status(client, jobId) {
      const isUnknown = await inOrder(client, () => isOthers(jobId, client.owner));
      return isUnknown ? ok(unknownJob(jobId)) : manager.status(jobId);
    },
    async end(client, jobId, how) {
      const isUnknown = await inOrder(client, () => isOthers(jobId, client.owner));
      return isUnknown ? ok(unknownJob(jobId)) : manager.end(client, jobId, how);
    },
    async recallPages(client, jobId) {
      const isUnknown = await inOrder(client, () => isOthers(jobId, client.owner));
      return isUnknown ? ok(unknownJob(jobId)) : manager.recallPages(jobId);
    },
  };
}
