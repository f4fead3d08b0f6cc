import type { PrinterInfo } from '#protocol/assistant.ts';
import type { PrinterDriver, PrinterSource } from './printer-driver.ts';

export interface PrinterList {
  describe(): Promise<readonly PrinterInfo[]>;
  find(name: string): Promise<PrinterDriver | null>;
}

/** All printers of the sources, in their order; of two with one name the first counts. */
export function createPrinterList(sources: readonly PrinterSource[]): PrinterList {
  let known: ReadonlyMap<string, PrinterDriver> = new Map();

  async function refresh(): Promise<void> {
    const drivers = (await Promise.all(sources.map((source) => source.drivers()))).flat();
    const byName = new Map<string, PrinterDriver>();
    for (const driver of drivers) if (!byName.has(driver.name)) byName.set(driver.name, driver);
    known = byName;
  }

  return {
    async describe() {
      await refresh();
      return Promise.all([...known.values()].map((driver) => driver.describe()));
    },
    async find(name) {
      if (!known.has(name)) await refresh();
      return known.get(name) ?? null;
    },
  };
}
