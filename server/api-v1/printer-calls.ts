import { listPrinters } from '../assistants/printers.ts';
import type { V1Handler } from './context.ts';

export const printers: V1Handler = async ({ services, user, reply }) => {
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
