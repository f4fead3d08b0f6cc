import { listPrinters } from './printers.ts';
import type { V1Handler } from '../api-v1/context.ts';
import type { CoreServices } from '../core/services.ts';

export const printers: V1Handler<Pick<CoreServices, 'db' | 'now'>> = async ({ services, user, reply }) => {
  const list = await listPrinters(services.db, user.id, services.now());
  return reply.send({
    items: list.map(({ id, name, state, info, runs, assistants }) => ({
      id,
      name,
      state,
      faults: info.faults ?? [],
      resolutions: info.dpis,
      model: info.model ?? null,
      runs,
      assistants: assistants.map(({ name: assistant, online }) => ({ name: assistant, online })),
    })),
  });
};
