import { err, ok, type Result } from '#model/kernel/result.ts';
import { createIppPrinter } from './ipp-printer.ts';
import type { PrinterDriver, PrinterSource } from './printer-driver.ts';
import { placesOf, socketPlace } from './printer-place.ts';
import { type RawAddress, readRawAddress } from './raw-address.ts';
import { createRawPrinter } from './raw-printer.ts';

/** A printer that the user has named. */
export interface AddressedPrinter {
  readonly name: string;
  readonly address:
    | { readonly type: 'ipp'; readonly uri: string }
    | { readonly type: 'raw'; readonly address: RawAddress };
}

/**
 * Parses `ipp://192.0.2.7/ipp/print`, `ipps://…`, or an address of a printer that takes its own language
 * (`readRawAddress`). The error explains the fault in English.
 */
export function readPrinterAddress(name: string, uri: string): Result<AddressedPrinter, string> {
  if (/^ipps?:\/\/./.test(uri)) return ok({ name, address: { type: 'ipp', uri } });
  if (!/^(socket|file):/.test(uri)) return err(`${uri} must start with ipp://, ipps://, socket:// or file:///dev/`);
  const raw = readRawAddress(uri);
  return raw.ok ? ok({ name, address: { type: 'raw', address: raw.value } }) : raw;
}

/** The printers that the user has named; `printers` gives the current ones. */
export function createAddressSource(printers: () => readonly AddressedPrinter[]): PrinterSource {
  let known = new Map<string, PrinterDriver>();
  return {
    drivers() {
      known = new Map(
        printers().map((printer) => {
          const key = JSON.stringify(printer);
          return [key, known.get(key) ?? createDriver(printer)];
        }),
      );
      return Promise.resolve([...known.values()]);
    },
  };
}

function createDriver({ name, address }: AddressedPrinter): PrinterDriver {
  if (address.type === 'ipp') return { ...createIppPrinter({ name, uri: address.uri }), at: placesOf(address.uri) };
  const { target } = address.address;
  const driver = createRawPrinter({ name, address: address.address });
  return target.type === 'tcp' ? { ...driver, at: [socketPlace(target.host, target.port)] } : driver;
}
