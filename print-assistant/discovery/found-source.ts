import type { PrinterInfo } from '#protocol/assistant.ts';
import { DEFAULT_PRINTER_SETTINGS } from '#protocol/printer-settings.ts';
import { DEFAULT_PRINTER_SETUP } from '#protocol/printer-setup.ts';
import type { Discovery } from './discovery.ts';
import type { FoundPrinter } from './found-printer.ts';
import { createIppPrinter } from '../printers/ipp-printer.ts';
import type { PrinterDriver, PrinterSource } from '../printers/printer-driver.ts';
import { createRawPrinter } from '../printers/raw-printer.ts';

const ASK_AGAIN_MS = 30_000;

/** Printers that announce themselves on the network; they come and go. */
export function createFoundSource(discovery: Pick<Discovery, 'look'>): PrinterSource {
  let known = new Map<string, PrinterDriver>();
  return {
    foundBy: 'network',
    async drivers() {
      const found = await discovery.look();
      known = new Map(
        found.map((printer) => {
          const key = JSON.stringify(printer);
          return [key, known.get(key) ?? createDriver(printer)];
        }),
      );
      return [...known.values()];
    },
  };
}

function createDriver(found: FoundPrinter): PrinterDriver {
  const { name, model, places, way } = found;
  const driver = way.type === 'ipp' ? createSeldomAskedPrinter(name, way.uri) : createUnaskedPrinter(name, way);
  return {
    ...driver,
    describe: async (setup) => ({
      ...(await driver.describe(setup)),
      ...(model === '' ? {} : { model }),
      ...(way.type === 'raw' && way.language !== null && setup === undefined ? { guessed: true } : {}),
    }),
    unlessAt: places,
  };
}

/**
 * A printer whose capabilities are queried at most every half minute before the user has chosen it: there may be many,
 * and lists are requested every few seconds.
 */
function createSeldomAskedPrinter(name: string, uri: string): PrinterDriver {
  const driver = createIppPrinter({ name, uri });
  let isChosen = false;
  let said: { readonly at: number; readonly info: Promise<PrinterInfo> } | null = null;
  return {
    ...driver,
    describe(setup) {
      if (isChosen || setup !== undefined) return driver.describe(setup);
      if (said === null || performance.now() - said.at > ASK_AGAIN_MS) {
        said = { at: performance.now(), info: driver.describe() };
      }
      return said.info;
    },
    untilReady(cancel, setup) {
      isChosen = true;
      return driver.untilReady?.(cancel, setup) ?? Promise.resolve();
    },
  };
}

/**
 * A printer that takes a language, and gets no byte before the user has chosen it by setting it up or printing on it: a
 * printer of another language would print the status query, and the language is a guess, or a claim of any device on
 * the network.
 */
function createUnaskedPrinter(
  name: string,
  { host, port, language }: Extract<FoundPrinter['way'], { readonly type: 'raw' }>,
): PrinterDriver {
  const target = { type: 'tcp', host, port } as const;
  const driver = createRawPrinter({
    name,
    address: { target, language, dpis: [], settings: DEFAULT_PRINTER_SETTINGS },
  });
  let isChosen = false;
  return {
    ...driver,
    describe: (setup) =>
      isChosen || setup !== undefined
        ? driver.describe(setup)
        : Promise.resolve({
            name,
            kind: 'raw',
            dpis: [],
            media: [],
            state: 'idle',
            setup: { ...DEFAULT_PRINTER_SETUP, language },
            address: `socket://${host}:${port}`,
          }),
    faults: (setup) =>
      isChosen || setup !== undefined ? (driver.faults?.(setup) ?? Promise.resolve(null)) : Promise.resolve(null),
    untilReady(cancel, setup) {
      isChosen = true;
      return driver.untilReady?.(cancel, setup) ?? Promise.resolve();
    },
  };
}
