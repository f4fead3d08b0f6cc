import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Db } from '../core/database/open-database.ts';
import { writeLogOf } from '../core/database/write-log.ts';

/** What an answer says is done stays done: it is sent once the writes of its request would outlive a power cut. */
export function addDurableAnswers(app: FastifyInstance, db: Db): void {
  const before = new WeakMap<FastifyRequest, number>();
  app.addHook('onRequest', async (request) => {
    before.set(request, writeLogOf(db).written());
  });
  app.addHook('onSend', async (request) => {
    // Where nobody has written in the meantime, this request has not either.
    const log = writeLogOf(db);
    if (before.get(request) !== log.written()) await log.settle();
  });
}
