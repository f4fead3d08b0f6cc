import { expect, test } from 'vitest';
import { problem } from '#model/kernel/problem.ts';
import { err, ok } from '#model/kernel/result.ts';
import { createPrinterController, NO_PRINTER } from '#app/editor/session/run-printer.ts';
import type { Services } from '#app/state/services.tsx';
import type { PrinterInfo } from '#protocol/assistant.ts';
import { DEFAULT_PRINTER_SETUP } from '#protocol/printer-setup.ts';
import { NO_CALIBRATION } from '#model/page/calibration.ts';

type Asked = Parameters<typeof createPrinterController>[0];

const BARE = { leftMm: 3, topMm: 0, rightMm: 3, bottomMm: 5 };
const PRINTER: PrinterInfo = {
  name: 'Labels',
  kind: 'ipp',
  dpis: [203, 600],
  media: [],
  state: 'idle',
  bare: BARE,
  setup: { ...DEFAULT_PRINTER_SETUP, dpi: 300, calibration: { ...NO_CALIBRATION, acrossScale: 1.01 } },
};
const signal = (): AbortSignal => new AbortController().signal;

/** Answer of the assistant; may be changed during the call. */
function createAsked(list: { printers: readonly PrinterInfo[] | null }): Asked {
  const assistant: Pick<Services['assistant'], 'printers'> = {
    printers: () => Promise.resolve(list.printers === null ? err(problem('assistant.timeout')) : ok(list.printers)),
  };
  const devices: Pick<Services['devices'], 'list'> = { list: () => Promise.resolve([]) };
  return { assistant, devices } as Asked;
}

test('is the printer a run would start with: nearest resolution, calibration, unprintable margins', async () => {
  const controller = createPrinterController(createAsked({ printers: [PRINTER] }));
  expect(controller.state.get()).toBeNull();
  const calibration = { ...NO_CALIBRATION, acrossScale: 1.01 };
  const found = await controller.look(signal());
  expect(found).toEqual({ name: 'Labels', dpi: 203, calibration, bare: BARE });
  expect(controller.state.get()).toBe(found);
});

test('stays the same object while nothing changes, and the default resolution applies without a printer', async () => {
  const list: { printers: readonly PrinterInfo[] | null } = { printers: [PRINTER] };
  const controller = createPrinterController(createAsked(list));
  const before = await controller.look(signal());
  list.printers = [structuredClone(PRINTER)];
  expect(await controller.look(signal())).toBe(before);
  list.printers = [{ ...PRINTER, setup: { ...DEFAULT_PRINTER_SETUP, calibration: NO_CALIBRATION } }];
  expect(await controller.look(signal())).toMatchObject({ calibration: null });
  list.printers = null;
  expect(await controller.look(signal())).toEqual(NO_PRINTER);
  // A canceled caller gets no answer.
  list.printers = [PRINTER];
  await controller.look(AbortSignal.abort());
  expect(controller.state.get()).toEqual(NO_PRINTER);
});
