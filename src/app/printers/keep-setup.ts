import type { Result } from '#model/kernel/result.ts';
import type { PrinterSetup } from '#protocol/printer-setup.ts';
import type { ListedPrinter } from '#app/print/list-printers.ts';
import { isDevice } from '#app/print/use-printers.ts';
import type { Services } from '#app/state/services.tsx';

/** Keeps what is set of a printer where it belongs: at the assistant, or in this browser for one that the page reaches itself. */
export function keepSetup(
  { assistant, devices }: Pick<Services, 'assistant' | 'devices'>,
  printer: ListedPrinter,
  setup: PrinterSetup,
): Promise<Result<null>> {
  return isDevice(printer)
    ? devices.change({ ...printer.device, setup })
    : assistant.setUpPrinter(printer.name, setup, new AbortController().signal);
}
