import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { Office } from '../connection.ts';
import type { JobManager } from '../job-manager.ts';
import type { OwnedJobs } from '../pairing/owned-jobs.ts';
import type { Visitor } from '../pairing/visitor.ts';
import type { PrinterKeeper, Printers } from '../printers/printer-list.ts';
import type { Binding } from './binding-file.ts';

/** The server that this assistant is connected to: it may print, and see its own jobs. */
export function createServerVisitor({ server, id }: Binding): Visitor {
  const no = (): Promise<Result<never>> => Promise.resolve(err(problem('assistant.notPaired')));
  return {
    site: `server ${server}`,
    owner: () => `server ${server} ${id}`,
    hello: () => ({ access: 'open' }),
    identify: no,
    askPairing: no,
    pair: no,
    askPermission: () => undefined,
  };
}

/** A compromised server must not lead this machine to addresses of its network. */
const READ_ONLY: PrinterKeeper = {
  setUp: () => Promise.resolve(err(problem('assistant.notPaired'))),
  add: () => Promise.resolve(err(problem('assistant.notPaired'))),
  remove: () => Promise.resolve(err(problem('assistant.notPaired'))),
};

/**
 * The office that answers a server. It reports the places of printers, and a recall settles only once none of the job's
 * pages is being submitted.
 */
export function createServerOffice(
  office: Office,
  printers: Pick<Printers, 'describePlaced'>,
  createJobs: (manager: JobManager) => OwnedJobs,
): Office {
  const manager: JobManager = {
    ...office.manager,
    printers: () => printers.describePlaced(),
    callBack: (jobId) => office.manager.callBackAll(jobId),
  };
  const jobs = createJobs(manager);
  return {
    ...office,
    keeper: READ_ONLY,
    manager,
    jobs: {
      ...jobs,
      // Queued at the printer immediately, where the next connection can recall it.
      output: (client, page, image) => manager.output({ ...page, ...client }, image),
      // A path of this machine means nothing to a server.
      async end(client, jobId, how) {
        const ended = await jobs.end(client, jobId, how);
        if (!ended.ok) return ended;
        const { folder: _folder, ...status } = ended.value;
        return ok(status);
      },
    },
  };
}
