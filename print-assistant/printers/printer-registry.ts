import { readFile } from 'node:fs/promises';
import pLimit from 'p-limit';
import { Type, type TSchema } from 'typebox';
import { Check } from 'typebox/value';
import { parseJsonObject } from '#model/kernel/json-object.ts';
import { PrinterSetupSchema, type PrinterSetup } from '#protocol/printer-setup.ts';
import { writeWhole } from '../files.ts';
import { readPrinterAddress, type AddressedPrinter } from './address-source.ts';

interface Contents {
  /** Addresses of printers that pages have added, by name. */
  readonly added: Readonly<Record<string, string>>;
  readonly setups: Readonly<Record<string, PrinterSetup>>;
  /** The site that added a printer, by the printer's name; absent in earlier versions. */
  readonly addedBy?: Readonly<Record<string, string>>;
}

const ContentsSchema: TSchema = Type.Object({
  added: Type.Record(Type.String(), Type.String()),
  setups: Type.Record(Type.String(), PrinterSetupSchema),
  addedBy: Type.Optional(Type.Record(Type.String(), Type.String())),
});

/** Settings of printers that pages have sent. Changes are on the disk when the promise settles. */
export interface PrinterRegistry {
  /** Printers that were added by their address. */
  added(): readonly AddressedPrinter[];
  /** The sites that added them, one for each printer; empty when unknown. */
  addedBy(): readonly string[];
  setup(printer: string): PrinterSetup | null;
  setUp(printer: string, setup: PrinterSetup): Promise<void>;
  /** `uri` is an address that `readPrinterAddress` accepts. */
  add(printer: string, uri: string, setup: PrinterSetup, site: string): Promise<void>;
  /** Also removes its setup. */
  remove(printer: string): Promise<void>;
}

/** Keeps the registry in the file at `path`. */
export async function openPrinterRegistry(path: string): Promise<PrinterRegistry> {
  let contents = await read(path);
  const changes = pLimit(1);

  function change(next: (before: Contents) => Contents): Promise<void> {
    return changes(async () => {
      const after = next(contents);
      await writeWhole(path, `${JSON.stringify(after, null, 2)}\n`);
      contents = after;
    });
  }

  return {
    added: () =>
      Object.entries(contents.added).flatMap(([name, uri]) => {
        const printer = readPrinterAddress(name, uri);
        return printer.ok ? [printer.value] : [];
      }),
    addedBy: () => Object.keys(contents.added).map((name) => contents.addedBy?.[name] ?? ''),
    setup: (printer) => contents.setups[printer] ?? null,
    setUp: (printer, setup) => change((before) => ({ ...before, setups: { ...before.setups, [printer]: setup } })),
    add: (printer, uri, setup, site) =>
      change(({ added, setups, addedBy = {} }) => ({
        added: { ...added, [printer]: uri },
        setups: { ...setups, [printer]: setup },
        addedBy: { ...addedBy, [printer]: site },
      })),
    remove: (printer) =>
      change(({ added, setups, addedBy = {} }) => ({
        added: without(added, printer),
        setups: without(setups, printer),
        addedBy: without(addedBy, printer),
      })),
  };
}

const NOTHING: Contents = { added: {}, setups: {} };

function without<T>(entries: Readonly<Record<string, T>>, name: string): Record<string, T> {
  return Object.fromEntries(Object.entries(entries).filter(([key]) => key !== name));
}

/** An unreadable file counts as empty: the printers are as discovered. */
async function read(path: string): Promise<Contents> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  });
  const contents = parseJsonObject(text);
  return Check(ContentsSchema, contents) ? (contents as unknown as Contents) : NOTHING;
}
