import { expect, test } from 'vitest';
import { ok } from '#model/kernel/result.ts';
import type { ViewState } from '#protocol/render.ts';
import { createRenderClient } from '#services/render/render-client.ts';
import { createRenderWorker } from '#services/render/create-render-worker.ts';
import type { Services } from '#app/state/services.tsx';
import { createTestElement } from '#tests/support/create-elements.ts';
import { mountInEditor } from '#tests/support/mounted-editor.tsx';

test('the canvas lays codes out at 300 dpi, or at the resolution of the printer once one is known', async () => {
  const shown: ViewState[] = [];
  const services = {
    createRenderClient() {
      const client = createRenderClient({ createWorker: createRenderWorker });
      const view = client.view.bind(client);
      return Object.assign(client, {
        view(state: ViewState) {
          shown.push(state);
          view(state);
        },
      });
    },
    assistant: { printers: () => Promise.resolve(ok([{ name: 'Zebra', dpis: [203], media: [], state: 'idle' }])) },
    devices: { list: () => Promise.resolve([]) },
  } as unknown as Partial<Services>;
  const { session } = await mountInEditor(null, [createTestElement('barcode')], { services });
  expect(shown.at(-1)?.dpi).toBe(300);
  await session.printer.look(new AbortController().signal);
  expect(shown.at(-1)).toMatchObject({ dpi: 203 });
  expect(shown.at(-1)).not.toHaveProperty('printed');
});
