import { Check } from 'typebox/value';
import { ok } from '#model/kernel/result.ts';
import { DevicePrinterSchema, type DevicePrinter } from '#protocol/device-printer.ts';
import type { DeviceStore } from '../device/device-printers.ts';
import { withDatabase } from './database.ts';

/** Stores the printers that pages reach without the assistant in the user's database. */
export function createDeviceStore(owner: () => string | null): DeviceStore {
  return {
    async all() {
      const stored = await withDatabase(owner(), (database) => database.getAll('devicePrinters'));
      // A printer of another version is not shown, and is kept for that version.
      return stored.ok
        ? stored.value.filter((printer): printer is DevicePrinter => Check(DevicePrinterSchema, printer))
        : [];
    },
    async put(printer) {
      const put = await withDatabase(owner(), (database) => database.put('devicePrinters', printer));
      return put.ok ? ok(null) : put;
    },
    async delete(name) {
      const deleted = await withDatabase(owner(), (database) => database.delete('devicePrinters', name));
      return deleted.ok ? ok(null) : deleted;
    },
  };
}
