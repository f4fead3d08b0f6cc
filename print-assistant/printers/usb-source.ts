import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_PRINTER_SETTINGS, type PrinterLanguageName } from '#protocol/printer-settings.ts';
import { languageNamed } from './language-words.ts';
import type { PrinterDriver, PrinterSource } from './printer-driver.ts';
import { createRawPrinter } from './raw-printer.ts';

/**
 * The USB printers for which Linux has a device file. `usbClass` is where it lists them, with their own descriptions.
 * Other systems have none.
 */
export function createUsbSource(usbClass: string): PrinterSource {
  let known = new Map<string, PrinterDriver>();
  return {
    foundBy: 'usb',
    async drivers() {
      const devices = (await readdir(usbClass).catch(() => [])).filter((name) => /^lp\d+$/.test(name)).sort();
      const found = new Map<string, PrinterDriver>();
      for (const device of devices) {
        const id = await readFile(join(usbClass, device, 'device/ieee1284_id'), 'latin1').catch(() => '');
        // Another printer may be on the same port now.
        const key = `${device} ${id}`;
        found.set(key, known.get(key) ?? createUsbPrinter(device, id));
      }
      known = found;
      return [...found.values()];
    },
  };
}

function createUsbPrinter(device: string, id: string): PrinterDriver {
  const said = readDeviceId(id);
  return createRawPrinter({
    name: said.name === '' ? `USB ${device}` : `${said.name} (${device})`,
    address: {
      target: { type: 'device', path: `/dev/usb/${device}` },
      language: said.language,
      dpis: [],
      settings: DEFAULT_PRINTER_SETTINGS,
    },
  });
}

/** Reads `MFG:Zebra;MDL:ZD420;CMD:ZPL;…`; the keys have long forms, too. */
export function readDeviceId(id: string): { readonly name: string; readonly language: PrinterLanguageName | null } {
  const said = new Map(
    id.split(';').flatMap((part) => {
      const at = part.indexOf(':');
      return at < 0 ? [] : [[part.slice(0, at).trim().toUpperCase(), part.slice(at + 1).trim()] as const];
    }),
  );
  const first = (...keys: readonly string[]): string => keys.map((key) => said.get(key)).find(Boolean) ?? '';
  const maker = first('MFG', 'MANUFACTURER');
  const model = first('MDL', 'MODEL');
  return {
    name: (model.startsWith(maker) ? model : `${maker} ${model}`).trim().slice(0, 80),
    language: languageNamed(first('CMD', 'COMMAND SET')),
  };
}
