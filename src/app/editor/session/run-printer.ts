import { NO_CALIBRATION, type Calibration } from '#model/page/calibration.ts';
import { DEFAULT_DPI, calibrationOf, startingDpi, usableDpi } from '#protocol/printer-info.ts';
import type { UnprintableEdges } from '#protocol/render.ts';
import { resolutionsOf } from '#app/print/print-settings.ts';
import { listPrinters } from '#app/print/list-printers.ts';
import { chosenPrinter } from '#app/state/chosen-printer.ts';
import type { Services } from '#app/state/services.tsx';
import { createStore, type Store } from '#app/state/store.ts';

/** The default printer of a run, as far as the label's bits depend on it. */
export interface RunPrinter {
  /** Empty if there is none, or if it is unknown. */
  readonly name: string;
  readonly dpi: number;
  readonly calibration: Calibration | null;
  /** The unprintable margins of a page; null if unknown. */
  readonly bare: UnprintableEdges | null;
}

/** Defaults without a printer: the resolution of the print dialog as well. */
export const NO_PRINTER: RunPrinter = { name: '', dpi: DEFAULT_DPI, calibration: null, bare: null };

/** Timeout for the assistant's answer. */
const PATIENCE_MS = 2_500;

export interface PrinterController {
  /** Null before the first request. */
  readonly state: Store<RunPrinter | null>;
  /** Finds the printer that a run would use now; keeps the object while nothing has changed. */
  look(signal: AbortSignal): Promise<RunPrinter>;
}

export function createPrinterController(services: Pick<Services, 'assistant' | 'devices'>): PrinterController {
  const state = createStore<RunPrinter | null>(null);
  return {
    state,
    async look(signal) {
      const printers = await listPrinters(services, AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]));
      const wanted = chosenPrinter();
      const printer = printers.find(({ name }) => name === wanted) ?? printers[0];
      const calibration = calibrationOf(printer);
      const found: RunPrinter =
        printer === undefined
          ? NO_PRINTER
          : {
              name: printer.name,
              dpi: usableDpi(startingDpi(printer), resolutionsOf(printer)),
              calibration: calibration !== null && isCalibrated(calibration) ? calibration : null,
              bare: ('bare' in printer ? printer.bare : undefined) ?? null,
            };
      const before = state.get();
      if (before !== null && JSON.stringify(before) === JSON.stringify(found)) return before;
      if (!signal.aborted) state.set(found);
      return found;
    },
  };
}

function isCalibrated(calibration: Calibration): boolean {
  return Object.entries(NO_CALIBRATION).some(([key, value]) => calibration[key as keyof Calibration] !== value);
}
