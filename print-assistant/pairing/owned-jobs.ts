import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { JobStatus, PageAck, PageOrder } from '#protocol/assistant.ts';
import { unknownJob, type JobDesk } from '../job-desk.ts';
import type { ImageSource } from '../printer-queue.ts';

/** Owners of jobs that are kept in memory, beside the jobs' records. */
const MAX_CLAIMS = 10_000;

/** The job desk as each client sees it: there are no jobs but its own. */
export interface OwnedJobs {
  output(owner: string, page: PageOrder, image: ImageSource): Promise<Result<PageAck>>;
  status(owner: string, jobId: string): Promise<Result<JobStatus>>;
  end(owner: string, jobId: string, how: 'finished' | 'cancelled'): Promise<Result<JobStatus>>;
  callBack(owner: string, jobId: string): Promise<Result<JobStatus>>;
}

export function createOwnedJobs(desk: JobDesk): OwnedJobs {
  const claims = new Map<string, string>();

  function claim(jobId: string, owner: string): void {
    claims.set(jobId, owner);
    const [oldest] = claims.keys();
    if (claims.size > MAX_CLAIMS && oldest !== undefined) claims.delete(oldest);
  }

  /** A job that nobody has is not another's. Records from before clients were paired are anybody's. */
  async function isOthers(jobId: string, owner: string): Promise<boolean> {
    const recorded = claims.get(jobId) ?? (await desk.ownerOf(jobId));
    const present = claims.get(jobId) ?? recorded;
    return present !== null && present !== owner;
  }

  return {
    async output(owner, page, image) {
      if (claims.get(page.jobId) !== owner) {
        if (await isOthers(page.jobId, owner)) {
          return err(problem('assistant.badMessage', { reason: 'the job is another client’s' }));
        }
        claim(page.jobId, owner);
      }
      return desk.output({ ...page, owner }, image);
    },
    async status(owner, jobId) {
      return (await isOthers(jobId, owner)) ? ok(unknownJob(jobId)) : desk.status(jobId);
    },
    async end(owner, jobId, how) {
      return (await isOthers(jobId, owner)) ? ok(unknownJob(jobId)) : desk.end(jobId, how);
    },
    async callBack(owner, jobId) {
      return (await isOthers(jobId, owner)) ? ok(unknownJob(jobId)) : desk.callBack(jobId);
    },
  };
}
