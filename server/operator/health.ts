import type { FastifyInstance } from 'fastify';
import type { Db } from '../core/database/open-database.ts';
import type { DiskWatch } from '../core/files/disk-watch.ts';

/** A reason not to send users here. `stopping`: the server ends as soon as the requests in progress are done. */
type Worry = 'database' | 'disk' | 'storage' | 'stopping';

export interface Watched {
  readonly db: Db;
  readonly disk: DiskWatch;
  /** Whether uploads can be stored. */
  readonly canStore: () => Promise<boolean>;
  readonly isStopping: () => boolean;
}

/**
 * `/healthz`, for monitoring: 200 while the server works, else 503 with the reason. `database`: it can't be read;
 * `disk`: nothing more can be saved, though existing labels can be opened and printed. `/readyz`, for a load balancer:
 * 200 while the server accepts new requests; 503 also where uploads can't be stored, and as soon as it stops. The
 * server listens only once its tables have the newest schema.
 */
export function addHealth(app: FastifyInstance, watched: Watched): void {
  const answer = (path: string, worryOf: () => Promise<Worry | null>): void => {
    app.get(path, async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      const reason = await worryOf();
      return reason === null ? reply.send({ status: 'ok' }) : reply.status(503).send({ status: 'failing', reason });
    });
  };
  answer('/healthz', () => reasonToWorry(watched));
  answer('/readyz', async () => {
    if (watched.isStopping()) return 'stopping';
    return (await reasonToWorry(watched)) ?? ((await watched.canStore()) ? null : 'storage');
  });
}

async function reasonToWorry({ db, disk }: Watched): Promise<Worry | null> {
  try {
    await db.selectFrom('user').select('id').limit(1).execute();
  } catch {
    return 'database';
  }
  return (await disk.hasRoom().catch(() => true)) ? null : 'disk';
}
