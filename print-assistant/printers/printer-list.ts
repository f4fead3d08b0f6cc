import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { FoundBy, PrinterInfo } from '#protocol/assistant.ts';
import { abilitiesOf } from '#protocol/language-abilities.ts';
import { DEFAULT_PRINTER_SETUP, type PrinterSetup } from '#protocol/printer-setup.ts';
import { createFairShare } from '../fair-share.ts';
import { pageAddress } from './page-address.ts';
import type { PrinterRegistry } from './printer-registry.ts';
import type { PrinterDriver, PrinterSource } from './printer-driver.ts';

/** The available printers. */
export interface Printers {
  describe(): Promise<readonly PrinterInfo[]>;
  /** The same, with their places. */
  describePlaced(): Promise<readonly PrinterInfo[]>;
  /** The driver applies the stored setup of the printer. */
  find(name: string): Promise<PrinterDriver | null>;
}

/** Takes the printer settings of pages. */
export interface PrinterKeeper {
  /** Problem: `assistant.printerUnknown`. */
  setUp(name: string, setup: PrinterSetup): Promise<Result<null>>;
  /** `site` adds it. Problems: `assistant.printerTaken`, `assistant.badAddress`, `assistant.printersAdded`. */
  add(name: string, address: string, setup: PrinterSetup, site: string): Promise<Result<null>>;
  /** Only for added ones. Problem: `assistant.printerUnknown`. */
  remove(name: string): Promise<Result<null>>;
}

/** Maximum printers that pages may add, of all sites. Each list of printers queries all of them. */
const MAX_ADDED = 128;

interface Described {
  readonly driver: PrinterDriver;
  readonly info: PrinterInfo;
}

interface Listed {
  readonly driver: PrinterDriver;
  readonly foundBy: FoundBy | undefined;
}

/**
 * All printers of the sources, in order; the first of duplicate names counts. A discovered one at the place of another
 * (`unlessAt`) is omitted.
 */
export function createPrinterList(
  sources: readonly PrinterSource[],
  registry: PrinterRegistry,
): Printers & PrinterKeeper {
  let known: ReadonlyMap<string, Listed> = new Map();
  let asking: Promise<readonly Described[]> | null = null;

  async function refresh(): Promise<void> {
    const all = await Promise.all(
      sources.map(async (source) =>
        (await source.drivers()).map((driver): Listed => ({ driver, foundBy: source.foundBy })),
      ),
    );
    const taken = new Set(all.flat().flatMap(({ driver }) => driver.at ?? []));
    const byName = new Map<string, Listed>();
    for (const listed of all.flat()) {
      const { name, unlessAt = [] } = listed.driver;
      if (!byName.has(name) && !unlessAt.some((place) => taken.has(place))) byName.set(name, listed);
    }
    known = byName;
  }

  async function findDriver(name: string): Promise<PrinterDriver | null> {
    if (!known.has(name)) await refresh();
    return known.get(name)?.driver ?? null;
  }

  function isAdded(name: string): boolean {
    return registry.added().some((printer) => printer.name === name);
  }

  function changed(): void {
    known = new Map();
    asking = null;
  }

  /** Concurrent callers share one answer: each printer is queried once at a time. */
  function describeAll(): Promise<readonly Described[]> {
    const mine = (asking ??= askAll().finally(() => {
      if (asking === mine) asking = null;
    }));
    return mine;
  }

  async function askAll(): Promise<readonly Described[]> {
    await refresh();
    return Promise.all(
      [...known.values()].map(async ({ driver, foundBy }) => {
        const kept = registry.setup(driver.name);
        const info = described(await driver.describe(kept ?? undefined), kept, isAdded(driver.name));
        return { driver, info: foundBy === undefined ? info : { ...info, foundBy } };
      }),
    );
  }

  return {
    async describe() {
      return (await describeAll()).map(({ info }) => info);
    },
    async describePlaced() {
      return (await describeAll()).map(({ driver: { at }, info }) => (at === undefined ? info : { ...info, at }));
    },
    async find(name) {
      const driver = await findDriver(name);
      const setup = registry.setup(name);
      if (driver === null || setup === null) return driver;
      return {
        ...driver,
        prepare: (page) => driver.prepare(page, setup),
        untilReady: (cancel) => driver.untilReady?.(cancel, setup) ?? Promise.resolve(),
        faults: () => driver.faults?.(setup) ?? Promise.resolve(null),
      };
    },
    async setUp(name, setup) {
      if ((await findDriver(name)) === null) return err(problem('assistant.printerUnknown', { printer: name }));
      await registry.setUp(name, possible(setup));
      asking = null;
      return ok(null);
    },
    async add(name, address, setup, site) {
      const printer = name.trim();
      const allowed = pageAddress(printer, address);
      if (!allowed.ok) return allowed;
      await refresh();
      if (printer === '' || known.has(printer)) return err(problem('assistant.printerTaken', { printer }));
      const share = createFairShare(MAX_ADDED);
      for (const other of registry.addedBy()) share.take({ site: other }, 1);
      const most = share.most({ site });
      if (share.take({ site }, 1) === null) return err(problem('assistant.printersAdded', { most }));
      await registry.add(printer, allowed.value, possible(setup), site);
      changed();
      return ok(null);
    },
    async remove(name) {
      if (!isAdded(name)) return err(problem('assistant.printerUnknown', { printer: name }));
      await registry.remove(name);
      changed();
      return ok(null);
    },
  };
}

function described(info: PrinterInfo, kept: PrinterSetup | null, added: boolean): PrinterInfo {
  const setup = kept ?? info.setup ?? DEFAULT_PRINTER_SETUP;
  // A printer that takes a language has one head, and does not report its resolution.
  const dpis = info.kind === 'raw' && info.dpis.length === 0 && setup.dpi !== null ? [setup.dpi] : info.dpis;
  return { ...info, dpis, setup, ...(added ? { added } : {}) };
}

/** Removes settings for which the language has no command. */
function possible(setup: PrinterSetup): PrinterSetup {
  const language = setup.language === null ? null : abilitiesOf(setup.language);
  const { darkness, speed, media, finish } = setup;
  return {
    ...setup,
    darkness: language?.darkness ? darkness : null,
    speed: language?.speed ? speed : null,
    media: media !== null && language?.media.includes(media) ? media : null,
    finish: finish !== null && language?.finishes.includes(finish) ? finish : null,
  };
}
