import type { FastifyInstance } from 'fastify';
import type { Db } from '../database/open-database.ts';
import type { DiskWatch } from '../files/disk-watch.ts';

/**
 * `/healthz`, for whoever watches over the server: 200 while it can do its work, else 503 with the reason. `database`: it
 * can't be read; `disk`: nothing more can be saved, though what is there can be opened and printed.
 */
export function addHealth(app: FastifyInstance, db: Db, disk: DiskWatch): void {
  app.get('/healthz', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    const reason = await reasonToWorry(db, disk);
    return reason === null ? reply.send({ status: 'ok' }) : reply.status(503).send({ status: 'failing', reason });
  });
}

async function reasonToWorry(db: Db, disk: DiskWatch): Promise<'database' | 'disk' | null> {
  try {
    await db.selectFrom('user').select('id').limit(1).execute();
  } catch {
    return 'database';
  }
  return (await disk.hasRoom().catch(() => true)) ? null : 'disk';
}
