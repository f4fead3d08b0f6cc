import { readStored, writeStored } from './browser-storage.ts';

const PRINTER_KEY = 'printer';

/** The printer that was chosen last, on the settings or where something was printed; empty for none. */
export function chosenPrinter(): string {
  return readStored(PRINTER_KEY) ?? '';
}

export function keepPrinter(name: string): void {
  writeStored(PRINTER_KEY, name === '' ? null : name);
}
