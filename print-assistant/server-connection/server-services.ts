import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { ConnectionServices } from '../connection.ts';
import type { JobManager } from '../job-manager.ts';
import type { OwnedJobs } from '../pairing/owned-jobs.ts';
import type { ConnectedClient } from '../pairing/connected-client.ts';
import type { PrinterKeeper, Printers } from '../printers/printer-list.ts';
import type { Binding } from './binding-file.ts';

/** The server that this assistant is connected to, as a client: it may print, and see its own jobs. */
export function createServerClient({ server, id }: Binding): ConnectedClient {
  const no = (): Promise<Result<never>> => Promise.resolve(err(problem('assistant.notPaired')));
  return {
    site: `server ${server}`,
    permittedOwner: () => `server ${server} ${id}`,
    hello: () => ({ access: 'open' }),
    identify: no,
    askPairing: no,
    pair: no,
    requestPermission: () => undefined,
  };
}

/** A compromised server must not lead this machine to addresses of its network. */
const READ_ONLY: PrinterKeeper = {
  setUp: () => Promise.resolve(err(problem('assistant.notPaired'))),
  add: () => Promise.resolve(err(problem('assistant.notPaired'))),
  remove: () => Promise.resolve(err(problem('assistant.notPaired'))),
};

/**
 * The services for the connection to a server. They report the places of printers, and a recall settles only once none
 * of the job's pages is being submitted.
 */
export function createServerServices(
  services: ConnectionServices,
  printers: Pick<Printers, 'describePlaced'>,
  createJobs: (manager: JobManager) => OwnedJobs,
): ConnectionServices {
  const manager: JobManager = {
    ...services.manager,
    printers: () => printers.describePlaced(),
    recallPages: (jobId) => services.manager.recallPagesAndWait(jobId),
  };
  const jobs = createJobs(manager);
  return {
    ...services,
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
