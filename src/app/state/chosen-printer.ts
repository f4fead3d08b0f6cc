import { readStored, writeStored } from './browser-storage.ts';

const PRINTER_KEY = 'printer';

/** The printer chosen last, in the settings or for a print; empty for none. */
export function chosenPrinter(): string {
  return readStored(PRINTER_KEY) ?? '';
}

export function keepPrinter(name: string): void {
  writeStored(PRINTER_KEY, name === '' ? null : name);
}
