import { expose, transfer } from 'comlink';
import type { PrinterCommandsApi } from '#protocol/printer-commands.ts';
import { encodePage } from './encode-page.ts';

/** The worker that writes pages in the languages of printers: a large one takes seconds. It has nothing else of this room. */
const writer: PrinterCommandsApi = {
  async encode(order) {
    const bytes = encodePage(order);
    return transfer(bytes, [bytes.buffer]);
  },
};

expose(writer);
